// Runs a bench by name: `npm run bench -- ingest`. It measures the build in dist/, so build first.
import { benchCheck, checkHelp } from './check.mjs';
import { benchFleet, fleetHelp } from './fleet.mjs';
import { benchIngest, ingestHelp } from './ingest.mjs';
import { benchPush, pushHelp } from './push.mjs';
import { benchQuery, queryHelp } from './query.mjs';
import { benchReliability, reliabilityHelp } from './reliability.mjs';
import { benchSearch, searchHelp } from './search.mjs';
import { benchServe, serveHelp } from './serve.mjs';
import { benchSparql, sparqlHelp } from './sparql.mjs';
import { benchValidate, validateHelp } from './validate.mjs';
import { benchViews, viewsHelp } from './views.mjs';

/** The benches by name. */
const benches = new Map([
  ['check', { run: benchCheck, help: checkHelp }],
  ['fleet', { run: benchFleet, help: fleetHelp }],
  ['ingest', { run: benchIngest, help: ingestHelp }],
  ['push', { run: benchPush, help: pushHelp }],
  ['query', { run: benchQuery, help: queryHelp }],
  ['reliability', { run: benchReliability, help: reliabilityHelp }],
  ['search', { run: benchSearch, help: searchHelp }],
  ['serve', { run: benchServe, help: serveHelp }],
  ['sparql', { run: benchSparql, help: sparqlHelp }],
  ['validate', { run: benchValidate, help: validateHelp }],
  ['views', { run: benchViews, help: viewsHelp }],
]);

const [name = '', ...args] = process.argv.slice(2);
const bench = benches.get(name);
if (bench === undefined || args.includes('--help')) {
  const wanted = bench === undefined ? [...benches.values()] : [bench];
  console.log(wanted.map(({ help }) => help).join('\n'));
  process.exitCode = bench === undefined ? 3 : 0;
} else {
  try {
    await bench.run(args);
  } catch (error) {
    console.error(error instanceof TypeError ? error.message : error);
    process.exitCode = error instanceof TypeError ? 3 : 1;
  }
}
