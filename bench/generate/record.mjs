// Records that resemble real ones in size and structure: about 3.5 KB of JSON that give about 100
// statements.
import { createRandom } from './random.mjs';
import {
  familyNames,
  formats,
  givenNames,
  institutions,
  keywords,
  licences,
  places,
  sentences,
  settings,
  subjects,
  variables,
} from './words.mjs';

/** @typedef {import('./random.mjs').Random} Random */

/**
 * A JSON-LD node whose keys and types are schema.org's, without a prefix. Keys and types with a colon are others'.
 * @typedef {{ readonly [key: string]: unknown }} Node
 */

/**
 * One record before it is given a shape.
 * @typedef {object} PlainRecord
 * @property {number} index
 * @property {string} iri of the dataset
 * @property {Node} dataset all of its description, without what is said of the metadata
 * @property {string} recordIri of the metadata record
 * @property {string} metadataDate
 * @property {Node} maintainer of the metadata
 */

const origin = 'https://data.bench.test';

/**
 * The record with a number. It depends neither on the number of records nor on the server.
 * @param {number} seed
 * @param {number} index
 * @returns {PlainRecord}
 */
export function createRecord(seed, index) {
  const random = createRandom(seed, `record ${index}`);
  const iri = `${origin}/dataset/${index}`;
  const institution = random.whole(0, institutions.length - 1);
  const place = random.pick(places);
  const year = random.whole(1962, 2019);
  return {
    index,
    iri,
    recordIri: `${iri}/metadata`,
    metadataDate: date(random, 2025),
    maintainer: organization(institution),
    dataset: {
      '@id': iri,
      '@type': 'Dataset',
      name: `${random.pick(subjects)} ${random.pick(settings)}, ${place}, ${year} (set ${index})`,
      description: random.some(sentences, 6).join(' '),
      url: `${origin}/landing/${index}`,
      version: `${random.whole(1, 4)}.${random.whole(0, 9)}`,
      inLanguage: 'en',
      datePublished: date(random, year + 2),
      dateModified: date(random, year + 4),
      keywords: random.some(keywords, 6),
      identifier: identifier(index),
      sameAs: `${origin}/handle/20.${index}`,
      license: random.pick(licences),
      isAccessibleForFree: random.next() < 0.8,
      creator: Array.from({ length: random.whole(2, 3) }, () => person(random)),
      publisher: organization(institution),
      temporalCoverage: `${date(random, year)}/${date(random, year + 1)}`,
      spatialCoverage: spatialCoverage(random, place),
      variableMeasured: random
        .some(variables, random.whole(5, 7))
        .map((variable) => measured(variable, random)),
      distribution: random.some(formats, 2).map((format) => distribution(format, iri, random)),
    },
  };
}

/** @param {number} index @returns {Node} */
function identifier(index) {
  return {
    '@type': 'PropertyValue',
    propertyID: 'https://registry.bench.test/doi',
    value: `doi:10.5555/bench.${index}`,
    url: `https://doi.bench.test/10.5555/bench.${index}`,
  };
}

/** @param {number} index of the institution @returns {Node} */
function organization(index) {
  return {
    '@id': `https://org.bench.test/${index}`,
    '@type': 'Organization',
    name: institutions[index],
    url: `https://org.bench.test/${index}/about`,
  };
}

/**
 * The number of people. With the default number of records each person is named about five times,
 * as in catalogues of one field.
 */
const people = 10_000;

/** @param {Random} random @returns {Node} */
function person(random) {
  const number = random.whole(0, people - 1);
  const whose = createRandom(number, 'person');
  return {
    '@type': 'Person',
    name: `${whose.pick(givenNames)} ${whose.pick(familyNames)}`,
    identifier: `https://people.bench.test/${100_000 + number}`,
    affiliation: { '@type': 'Organization', name: whose.pick(institutions) },
  };
}

/** @param {Random} random @param {string} name @returns {Node} */
function spatialCoverage(random, name) {
  const south = random.whole(-7000, 6000) / 100;
  const west = random.whole(-17_000, 16_000) / 100;
  const box = [south, west, south + 1.25, west + 2.5].map((degrees) => degrees.toFixed(2));
  return { '@type': 'Place', name, geo: { '@type': 'GeoShape', box: box.join(' ') } };
}

/**
 * @param {(typeof variables)[number]} variable
 * @param {Random} random
 * @returns {Node}
 */
function measured({ name, unit, least, most }, random) {
  return {
    '@type': 'PropertyValue',
    name,
    propertyID: `https://vocabulary.bench.test/${name.replaceAll(' ', '-')}`,
    unitText: unit,
    minValue: least,
    maxValue: most - random.whole(0, 9) / 100,
  };
}

/**
 * @param {(typeof formats)[number]} format
 * @param {string} iri of the dataset
 * @param {Random} random
 * @returns {Node}
 */
function distribution({ type, extension, name }, iri, random) {
  return {
    '@type': 'DataDownload',
    name,
    encodingFormat: type,
    contentSize: `${random.whole(10, 9000)} kB`,
    contentUrl: `${iri}/files/all.${extension}`,
  };
}

/**
 * @param {Random} random
 * @param {number} year
 */
function date(random, year) {
  const month = String(random.whole(1, 12)).padStart(2, '0');
  return `${year}-${month}-${String(random.whole(1, 28)).padStart(2, '0')}`;
}
