// Measures the validation of the records of a folder in this process, and prints ms a record.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { built } from '../measure/built.mjs';
import { median } from '../measure/statistics.mjs';

/**
 * @typedef {import('../../src/conformance/validate-documents.ts').ValidatedRecord} ValidatedRecord
 */
/** @typedef {import('../../src/model/record.ts').JsonLdDocument} JsonLdDocument */

const { configSchema } = /** @type {typeof import('../../src/config/schema.ts')} */ (
  await import(built('config/schema.js'))
);
const { createExpander } = /** @type {typeof import('../../src/expand/expand-stage.ts')} */ (
  await import(built('expand/expand-stage.js'))
);
const { ForeignChecks } = /** @type {typeof import('../../src/conformance/foreign-checks.ts')} */ (
  await import(built('conformance/foreign-checks.js'))
);
const { openSchemas } =
  /** @type {typeof import('../../src/conformance/schema/json-schema.ts')} */ (
    await import(built('conformance/schema/json-schema.js'))
  );
const { readShapes } =
  /** @type {typeof import('../../src/conformance/shacl/validate-shapes.ts')} */ (
    await import(built('conformance/shacl/validate-shapes.js'))
  );
const { createValidator } =
  /** @type {typeof import('../../src/conformance/validate-documents.ts')} */ (
    await import(built('conformance/validate-documents.js'))
  );
const { validateRecord } =
  /** @type {typeof import('../../src/conformance/validate-record.ts')} */ (
    await import(built('conformance/validate-record.js'))
  );

const [folder = '', shapesFile = '', schemaFile = '', rounds = '5'] = process.argv.slice(2);
const limits = configSchema.shape.limits.parse(undefined);
const context = { signal: new AbortController().signal, now: () => new Date(0) };

/** @type {JsonLdDocument[]} */
const documents = [];
for (const name of (await readdir(folder)).filter((each) => each.endsWith('.json')).toSorted()) {
  const file = path.join(folder, name);
  const documentUrl = pathToFileURL(file).href;
  const json = await readFile(file, 'utf8');
  documents.push({ documentUrl, baseIri: documentUrl, route: 'direct', json });
}

const validate = createValidator({ limits, profiles: [] });
const shapes = await readShapes([
  { name: shapesFile, content: await readFile(shapesFile, 'utf8') },
]);
const schemas = openSchemas([{ name: schemaFile, text: await readFile(schemaFile, 'utf8') }]);
const records = await validated();

/** @type {Readonly<Record<string, () => Promise<unknown>>>} */
const measured = {
  // What a harvest does anyway.
  expansion: async () => expanded(),
  rules: async () => records.map(({ record }) => validateRecord(record)),
  command: async () => validated(),
  shapes: async () =>
    checked(new ForeignChecks({ shapes: { name: 'shapes', shapes }, schemas: [] })),
  schema: async () => checked(new ForeignChecks({ schemas })),
};

/** @type {Record<string, number[]>} */
const times = Object.fromEntries(Object.keys(measured).map((name) => [name, []]));
for (let round = 0; round <= Number(rounds); round += 1) {
  for (const [name, run] of Object.entries(measured)) {
    const { user, system } = process.cpuUsage();
    await run();
    const used = process.cpuUsage();
    // The first round warms up.
    if (round > 0) times[name]?.push((used.user + used.system - user - system) / 1000);
  }
}
const perRecord = Object.entries(times).map(([name, all]) => [name, median(all) / records.length]);
console.log(JSON.stringify(Object.fromEntries([['records', records.length], ...perRecord])));

async function expanded() {
  const { stage } = createExpander({ limits });
  let count = 0;
  for (const document of documents) {
    for await (const _ of stage.process([document], context)) count += 1;
  }
  return count;
}

async function validated() {
  /** @type {ValidatedRecord[]} */
  const found = [];
  for (const document of documents) {
    for await (const output of validate([document], context)) {
      if (output.kind === 'record') found.push(output.validated);
    }
  }
  return found;
}

/** @param {InstanceType<typeof ForeignChecks>} checks */
async function checked(checks) {
  let count = 0;
  for await (const _ of checks.check(records)) count += 1;
  return count;
}
