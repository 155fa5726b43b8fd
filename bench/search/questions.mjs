// What is asked: values that find about as many records however many there are, so that only looking can take longer.
import { createRandom } from '../generate/random.mjs';
import { rareWord } from './records.mjs';

/** @typedef {import('../../src/model/search-facts.ts').SearchFacts} SearchFacts */
/** @typedef {import('../../src/model/search-facts.ts').Box} Box */
/** @typedef {import('./catalogue.mjs').SearchedCatalogue} SearchedCatalogue */

/**
 * @typedef {object} Question
 * @property {string} query the bundled query that looks things up
 * @property {Readonly<Record<string, string>>} values
 * @property {string} [filter] the same question of the record graphs; without one it is asked by the twin, which ends in `-filter`
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

/** How many records are to be found. */
const hits = { place: 150, time: 150 };
/** Which part of the records each condition of a combined search is to find, so that all together find under one per cent. */
const parts = { place: 0.1, time: 0.15 };
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
  /** @param {number} number @param {number} wanted */
  const placeOf = (number, wanted) =>
    boxQuestion(createRandom(seed, `box ${number}`), boxes, wanted);
  /** @param {number} number @param {number} wanted */
  const timeOf = (number, wanted) =>
    timeQuestion(createRandom(seed, `time ${number}`), years, wanted);
  const words = numbers.map((number) => {
    const random = createRandom(seed, `word ${number}`);
    return rareWord(random, catalogue.records);
  });
  const keywords = words.map((word) => wordQuestion('search-keyword', word, texts.keyword));
  const variables = words.map((word) => wordQuestion('search-variable', word, texts.variable));
  const combined = numbers.map((number) => ({
    query: 'search-all',
    values: {
      ...placeOf(number, parts.place * catalogue.records).values,
      ...timeOf(number, parts.time * catalogue.records).values,
      word: 'atlas',
    },
  }));
  return {
    place: numbers.map((number) => placeOf(number, hits.place)),
    time: numbers.map((number) => timeOf(number, hits.time)),
    keyword: keywords,
    variable: variables,
    combined,
  };
}

/** Where the words of a search stand in the records. */
const texts = {
  variable: ['schema:variableMeasured/schema:name'],
  keyword: ['schema:name', 'schema:keywords', 'schema:variableMeasured/schema:name'],
};

/**
 * As somebody asks who has nothing but the records. It compares the texts as they stand, which these records allow.
 * @param {string} query
 * @param {string} word
 * @param {readonly string[]} paths
 * @returns {Question}
 */
function wordQuestion(query, word, paths) {
  const patterns = paths.map((path) => `{ ?resource ${path} ?text }`);
  const filter = `PREFIX schema: <http://schema.org/>
    SELECT DISTINCT ?resource ?graph WHERE {
      GRAPH ?graph {
        ?resource a schema:Dataset .
        ${patterns.join(' UNION ')}
        FILTER(CONTAINS(CONCAT(" ", LCASE(STR(?text)), " "), " ${word} "))
      }
    }`;
  return { query, values: { word }, filter };
}

/**
 * Around a random record, as large as it takes.
 * @param {import('../generate/random.mjs').Random} random
 * @param {readonly Box[]} boxes
 * @param {number} wanted how many it is to find
 * @returns {Question}
 */
function boxQuestion(random, boxes, wanted) {
  const centre = random.pick(boxes);
  for (let half = 0.05; ; half *= growth) {
    const asked = {
      west: Math.max(-180, centre.west - half),
      south: Math.max(-90, centre.south - half / 2),
      east: Math.min(180, centre.west + half),
      north: Math.min(90, centre.south + half / 2),
    };
    if (boxes.filter((box) => meets(box, asked)).length < wanted) continue;
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
 * Around the start of a random record, as long as it takes.
 * @param {import('../generate/random.mjs').Random} random
 * @param {readonly { begin: number, end: number }[]} years
 * @param {number} wanted how many it is to find
 * @returns {Question}
 */
function timeQuestion(random, years, wanted) {
  const centre = random.pick(years).begin;
  for (let days = 1; ; days = Math.ceil(days * growth)) {
    const begin = centre - days / 730.5;
    const end = centre + days / 730.5;
    const found = years.filter((range) => range.begin <= end && range.end >= begin).length;
    if (found < wanted) continue;
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
