// `bench -- check`: the check of a site, compared with a harvest that validates and stores nothing.
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withArena } from './ingest/arena.mjs';
import { parseOptions, wholeNumber } from './measure/options.mjs';
import { runProcess } from './measure/run-process.mjs';
import { median } from './measure/statistics.mjs';
import { formatTable } from './measure/table.mjs';

/** @typedef {import('./ingest/contenders.mjs').Arena} Arena */
/** @typedef {import('./measure/run-process.mjs').Measured} Measured */

export const checkHelp = `bench -- check [options]
  --records N     pages with a record each, on one host (10000)
  --page-kb K     HTML around the JSON-LD of a page, in kB; 0 serves JSON-LD itself (44)
  --runs R        rounds, each with both commands once, in turns (3)
  --seed N        of the generator (1)
`;

/** @satisfies {import('./measure/options.mjs').OptionTable} */
const optionTable = {
  records: wholeNumber(1, 10_000),
  'page-kb': wholeNumber(0, 44),
  runs: wholeNumber(1, 3),
  seed: wholeNumber(0, 1),
};

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
/** The most of what the harvest takes, the median of the rounds. */
const mostTime = 1.5;
/** Of resident memory, in MB, for the default options. */
const mostMegabytes = 300;

/**
 * Prints the measurements and the targets. Missing a target sets the exit code 1.
 * @param {readonly string[]} args
 * @throws {TypeError} when they are wrong; {Error} when a command did not find all records
 */
export async function benchCheck(args) {
  const { records, 'page-kb': pageKb, runs, seed } = parseOptions(optionTable, args);
  const site = {
    seed,
    records,
    pageKb,
    shapes: /** @type {const} */ (['cdif']),
    listSize: 1,
    linksXml: true,
  };
  const options = { site, hosts: 1, workers: undefined, parent: tmpdir() };
  const rounds = await withArena(options, async (arena) => {
    const config = await writeConfig(arena);
    const all = [];
    for (let round = 1; round <= runs; round += 1) {
      console.error(`round ${round} of ${runs} …`);
      const ingest = await dryRun(config, arena, records);
      all.push({ ingest, check: await check(config, arena, records) });
    }
    return all;
  });
  const harvests = rounds.map(({ ingest }) => ingest);
  const checks = rounds.map((round) => round.check);
  /** @param {(measured: Measured) => number} of */
  const ratio = (of) => median(rounds.map(({ ingest, check: own }) => of(own) / of(ingest)));
  const time = ratio(({ processMs }) => processMs);
  const memory = ratio(({ usage }) => usage.maxRssKb);
  console.log(
    formatTable([
      ['', 's', 'CPU s', 'peak MB', '× s', '× MB'],
      [...row('ingest --dry-run', harvests), '', ''],
      [...row('check', checks), time.toFixed(2), memory.toFixed(2)],
    ]),
  );
  const megabytes = median(checks.map(({ usage }) => usage.maxRssKb)) / 1000;
  const misses = [
    ...(time <= mostTime ? [] : [`${time.toFixed(2)} of the time, at most ${mostTime}`]),
    ...(megabytes <= mostMegabytes ? [] : [`${megabytes.toFixed(0)} MB, at most ${mostMegabytes}`]),
  ];
  if (misses.length === 0) return;
  console.error(`Missed: ${misses.join('; ')}`);
  process.exitCode = 1;
}

/**
 * The configuration of both commands.
 * @param {Arena} arena
 * @returns {Promise<string>} the file
 */
async function writeConfig({ folder, config }) {
  /** @type {unknown} */
  const parsed = JSON.parse(await readFile(config, 'utf8'));
  const { sources, ...rest } = /** @type {{ sources: object[] }} */ (parsed); // As the arena wrote it.
  const file = path.join(folder, 'check.yaml');
  const all = sources.map((source) => Object.assign({ validate: 'report' }, source));
  await writeFile(file, JSON.stringify({ ...rest, sources: all }));
  return file;
}

/**
 * A harvest that validates each record and stores nothing.
 * @param {string} config
 * @param {Arena} arena
 * @param {number} records
 */
async function dryRun(config, { folder }, records) {
  const measured = await runProcess([cli, 'ingest', config, '--dry-run', '--json'], { folder });
  /** @type {unknown} */
  const printed = JSON.parse(measured.stdout);
  const report = /** @type {import('../src/model/run.ts').RunReport} */ (printed); // What `--json` promises.
  const found = report.sources.reduce((sum, source) => sum + source.records['would-load'], 0);
  if (found !== records) throw new Error(`The harvest found ${found} of ${records} records.`);
  return measured;
}

/**
 * @param {string} config
 * @param {Arena} arena
 * @param {number} records
 */
async function check(config, { folder, origins: [origin = ''] }, records) {
  const args = [cli, 'check', origin, '--config', config, '--allow-private-addresses', '--json'];
  // The records have findings.
  const measured = await runProcess(args, { folder, codes: [0, 2] });
  /** @type {unknown} */
  const printed = JSON.parse(measured.stdout);
  const report = /** @type {import('../src/model/site-check.ts').SiteReport} */ (printed); // As above.
  if (report.records !== records) {
    throw new Error(`The check found ${report.records} of ${records} records.`);
  }
  const { 'no-schema': documents = 0 } = report.linked;
  if (documents !== records) {
    throw new Error(`The check found ${documents} of ${records} linked documents.`);
  }
  return measured;
}

/**
 * @param {string} name
 * @param {readonly Measured[]} all
 */
function row(name, all) {
  return [
    name,
    (median(all.map(({ processMs }) => processMs)) / 1000).toFixed(1),
    (median(all.map(({ usage }) => usage.cpuMs)) / 1000).toFixed(1),
    (median(all.map(({ usage }) => usage.maxRssKb)) / 1000).toFixed(0),
  ];
}
