// `bench -- search`: the time of a search command, and of a search in an index in memory.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from './measure/built.mjs';
import { parseOptions, wholeNumber } from './measure/options.mjs';
import { runProcess } from './measure/run-process.mjs';
import { median } from './measure/statistics.mjs';
import { formatTable } from './measure/table.mjs';
import { writeRecords } from './search/write-records.mjs';

export const searchHelp = `bench -- search [options]
  --records N   records of the catalogue (20000)
  --copies N    how often each of them is in the large catalogue; 0 for none (10)
  --questions N so many random questions are asked (1000)
  --rounds N    how often each command is run (5)
  --seed N      of the records and the questions (1)
  --dir DIR     where catalogues are written (${tmpdir()})
`;

/** @satisfies {import('./measure/options.mjs').OptionTable} */
const optionTable = {
  records: wholeNumber(100, 20_000),
  copies: wholeNumber(0, 10),
  questions: wholeNumber(20, 1000),
  rounds: wholeNumber(1, 5),
  seed: wholeNumber(0, 1),
  dir: (/** @type {string | undefined} */ text) => path.resolve(text ?? tmpdir()),
};

/** The command-line searches; each reads the catalogue from disk. */
const commands = {
  'a common word': ['survey'],
  'a box': ['--bbox=-10,35,30,60'],
  'a period': ['--time=1990/2000'],
  'all of them': ['survey', '--bbox=-10,35,30,60', '--time=1990/2000'],
};

const cli = fileURLToPath(built('cli.js'));
const warm = fileURLToPath(new URL('search/warm.mjs', import.meta.url));

/** The targets for 20,000 records, and for ten times as many. */
const targets = { coldMs: 2000, warmMs: 8, largeWarmMs: 60, largeMegabytes: 500 };

/**
 * Prints the measurements and the targets. Missing a target sets the exit code 1.
 * @param {readonly string[]} args
 * @throws {TypeError} when they are wrong
 */
export async function benchSearch(args) {
  const { records, copies, questions, rounds, seed, dir } = parseOptions(optionTable, args);
  const folder = await mkdtemp(path.join(dir, 'cdif-graph-search-'));
  try {
    const catalogue = path.join(folder, 'catalogue');
    console.error(`writing ${records} records …`);
    await writeRecords(catalogue, { seed, records });
    /** @type {(readonly [name: string, found: number, most: number])[]} */
    const rows = [];
    for (const [name, asked] of Object.entries(commands)) {
      rows.push([name, await coldMs(catalogue, asked, { folder, rounds }), targets.coldMs]);
    }
    const small = await warmed(catalogue, { folder, questions, seed });
    rows.push(['warm, of 100 questions 95', small.p95, targets.warmMs]);
    if (copies > 0) {
      const large = path.join(folder, 'large');
      console.error(`writing ${records * copies} records …`);
      await writeRecords(large, { seed, records, copies });
      const { p95, megabytes } = await warmed(large, { folder, questions, seed });
      rows.push([`the same of ${records * copies} records`, p95, targets.largeWarmMs]);
      rows.push(['memory of these, MB', megabytes, targets.largeMegabytes]);
    }
    report(rows);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {readonly (readonly [string, number, number])[]} rows */
function report(rows) {
  const shown = rows.map(([name, found, most]) => [name, found.toFixed(1), String(most)]);
  console.log(formatTable([['search', 'ms', 'at most'], ...shown]));
  const missed = rows.filter(([, found, most]) => found > most).map(([name]) => name);
  if (missed.length === 0) return;
  console.error(`Missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}

/**
 * The time from the start of the command to its end.
 * @param {string} catalogue
 * @param {readonly string[]} asked
 * @param {{ folder: string, rounds: number }} options
 */
async function coldMs(catalogue, asked, { folder, rounds }) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const args = [cli, 'search', ...asked, '--store', catalogue];
    times.push((await runProcess(args, { folder })).processMs);
  }
  return median(times);
}

/**
 * @param {string} catalogue
 * @param {{ folder: string, questions: number, seed: number }} options
 * @returns {Promise<{ p95: number, megabytes: number }>}
 */
async function warmed(catalogue, { folder, questions, seed }) {
  const args = ['--expose-gc', warm, catalogue, String(questions), String(seed)];
  const { stdout } = await runProcess(args, { folder });
  return /** @type {{ p95: number, megabytes: number }} */ (JSON.parse(stdout)); // warm.mjs wrote it
}
