// `bench -- search`: bundled searches against the same questions asked by FILTER over all records, in one process and one engine.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseOptions, wholeNumber } from './measure/options.mjs';
import { median } from './measure/statistics.mjs';
import { formatTable } from './measure/table.mjs';
import { makeCatalogue } from './search/catalogue.mjs';
import { questionsFor } from './search/questions.mjs';

/** @typedef {import('./search/catalogue.mjs').SearchedCatalogue} SearchedCatalogue */
/** @typedef {import('./search/questions.mjs').Question} Question */

export const searchHelp = `bench -- search [options]
  --records N   records of the large catalogue; the small one has a quarter (20000)
  --values N    different values of each kind (10)
  --rounds N    how often each is asked (10)
  --seed N      of the records and the questions (1)
  --dir DIR     where catalogues are written (${tmpdir()})
`;

/** @satisfies {import('./measure/options.mjs').OptionTable} */
const optionTable = {
  records: wholeNumber(1000, 20_000),
  values: wholeNumber(1, 10),
  rounds: wholeNumber(1, 10),
  seed: wholeNumber(0, 1),
  dir: (/** @type {string | undefined} */ text) => path.resolve(text ?? tmpdir()),
};

/** How many times as fast as comparing each is to be. */
const targets = { place: 6, time: 4, keyword: 40, variable: 40, combined: 2, composed: 2 };
const kinds = /** @type {(keyof typeof targets)[]} */ (Object.keys(targets)); // the keys of a const object are its keys
/** From a quarter of the records to all, the candidates may grow by this. */
const maxGrowth = 2;
/** Of the statements of the records. */
const maxShare = 0.5;

/**
 * Prints what was measured beside what is to be reached. Where that is missed, the exit code is 1.
 * @param {readonly string[]} args
 * @throws {TypeError} when they are wrong
 */
export async function benchSearch(args) {
  const { records, values: count, rounds, seed, dir } = parseOptions(optionTable, args);
  const misses = [];
  const small = await makeCatalogue(Math.ceil(records / 4), { seed, dir });
  const few = questionsFor(small, { seed, count });
  await small.remove();
  const large = await makeCatalogue(records, { seed, dir });
  const questions = questionsFor(large, { seed, count });
  const share = large.indexQuads / large.quads;
  console.log(
    `${large.records} records, ${large.quads} statements; index ${large.indexQuads}, ${share.toFixed(3)} of them (at most ${maxShare})\n`,
  );
  if (share > maxShare) misses.push('share');
  const rows = kinds.map((kind) => {
    console.error(`asking for ${kind} …`);
    const found = measure(large, questions[kind], rounds);
    if (found.ratio < targets[kind]) misses.push(kind);
    return [
      kind,
      found.hits.toFixed(0),
      found.ms.toFixed(1),
      found.filterMs.toFixed(1),
      found.ratio.toFixed(1),
      String(targets[kind]),
    ];
  });
  console.log(
    formatTable([['search', 'hits', 'ms', 'by FILTER, ms', 'times as fast', 'at least'], ...rows]),
  );
  const grown = /** @type {const} */ (['place', 'time']).map((kind) => {
    const [before, after] = [few[kind], questions[kind]].map((asked) =>
      median(asked.map(({ candidates = 0 }) => candidates)),
    );
    const growth = (after ?? 0) / (before ?? 0);
    if (!(growth <= maxGrowth)) misses.push(`candidates of ${kind}`);
    return [kind, String(before), String(after), growth.toFixed(2), String(maxGrowth)];
  });
  const heads = [`of ${small.records} records`, `of ${large.records}`, 'times as many', 'at most'];
  console.log(formatTable([['candidates', ...heads], ...grown]));
  await large.remove();
  if (misses.length === 0) return;
  console.error(`Missed: ${misses.join(', ')}`);
  process.exitCode = 1;
}

/**
 * Asks each question both ways once to warm up, and then in turns.
 * @param {SearchedCatalogue} catalogue
 * @param {readonly Question[]} questions
 * @param {number} rounds
 */
function measure({ ask }, questions, rounds) {
  const times = [];
  const filterTimes = [];
  const hits = [];
  for (const { looking: text, comparing: twin, values } of questions) {
    const looking = () => ask(text);
    const comparing = () => ask(twin.text, twin.of);
    const [count, compared] = [rowsIn(looking()), rowsIn(comparing())];
    if (count !== compared) {
      throw new Error(
        `${count} are found, and ${compared} by FILTER: ${JSON.stringify(values)}\n${text}`,
      );
    }
    hits.push(count);
    for (let round = 0; round < rounds; round += 1) {
      times.push(timed(looking));
      filterTimes.push(timed(comparing));
    }
  }
  const [ms, filterMs] = [median(times), median(filterTimes)];
  return { ms, filterMs, ratio: filterMs / ms, hits: median(hits) };
}

/** @param {() => unknown} work */
function timed(work) {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

/** @param {string} answer */
function rowsIn(answer) {
  /** @type {unknown} */
  const parsed = JSON.parse(answer);
  return /** @type {{ results: { bindings: unknown[] } }} */ (parsed).results.bindings.length; // SPARQL 1.1 JSON
}
