// Records to search: those of the other benches, with places and times of all sizes, and with
// keywords and variables of which some are everywhere and most are rare, as in real catalogues.
import { createRandom } from '../generate/random.mjs';
import { createRecord } from '../generate/record.mjs';
import { shapes } from '../generate/shape.mjs';

/** @typedef {import('../generate/random.mjs').Random} Random */

const syllables = ['bar', 'del', 'fo', 'gul', 'hin', 'ka', 'lor', 'mes', 'nu', 'pra', 'rit', 'sol'];
/**
 * The number of invented words; the number of records with each word does not depend on the number
 * of records.
 */
const recordsPerWord = 40;

/**
 * The JSON-LD of a record.
 * @param {number} seed
 * @param {number} index
 * @param {number} count how many records there are in all
 * @param {number} [edition] later ones have another title and date
 */
export function searchedRecord(seed, index, count, edition = 1) {
  const random = createRandom(seed, `searched ${index}`);
  const record = createRecord(seed, index);
  const { dataset } = record;
  const keywords = /** @type {string[]} */ (dataset['keywords']); // as createRecord makes them
  const variables = /** @type {object[]} */ (dataset['variableMeasured']); // likewise
  const rare = rareWord(random, count);
  const changed = {
    ...dataset,
    keywords: [...keywords.slice(0, 5), `${rare} ${random.pick(['survey', 'series', 'atlas'])}`],
    spatialCoverage: place(random),
    temporalCoverage: period(random),
    variableMeasured: [...variables.slice(0, 5), variable(random, count)],
    ...(edition > 1 && {
      name: `${String(dataset['name'])}, edition ${edition}`,
      dateModified: new Date(Date.UTC(2026, 0, edition)).toISOString().slice(0, 10),
    }),
  };
  return JSON.stringify(shapes.cdif([{ ...record, dataset: changed }]));
}

/**
 * A word that about forty records have.
 * @param {Random} random
 * @param {number} count
 */
export function rareWord(random, count) {
  return wordOf(random.whole(0, Math.ceil(count / recordsPerWord)));
}

/** @param {number} index @returns {string} */
function wordOf(index) {
  const { length } = syllables;
  const last = syllables[index % length] ?? '';
  return index < length ? `ze${last}` : wordOf(Math.floor(index / length) - 1) + last;
}

/** @param {Random} random @param {number} count */
function variable(random, count) {
  const name = `${rareWord(random, count)} concentration`;
  const propertyID = `https://vocabulary.bench.test/${name.replaceAll(' ', '-')}`;
  return { '@type': 'PropertyValue', name, propertyID, unitText: 'mg/L' };
}

/**
 * A box from a point to a tenth of the globe; most are small.
 * @param {Random} random
 */
function place(random) {
  const width = 10 ** (random.next() * 3.5 - 2);
  const south = random.next() * (178 - width / 2) - 89;
  const west = random.next() * (358 - width) - 179;
  const box = [south, west, south + width / 2, west + width].map((edge) => edge.toFixed(3));
  return { '@type': 'Place', name: 'Somewhere', geo: { '@type': 'GeoShape', box: box.join(' ') } };
}

/**
 * A period from a day to five years, between 1900 and 2025.
 * @param {Random} random
 */
function period(random) {
  const days = 10 ** (random.next() * 3.3);
  const start = Date.UTC(1900, 0, 1) + random.next() * 125 * 365.25 * 86_400_000;
  const ends = [start, start + days * 86_400_000].map((time) => new Date(time).toISOString());
  return ends.map((end) => end.slice(0, 10)).join('/');
}
