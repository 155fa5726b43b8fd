// `bench -- validate`: the validation of records, of a catalogue, and within a harvest.
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptText } from './generate/page.mjs';
import { createRecord } from './generate/record.mjs';
import { shapes } from './generate/shape.mjs';
import { built } from './measure/built.mjs';
import { parseOptions, wholeNumber } from './measure/options.mjs';
import { runProcess } from './measure/run-process.mjs';
import { median } from './measure/statistics.mjs';
import { formatTable } from './measure/table.mjs';
import { writeRecords } from './search/write-records.mjs';

export const validateHelp = `bench -- validate [options]
  --corpora DIR   published records and the shapes of CDIF (CDIF_CORPORA); without, these are left out
  --records N     records of the catalogue, and files of the folder that is harvested (20000)
  --rounds N      each measures everything once, in turns (3)
  --seed N        of the records (1)
  --dir DIR       where catalogues are written (${tmpdir()})
`;

/** @satisfies {import('./measure/options.mjs').OptionTable} */
const optionTable = {
  corpora: (/** @type {string | undefined} */ text) => text ?? process.env['CDIF_CORPORA'],
  records: wholeNumber(100, 20_000),
  rounds: wholeNumber(1, 3),
  seed: wholeNumber(0, 1),
  dir: (/** @type {string | undefined} */ text) => path.resolve(text ?? tmpdir()),
};

/** Processor time in ms a record. */
const targets = { rules: 1.5, shapes: 8 };

const cli = fileURLToPath(built('cli.js'));
const measureRecords = fileURLToPath(new URL('validate/measure-records.mjs', import.meta.url));

/** @typedef {readonly [name: string, ms: number, megabytes: string, most: string]} Row */

/**
 * Prints the measurements and the targets. Missing a target sets the exit code 1.
 * @param {readonly string[]} args
 * @throws {TypeError} when they are wrong
 */
export async function benchValidate(args) {
  const { corpora, records, rounds, seed, dir } = parseOptions(optionTable, args);
  const folder = await mkdtemp(path.join(dir, 'cdif-graph-validate-'));
  /** @type {Row[]} */
  const rows = [];
  try {
    if (corpora === undefined) console.error('--corpora is not given: published records left out');
    else rows.push(...(await publishedRows(corpora, { folder, rounds })));
    console.error(`writing ${records} records …`);
    const catalogue = path.join(folder, 'catalogue');
    await writeRecords(catalogue, { seed, records });
    for (const format of ['text', 'json', 'html']) {
      const command = ['validate', '--all', '--store', catalogue, '--format', format];
      rows.push(
        await commandRow(`a record of ${records}, ${format}`, command, { folder, records }),
      );
    }
    await writeFiles({ folder, records, seed });
    rows.push(...(await harvestRows({ folder, records, rounds })));
  } finally {
    await rm(folder, { recursive: true });
  }
  const shown = rows.map(([name, ms, megabytes, most]) => [name, ms.toFixed(2), megabytes, most]);
  console.log(formatTable([['', 'CPU ms', 'peak MB', 'at most'], ...shown]));
}

/**
 * @param {string} corpora
 * @param {{ folder: string, rounds: number }} options
 * @returns {Promise<readonly Row[]>}
 */
async function publishedRows(corpora, { folder, rounds }) {
  const data = path.resolve(corpora, 'cdif-validation/data');
  const files = [
    'testJSONMetadata',
    'ShaclValidation/CDIF-Discovery-Shapes.ttl',
    'CDIFDiscoverySchema.json',
  ].map((file) => path.join(data, file));
  const { stdout } = await runProcess([measureRecords, ...files, String(rounds)], { folder });
  // As measure-records.mjs wrote it.
  const { records, ...times } = /** @type {Record<string, number>} */ (JSON.parse(stdout));
  const rows = Object.entries(times).map(([name, ms]) => {
    const most = name in targets ? targets[/** @type {keyof typeof targets} */ (name)] : undefined;
    if (most !== undefined && ms > most) {
      console.error(`Missed: ${name}`);
      process.exitCode = 1;
    }
    return /** @type {Row} */ ([`a record of ${records}: ${name}`, ms, '', String(most ?? '')]);
  });
  const large = await largestFile(path.resolve(corpora, 'cdif-discovery/data/examples'));
  for (const format of ['text', 'json', 'html']) {
    const command = ['validate', large, '--format', format];
    rows.push(await commandRow(`the largest record, ${format}`, command, { folder, records: 1 }));
  }
  const fix = ['validate', large, '--fix', path.join(folder, 'mended.jsonld')];
  rows.push(await commandRow('the largest record, --fix', fix, { folder, records: 1 }));
  return rows;
}

/** @param {string} folder */
async function largestFile(folder) {
  let largest = { file: '', size: 0 };
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const { size } = await stat(file);
    if (size > largest.size) largest = { file, size };
  }
  return largest.file;
}

/**
 * @param {string} name
 * @param {readonly string[]} command
 * @param {{ folder: string, records: number }} options
 * @returns {Promise<Row>}
 */
async function commandRow(name, command, { folder, records }) {
  const { usage } = await runProcess([cli, ...command, '--fail-on', 'never'], { folder });
  return [name, usage.cpuMs / records, (usage.maxRssKb / 1024).toFixed(0), ''];
}

/**
 * Harvests of one folder into empty catalogues, with and without validation, in turns.
 * @param {{ folder: string, records: number, rounds: number }} options
 * @returns {Promise<readonly Row[]>}
 */
async function harvestRows({ folder, records, rounds }) {
  const ratios = [];
  /** @type {Row[]} */
  let rows = [];
  for (let round = 0; round < rounds; round += 1) {
    rows = [];
    for (const mode of ['off', 'report']) {
      await rm(path.join(folder, 'ingested'), { recursive: true, force: true });
      const config = {
        store: { path: path.join(folder, 'ingested') },
        sources: [{ name: 'files', folder: path.join(folder, 'files'), validate: mode }],
      };
      const file = path.join(folder, 'config.yaml');
      await writeFile(file, JSON.stringify(config));
      const { usage } = await runProcess([cli, 'ingest', file], { folder });
      const megabytes = (usage.maxRssKb / 1024).toFixed(0);
      rows.push([`a record in a harvest, validate: ${mode}`, usage.cpuMs / records, megabytes, '']);
    }
    const [off, report] = rows;
    if (off !== undefined && report !== undefined) ratios.push(report[1] / off[1]);
  }
  return [...rows, ['ratio of the two, median', median(ratios), '', '']];
}

/** @param {{ folder: string, records: number, seed: number }} options */
async function writeFiles({ folder, records, seed }) {
  const files = path.join(folder, 'files');
  await mkdir(files);
  for (let index = 0; index < records; index += 1) {
    const text = scriptText(shapes.cdif([createRecord(seed, index)]));
    await writeFile(path.join(files, `${index}.jsonld`), text);
  }
}
