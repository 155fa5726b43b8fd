// `bench -- open`: how long a command takes that asks one question of a catalogue, with images of the engine's memory and without.
import { link, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from './measure/built.mjs';
import { parseOptions, wholeNumber } from './measure/options.mjs';
import { runProcess } from './measure/run-process.mjs';
import { median } from './measure/statistics.mjs';
import { formatTable } from './measure/table.mjs';
import { writeRecords } from './search/write-records.mjs';

export const openHelp = `bench -- open [options]
  --records N   records of the largest catalogue; the others have a half and an eighth (40000)
  --rounds N    how often each command is run in each way (3)
  --seed N      of the records (1)
  --dir DIR     where catalogues are written (${tmpdir()})
`;

/** @satisfies {import('./measure/options.mjs').OptionTable} */
const optionTable = {
  records: wholeNumber(1000, 40_000),
  rounds: wholeNumber(1, 3),
  seed: wholeNumber(0, 1),
  dir: (/** @type {string | undefined} */ text) => path.resolve(text ?? tmpdir()),
};

const cli = fileURLToPath(built('cli.js'));
const replay = fileURLToPath(new URL('open/replay.mjs', import.meta.url));
/** Judged at this many records and more. */
const judgedRecords = 20_000;
/** How many times as fast a command is to be with an image. */
const leastRatio = 10;
/** Of a replay. */
const mostSaving = 0.2;
/** One of so many records is another when the image is older than the catalogue. */
const changedStep = 100;

/**
 * What is asked, each of what another image has. All have few answers, so that opening and not answering is what takes time.
 * @param {number} records
 */
function questionsFor(records) {
  const name = `<https://data.bench.test/dataset/${records >> 1}> <http://schema.org/name> ?name`;
  return /** @type {const} */ ([
    {
      image: 'records',
      title: 'query, records',
      args: ['query', '-'],
      stdin: `SELECT ?name { ${name} }`,
    },
    {
      image: 'all',
      title: 'query, all graphs',
      args: ['query', '-'],
      stdin: `SELECT ?name ?graph { GRAPH ?graph { ${name} } }`,
    },
  ]);
}

/** @typedef {ReturnType<typeof questionsFor>[number]} Question */
/** @typedef {{ replayMs: number, saveMs: number, bytes: number }} Kept */

/**
 * The first time with images, which the system may have to read from the disk then, and medians of all other times; of those with images
 * also until the answer was there: a newer image may be written then.
 * @typedef {{ firstMs: number, withMs: number, answeredMs: number, withoutMs: number }} Times
 */
/** @type {Times} */
const noTimes = { firstMs: 0, withMs: 0, answeredMs: 0, withoutMs: 0 };

/**
 * Prints what was measured beside what is to be reached. Where that is missed, the exit code is 1.
 * @param {readonly string[]} args
 * @throws {TypeError} when they are wrong
 */
export async function benchOpen(args) {
  const { records: most, rounds, seed, dir } = parseOptions(optionTable, args);
  /** @type {string[]} */
  const misses = [];
  for (const records of [most >> 3, most >> 1, most]) {
    const folder = await mkdtemp(path.join(dir, 'cdif-graph-open-'));
    try {
      const found = await measure({ folder, records, rounds, seed });
      console.log(found.text);
      if (records >= judgedRecords) misses.push(...found.misses);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  if (misses.length === 0) return;
  console.error(`Missed: ${misses.join(', ')}`);
  process.exitCode = 1;
}

/** @param {{ folder: string, records: number, rounds: number, seed: number }} options */
async function measure({ folder, records, rounds, seed }) {
  console.error(`writing ${records} records …`);
  const catalogue = path.join(folder, 'catalogue');
  const { quads } = await writeRecords(catalogue, { seed, records });
  // Both ways read a configuration, so that neither has less to do.
  for (const image of ['on', 'off']) {
    const config = {
      store: { path: catalogue, image },
      sources: [{ name: 'none', urls: ['http://none.invalid/'] }],
    };
    await writeFile(path.join(folder, `${image}.yaml`), JSON.stringify(config));
  }
  const questions = questionsFor(records);
  /** @type {Kept[]} */
  const kept = [];
  for (const { image } of questions) {
    console.error(`keeping ${image} …`);
    kept.push(await keepImage(catalogue, image, { folder, rounds }));
  }
  const images = new KeptFiles(catalogue, path.join(folder, 'images'), questions);
  await images.hold();
  const asking = { folder, rounds, before: async () => images.putBack() };
  const fresh = await askAll(questions, asking);
  await writeRecords(catalogue, { seed: seed + 1, records, step: changedStep });
  const older = await askAll(questions, asking);
  const { size } = await stat(path.join(catalogue, 'data.mdb'));
  /** @type {string[]} */
  const misses = [];
  const rows = questions.map(({ title, image }, index) => {
    const { replayMs = 0, saveMs = 0, bytes = 0 } = kept[index] ?? {};
    const { firstMs, withMs, withoutMs } = fresh[index] ?? noTimes;
    const { answeredMs: olderMs } = older[index] ?? noTimes;
    const [ratio, saving] = [withoutMs / withMs, saveMs / replayMs];
    if (!(ratio >= leastRatio)) misses.push(`${title} of ${records} records`);
    if (!(saving <= mostSaving)) misses.push(`saving ${image} of ${records} records`);
    return [
      title,
      firstMs.toFixed(0),
      withMs.toFixed(0),
      olderMs.toFixed(0),
      withoutMs.toFixed(0),
      ratio.toFixed(1),
      (withoutMs / olderMs).toFixed(1),
      (bytes / 1e6).toFixed(0),
      (saveMs / 1000).toFixed(2),
      saving.toFixed(3),
    ];
  });
  const head = [
    'ms a command',
    'image, first',
    'with image',
    'and 1 % changed',
    'without',
    'times as fast',
    'and 1 %',
    'image, MB',
    'saving, s',
    'of a replay',
  ];
  const title = `${records.toLocaleString('en')} records, ${quads.toLocaleString('en')} statements, ${(size / 1e6).toFixed(0)} MB on disk`;
  return { text: `${title}\n${formatTable([head, ...rows])}`, misses };
}

/**
 * Reads a catalogue into an engine and writes an image of it, some times.
 * @param {string} catalogue
 * @param {Question['image']} image
 * @param {{ folder: string, rounds: number }} options
 * @returns {Promise<Kept>} medians
 */
async function keepImage(catalogue, image, { folder, rounds }) {
  /** @type {Kept[]} */
  const all = [];
  for (let round = 0; round < rounds; round += 1) {
    const { stdout } = await runProcess([replay, catalogue, image], { folder });
    /** @type {unknown} */
    const parsed = JSON.parse(stdout);
    all.push(/** @type {Kept} */ (parsed)); // as replay.mjs writes
  }
  return {
    replayMs: median(all.map(({ replayMs }) => replayMs)),
    saveMs: median(all.map(({ saveMs }) => saveMs)),
    bytes: median(all.map(({ bytes }) => bytes)),
  };
}

/** The images of a catalogue as they are at one time: a command that had much to read writes newer ones. */
class KeptFiles {
  /** @type {readonly { readonly image: string, readonly held: string }[]} */
  #files;

  /**
   * @param {string} catalogue
   * @param {string} folder that holds them
   * @param {readonly Pick<Question, 'image'>[]} questions
   */
  constructor(catalogue, folder, questions) {
    this.#files = questions.map(({ image }) => ({
      image: path.join(catalogue, `${image}.image`),
      held: path.join(folder, `${image}.image`),
    }));
  }

  async hold() {
    for (const { image, held } of this.#files) {
      await mkdir(path.dirname(held), { recursive: true });
      await link(image, held);
    }
  }

  /** A link is enough, since an image is never changed, but replaced. */
  async putBack() {
    for (const { image, held } of this.#files) {
      await rm(image, { force: true });
      await link(held, image);
    }
  }
}

/**
 * Asks each question with images and without, in turns.
 * @param {readonly Question[]} questions
 * @param {{ folder: string, rounds: number, before: () => Promise<void> }} options
 * @returns {Promise<readonly Times[]>}
 */
async function askAll(questions, { folder, rounds, before }) {
  const found = [];
  for (const { title, args, stdin } of questions) {
    console.error(`asking: ${title} …`);
    /** @param {'on' | 'off'} image */
    const run = async (image) => {
      return runProcess([cli, ...args, '--config', path.join(folder, `${image}.yaml`)], {
        folder,
        stdin,
      });
    };
    /** @type {Record<'on' | 'off' | 'answered', number[]>} */
    const times = { on: [], off: [], answered: [] };
    await before();
    const { processMs: firstMs } = await run('on');
    for (let round = 0; round < rounds; round += 1) {
      await before();
      const [on, off] = [await run('on'), await run('off')];
      if (on.stdout !== off.stdout) {
        throw new Error(
          `With an image the answer is another:\n${on.stdout}\nand without:\n${off.stdout}`,
        );
      }
      times.on.push(on.processMs);
      times.answered.push(on.answeredMs);
      times.off.push(off.processMs);
    }
    found.push({
      firstMs,
      withMs: median(times.on),
      answeredMs: median(times.answered),
      withoutMs: median(times.off),
    });
  }
  return found;
}
