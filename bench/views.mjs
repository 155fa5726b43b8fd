// `bench -- views`: views of all records of a source, compared with their harvest.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withArena } from './ingest/arena.mjs';
import { ingest, viewSource } from './ingest/contenders.mjs';
import { describeMachine } from './measure/machine.mjs';
import { parseOptions, wholeNumber } from './measure/options.mjs';
import { median } from './measure/statistics.mjs';
import { formatTable } from './measure/table.mjs';

export const viewsHelp = `bench -- views [options]
  --records N     records in all, on one host (5000)
  --page-kb K     HTML around the JSON-LD of a page, in kB; 0 serves JSON-LD itself (44)
  --runs R        rounds, each with every command once, in turns (3)
  --seed N        of the generator (1)
  --dir DIR       where catalogues are written; not a file system in memory (${tmpdir()})
`;

/** @satisfies {import('./measure/options.mjs').OptionTable} */
const optionTable = {
  records: wholeNumber(1, 5000),
  'page-kb': wholeNumber(0, 44),
  runs: wholeNumber(1, 3),
  seed: wholeNumber(0, 1),
  dir: (/** @type {string | undefined} */ text) => path.resolve(text ?? tmpdir()),
};

const views = /** @type {const} */ (['kernel', 'signposting']);
/** Of the rate of the harvest, the median of the rounds. */
const target = 1;

/**
 * Prints the measurements and the targets. Missing a target sets the exit code 1.
 * @param {readonly string[]} args
 * @throws {TypeError} when they are wrong; {Error} when a command did not give a view a record
 */
export async function benchViews(args) {
  const { records, 'page-kb': pageKb, runs, seed, dir } = parseOptions(optionTable, args);
  if (describeMachine(dir).inMemory)
    console.error(`${dir} is in memory: ingest costs little there.`);
  const site = { seed, records, pageKb, shapes: /** @type {const} */ (['cdif']), listSize: 1 };
  const rounds = await withArena(
    { site, hosts: 1, workers: undefined, parent: dir },
    async (arena) => {
      const all = [];
      for (let round = 1; round <= runs; round += 1) {
        console.error(`round ${round} of ${runs} …`);
        const { processMs: ingestMs } = (await ingest(arena)).outcome;
        const viewMs = [];
        for (const view of views) viewMs.push(await viewSource(arena, view, records));
        all.push({ ingestMs, viewMs });
      }
      return all;
    },
  );
  const rates = views.map((_, at) =>
    median(rounds.map(({ ingestMs, viewMs }) => ingestMs / (viewMs[at] ?? Number.NaN))),
  );
  console.log(
    formatTable([
      ['', 's', 'records/s', '× ingest', 'at least'],
      row('ingest', records, median(rounds.map(({ ingestMs }) => ingestMs))),
      ...views.map((view, at) => [
        ...row(view, records, median(rounds.map(({ viewMs }) => viewMs[at] ?? Number.NaN))).slice(
          0,
          3,
        ),
        (rates[at] ?? Number.NaN).toFixed(2),
        String(target),
      ]),
    ]),
  );
  const misses = views.filter((_, at) => !((rates[at] ?? Number.NaN) >= target));
  if (misses.length === 0) return;
  console.error(`Missed: ${misses.join(', ')}`);
  process.exitCode = 1;
}

/**
 * @param {string} name
 * @param {number} records
 * @param {number} ms
 */
function row(name, records, ms) {
  return [name, (ms / 1000).toFixed(1), ((records / ms) * 1000).toFixed(0), '', ''];
}
