// Harvests with the library and answers a first query, in one process. Prints `{ quads, records,
// workMs, answer }`; the time begins with reading the configuration and ends with the answer, which
// includes filling the engine. Usage: answer.mjs <config>
import { countRecords } from './question.mjs';

/** @typedef {typeof import('../../src/index.ts')} Library */

const built = new URL('../../dist/index.js', import.meta.url);
const { SparqlEngine, loadConfig, openEmbeddedStore, runHarvest, sourceOf } =
  /** @type {Library} */ (await import(built.href));

const startedAt = performance.now();
const config = loadConfig(process.argv[2] ?? '', { cwd: process.cwd(), env: process.env });
const report = await runHarvest({
  config,
  sources: config.sources.map(sourceOf),
  dryRun: false,
  signal: new AbortController().signal,
  now: () => new Date(),
});
const store = openEmbeddedStore({ path: config.store.path, access: 'read' });
const engine = new SparqlEngine(store);
const answer = await engine.query({
  text: countRecords,
  reads: { union: true, records: false, own: [] },
  format: 'json',
});
const workMs = performance.now() - startedAt;
await engine.close();
await store.close();

const sum = (/** @type {readonly number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);
console.log(
  JSON.stringify({
    quads: sum(report.sources.map(({ quads }) => quads)),
    records: sum(report.sources.map(({ records }) => records.added)),
    workMs,
    answer,
  }),
);
