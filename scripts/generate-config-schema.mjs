// Writes config/config.schema.json, from which editors know what a configuration may say. Needs a build.
import { writeFileSync } from 'node:fs';

/** @typedef {typeof import('../src/config/json-schema.ts')} JsonSchemaModule */

const built = new URL('../dist/config/json-schema.js', import.meta.url);
const { configJsonSchemaText } = /** @type {JsonSchemaModule} */ (await import(built.href));

writeFileSync(new URL('../config/config.schema.json', import.meta.url), configJsonSchemaText());
