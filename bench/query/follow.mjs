// The time of the next answer of a process that holds both layers, after another process has
// changed each STEP-th record: `node follow.mjs CATALOGUE RECORDS SEED STEP`, which prints JSON.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { built } from '../measure/built.mjs';

const { openEmbeddedStore } = /** @type {typeof import('../../src/catalogue/store.ts')} */ (
  await import(built('catalogue/store.js'))
);
const { SparqlEngine } = /** @type {typeof import('../../src/engine/sparql-engine.ts')} */ (
  await import(built('engine/sparql-engine.js'))
);

const [path = '', records = '', seed = '', step = ''] = process.argv.slice(2);
const catalogue = openEmbeddedStore({ path, access: 'read' });
const engine = new SparqlEngine(catalogue);

async function ask() {
  const pattern = '?s a <http://none.invalid/>';
  const text = `SELECT * { { ${pattern} } UNION { GRAPH ?g { ${pattern} } } }`;
  const startedAt = performance.now();
  await engine.query({ text, reads: { union: true, records: true, own: [] }, format: 'csv' });
  return performance.now() - startedAt;
}

await ask();
const writer = fileURLToPath(new URL('change.mjs', import.meta.url));
await promisify(execFile)(process.execPath, [writer, path, records, seed, step]);
const nextMs = await ask();
console.log(JSON.stringify({ followMs: nextMs - (await ask()) }));
await engine.close();
await catalogue.close();
