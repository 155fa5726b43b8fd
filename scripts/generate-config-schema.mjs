// Writes config/config.schema.json, the JSON Schema of configurations for editors. Needs a build.
import { writeFileSync } from 'node:fs';

/** @typedef {typeof import('../src/config/explain.ts')} JsonSchemaModule */

const built = new URL('../dist/config/explain.js', import.meta.url);
const { configJsonSchemaText } = /** @type {JsonSchemaModule} */ (await import(built.href));

writeFileSync(new URL('../config/config.schema.json', import.meta.url), configJsonSchemaText());
