// What is asked: values that find about as many records however many there are, so that only looking can take longer.
import { createRandom } from '../generate/random.mjs';
import { rareWord } from './records.mjs';

/** @typedef {import('../../src/model/search-facts.ts').SearchFacts} SearchFacts */
/** @typedef {import('../../src/model/search-facts.ts').Box} Box */
/** @typedef {import('./catalogue.mjs').SearchedCatalogue} SearchedCatalogue */

/**
 * @typedef {object} Question
 * @property {string} query the bundled query that looks things up; its twin ends in `-filter`
 * @property {Readonly<Record<string, string>>} values
 * @property {number} [candidates] how many places or times are compared for it
 */

/** @param {string} module of the build */
const built = (module) => new URL(`../../dist/${module}`, import.meta.url).href;
const { cellsOf, coveringCells, parentOf } =
  /** @type {typeof import('../../src/facts/place/cells.ts')} */ (
    await import(built('facts/place/cells.js'))
  );
const { coveringSpans, parentOfSpan, spansOf } =
  /** @type {typeof import('../../src/facts/time/spans.ts')} */ (
    await import(built('facts/time/spans.js'))
  );
const { periodBounds } = /** @type {typeof import('../../src/facts/time/period-bounds.ts')} */ (
  await import(built('facts/time/period-bounds.js'))
);

const hits = { box: 30, time: 150 };
const growth = 1.15;

/**
 * So many questions of each kind.
 * @param {SearchedCatalogue} catalogue
 * @param {{ seed: number, count: number }} options
 */
export function questionsFor(catalogue, { seed, count }) {
  const boxes = catalogue.facts.map(({ places }) => /** @type {Box} */ (places.boxes[0])); // each has one
  const years = catalogue.facts.map(({ times }) => periodBounds(times.periods[0] ?? {}));
  const numbers = Array.from({ length: count }, (_, number) => number);
  const places = numbers.map((number) => boxQuestion(createRandom(seed, `box ${number}`), boxes));
  const times = numbers.map((number) => timeQuestion(createRandom(seed, `time ${number}`), years));
  const words = numbers.map((number) => {
    const random = createRandom(seed, `word ${number}`);
    return { query: 'search-keyword', values: { word: rareWord(random, catalogue.records) } };
  });
  const variables = words.map(({ values }) => ({ query: 'search-variable', values }));
  const combined = numbers.map((number) => ({
    query: 'search-all',
    values: { ...places[number]?.values, ...times[number]?.values, word: 'atlas' },
  }));
  return { place: places, time: times, keyword: words, variable: variables, combined };
}

/**
 * Around a random record, as large as it takes.
 * @param {import('../generate/random.mjs').Random} random
 * @param {readonly Box[]} boxes
 * @returns {Question}
 */
function boxQuestion(random, boxes) {
  const centre = random.pick(boxes);
  for (let half = 0.05; ; half *= growth) {
    const asked = {
      west: Math.max(-180, centre.west - half),
      south: Math.max(-90, centre.south - half / 2),
      east: Math.min(180, centre.west + half),
      north: Math.min(90, centre.south + half / 2),
    };
    if (boxes.filter((box) => meets(box, asked)).length < hits.box) continue;
    const { cells, ancestors } = coveringCells([asked]);
    const candidates = boxes.filter((box) =>
      isCandidate(cellsOf(box), { cells, ancestors, parentOf }),
    ).length;
    const values = {
      west: String(asked.west),
      south: String(asked.south),
      east: String(asked.east),
      north: String(asked.north),
    };
    return { query: 'search-box', values, candidates };
  }
}

/** @param {Box} one @param {Box} other */
function meets(one, other) {
  return (
    one.west <= other.east &&
    one.east >= other.west &&
    one.south <= other.north &&
    one.north >= other.south
  );
}

/**
 * From the start of a random record on, as long as it takes.
 * @param {import('../generate/random.mjs').Random} random
 * @param {readonly { begin: number, end: number }[]} years
 * @returns {Question}
 */
function timeQuestion(random, years) {
  const first = Math.min(2020, random.pick(years).begin);
  for (let days = 1; ; days = Math.ceil(days * growth)) {
    const begin = first;
    const end = first + days / 365.25;
    const found = years.filter((range) => range.begin <= end && range.end >= begin).length;
    if (found < hits.time) continue;
    const { cells, ancestors } = coveringSpans({ begin, end });
    const candidates = years.filter((range) =>
      isCandidate(spansOf(range), { cells, ancestors, parentOf: parentOfSpan }),
    ).length;
    return { query: 'search-time', values: { begin: day(begin), end: day(end) }, candidates };
  }
}

/** @param {number} year with its parts */
function day(year) {
  const start = Date.UTC(Math.floor(year), 0, 1);
  const length = Date.UTC(Math.floor(year) + 1, 0, 1) - start;
  return new Date(start + (year % 1) * length).toISOString().slice(0, 10);
}

/**
 * Whether something with these cells is looked at.
 * @param {readonly string[]} own
 * @param {{ cells: readonly string[], ancestors: readonly string[], parentOf: (cell: string) => string | undefined }} asked
 */
function isCandidate(own, { cells, ancestors, parentOf: parent }) {
  return own.some((cell) => {
    if (ancestors.includes(cell)) return true;
    for (let at = /** @type {string | undefined} */ (cell); at !== undefined; at = parent(at)) {
      if (cells.includes(at)) return true;
    }
    return false;
  });
}
