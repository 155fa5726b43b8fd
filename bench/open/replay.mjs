// How long it takes to read a catalogue into an engine and to keep that: `node replay.mjs CATALOGUE IMAGE`, which prints JSON.
import { built } from '../measure/built.mjs';

const { Engine } = /** @type {typeof import('../../src/store/engine.ts')} */ (
  await import(built('store/engine.js'))
);
const { openEngineMemories } =
  /** @type {typeof import('../../src/store/image/engine-memories.ts')} */ (
    await import(built('store/image/engine-memories.js'))
  );
const { allGraphs, unionOfRecords } = /** @type {typeof import('../../src/store/queries.ts')} */ (
  await import(built('store/queries.js'))
);

const datasets = { records: unionOfRecords, all: allGraphs };

const [catalogue = '', name = ''] = process.argv.slice(2);
const image = /** @type {keyof typeof datasets} */ (name); // as bench/open.mjs calls it
const engine = new Engine({ path: catalogue, memories: await openEngineMemories() });
const startedAt = performance.now();
engine.prepare(datasets[image]);
const readAt = performance.now();
const { kept } = engine.keep({ image, fill: false, leastStatements: 0 });
const keptAt = performance.now();
if (kept === undefined) throw new Error(`No image of ${image} was written.`);
console.log(
  JSON.stringify({ replayMs: readAt - startedAt, saveMs: keptAt - readAt, bytes: kept.bytes }),
);
await engine.close();
