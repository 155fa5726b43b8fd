// What is asked: values that find about as many records however many there are, so that only looking can take longer.
import { built } from '../measure/built.mjs';
import { createRandom } from '../generate/random.mjs';
import { rareWord } from './records.mjs';

/** @typedef {import('../../src/model/search-facts.ts').SearchFacts} SearchFacts */
/** @typedef {import('../../src/model/search-facts.ts').Box} Box */
/** @typedef {import('./catalogue.mjs').SearchedCatalogue} SearchedCatalogue */

/**
 * @typedef {Readonly<Record<string, string>>} Values
 *
 * @typedef {object} Question
 * @property {string} looking the query that looks things up
 * @property {{ text: string, of: 'index' | 'records' }} comparing the same question by FILTER, and of what it is asked
 * @property {Values} values what is asked for
 * @property {number} [candidates] how many places or times are compared for it
 */

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

const { bindQuery } = /** @type {typeof import('../../src/query/bind-query.ts')} */ (
  await import(built('query/bind-query.js'))
);
const { bundledQueries } = /** @type {typeof import('../../src/query/bundled.ts')} */ (
  await import(built('query/bundled.js'))
);
const { composeSearch } = /** @type {typeof import('../../src/query/search/compose-search.ts')} */ (
  await import(built('query/search/compose-search.js'))
);
const bundled = new Map(bundledQueries().map((query) => [query.name, query]));

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
  const conditions = numbers.map((number) => ({
    place: placeOf(number, parts.place * catalogue.records).values,
    time: timeOf(number, parts.time * catalogue.records).values,
    word: { word: 'atlas' },
  }));
  return {
    place: numbers.map((number) => placeOf(number, hits.place)),
    time: numbers.map((number) => timeOf(number, hits.time)),
    keyword: keywords,
    variable: variables,
    combined: conditions.map(({ place, time, word }) =>
      twinQuestion('search-all', { ...place, ...time, ...word }),
    ),
    composed: conditions.map(composedQuestion),
  };
}

/** @param {string} name @param {Values} values */
function bound(name, values) {
  const query = bundled.get(name);
  if (query === undefined) throw new Error(`There is no bundled query ${name}.`);
  return bindQuery(query, new Map(Object.entries(values)));
}

/**
 * The same of the index: by the bundled query, and by its twin.
 * @param {string} name
 * @param {Values} values
 * @returns {Question}
 */
function twinQuestion(name, values) {
  const comparing = { text: bound(`${name}-filter`, values), of: /** @type {const} */ ('index') };
  return { looking: bound(name, values), comparing, values };
}

/**
 * As the command `search` asks for several things.
 * @param {{ place: Values, time: Values, word: Values }} conditions
 * @returns {Question}
 */
function composedQuestion({ place, time, word }) {
  const isCommon = false;
  const looking = composeSearch(
    [
      { text: bound('search-box', place), comparing: bound('search-box-filter', place), isCommon },
      { text: bound('search-time', time), comparing: bound('search-time-filter', time), isCommon },
      { text: bound('search-text', word), isCommon },
    ],
    'relevance',
  );
  return { ...twinQuestion('search-all', { ...place, ...time, ...word }), looking };
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
  return {
    looking: bound(query, { word }),
    comparing: { text: filter, of: 'records' },
    values: { word },
  };
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
    return { ...twinQuestion('search-box', values), candidates };
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
    return { ...twinQuestion('search-time', { begin: day(begin), end: day(end) }), candidates };
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
