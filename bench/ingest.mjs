// `bench -- ingest`: the speed of a harvest, compared with a plain script and with the engine
// alone.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shapeNames } from './generate/shape.mjs';
import { withArena } from './ingest/arena.mjs';
import { contenderNames } from './ingest/contenders.mjs';
import { describeSamples } from './ingest/report.mjs';
import { runRounds } from './ingest/rounds.mjs';
import { describeMachine } from './measure/machine.mjs';
import { choices, parseOptions, wholeNumber } from './measure/options.mjs';
import { writeResult } from './measure/result.mjs';

export const ingestHelp = `bench -- ingest [options]
  --records N     records in all (20000)
  --page-kb K     HTML around the JSON-LD of a page, in kB; 0 serves JSON-LD itself (44)
  --shape S,…     of the documents, which take turns: ${shapeNames.join(', ')} (cdif)
  --list-size N   records in a document of shape list (100)
  --hosts H       hosts, which are ports of this machine (2)
  --workers W     threads of the ingest (its own default)
  --runs R        rounds, each with every contender once (1)
  --without C,…   contenders to leave out: ${contenderNames.join(', ')}
  --seed N        of the generator (1)
  --dir DIR       where catalogues are written; not a file system in memory (${tmpdir()})
  --json FILE     all raw figures, for compare.mjs
`;

/** @satisfies {import('./measure/options.mjs').OptionTable} */
const optionTable = {
  records: wholeNumber(1, 20_000),
  'page-kb': wholeNumber(0, 44),
  shape: choices(shapeNames, ['cdif']),
  'list-size': wholeNumber(1, 100),
  hosts: wholeNumber(1, 2),
  workers: wholeNumber(0, undefined),
  runs: wholeNumber(1, 1),
  without: choices(contenderNames, []),
  seed: wholeNumber(0, 1),
  dir: (/** @type {string | undefined} */ text) => path.resolve(text ?? tmpdir()),
  json: (/** @type {string | undefined} */ text) => text,
};

/**
 * Measures, prints a table, and writes the raw figures to the file of `--json`.
 * @param {readonly string[]} args
 * @throws {TypeError} when they are wrong; {Error} when the contenders did not do the same work
 */
export async function benchIngest(args) {
  const options = parseOptions(optionTable, args);
  const startedAt = new Date().toISOString();
  const machine = describeMachine(options.dir);
  if (machine.inMemory) console.error(`${options.dir} is in memory: durable costs nothing there.`);
  const site = {
    seed: options.seed,
    records: options.records,
    pageKb: options['page-kb'],
    shapes: options.shape,
    listSize: options['list-size'],
  };
  const { hosts, workers, runs, dir } = options;
  const samples = await withArena({ site, hosts, workers, parent: dir }, (arena, expected) =>
    runRounds(arena, {
      names: contenderNames.filter((name) => !options.without.includes(name)),
      rounds: runs,
      expected,
      onSample: ({ contender, round, processMs }) =>
        console.error(`round ${round}: ${contender} ${(processMs / 1000).toFixed(1)} s`),
    }),
  );
  const { quads = 0 } = samples[0] ?? {};
  console.log(
    `\n${options.records} records, ${quads} statements, pages of ${site.pageKb} kB, shape ${site.shapes.join(', ')}, hosts ${hosts}, rounds ${runs}\n`,
  );
  console.log(describeSamples(samples));
  if (options.json !== undefined) {
    const parameters = { ...site, hosts, runs, workers: workers ?? 'default' };
    writeResult(options.json, {
      format: 1,
      bench: 'ingest',
      startedAt,
      machine,
      parameters,
      samples,
    });
  }
}
