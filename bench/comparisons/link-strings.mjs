// `compare -- link-strings`: the Link fields in the tests of http-link-header, with the results of
// that library.
import { readFile } from 'node:fs/promises';
import { fewestAlterations } from './alterations.mjs';
import { parseLinkField } from './built.mjs';
import { inCorpus } from './corpora.mjs';
import { refsIn } from './http-link-header.mjs';
import { Tally } from './tally.mjs';

/**
 * @typedef {import('./http-link-header.mjs').Ref} Ref
 *
 * @typedef {object} Listed
 * @property {string} input
 * @property {readonly Ref[] | { error: string }} parsedByHttpLinkHeader
 */

const base = 'https://example.org/';
/** A registered relation or an absolute IRI (RFC 8288 §3.3). */
const relation = /^(?:[a-z][a-z\d.-]*|[a-z][a-z\d+.-]*:\S+)$/iu;
const notUtf8 = /;\s*(?:title\*)=(?!utf-8')[^;,]*/giu;

/**
 * The input of http-link-header, and the filters of its result.
 * @typedef {object} Given
 * @property {string} field
 * @property {boolean} isRelated without links that have no relation
 * @property {boolean} isNamed without relations that are no relation types
 */

/** @type {readonly import('./alterations.mjs').Alteration<Given>[]} */
const alterations = [
  {
    name: 'an empty element of the list',
    alter: (given) => ({ ...given, field: given.field.replace(/^[\s,]+/u, '') }),
  },
  { name: 'no relation', alter: (given) => ({ ...given, isRelated: true }) },
  { name: 'words that are no relation', alter: (given) => ({ ...given, isNamed: true }) },
  {
    name: 'a fold within a relation',
    alter: (given) => ({
      ...given,
      field: given.field.replaceAll(/"[^"]*"/gu, (quoted) =>
        quoted.replaceAll(/\r\n[ \t]+/gu, ' '),
      ),
    }),
  },
  {
    name: 'title* in another charset',
    alter: (given) => ({ ...given, field: given.field.replaceAll(notUtf8, '') }),
  },
];

/**
 * @returns {Promise<readonly Tally[]>} ours and that of the installed library, each against the
 * listing
 */
export async function compareLinkStrings() {
  const file = await inCorpus('suite-link-headers', 'data/link-header-vectors.json');
  /** @type {unknown} */
  const json = JSON.parse(await readFile(file, 'utf8'));
  const [ours, installed] = [new Tally('ours'), new Tally('http-link-header')];
  for (const { input, parsedByHttpLinkHeader } of /** @type {readonly Listed[]} */ (json)) {
    const listed = Array.isArray(parsedByHttpLinkHeader)
      ? readingOf(/** @type {readonly Ref[]} */ (parsedByHttpLinkHeader))
      : 'an error';
    const own = ourReading(input);
    if (own === listed) ours.addEqual();
    else ours.addDifference(explain(input, own), () => `${input}: ${own}, not ${listed}`);
    const other = readAsGiven({ field: input, isRelated: false, isNamed: false });
    if (other === listed) installed.addEqual();
    else installed.addDifference(undefined, () => `${input}: ${other}, not ${listed}`);
  }
  return [ours, installed];
}

/**
 * @param {string} field
 * @param {string} reading ours
 */
function explain(field, reading) {
  const given = { field, isRelated: false, isNamed: false };
  return fewestAlterations(given, alterations, (each) => readAsGiven(each) === reading);
}

/** @param {Given} given */
function readAsGiven({ field, isRelated, isNamed }) {
  const refs = refsIn(field);
  if (refs === undefined) return 'an error';
  const left = refs.filter(({ rel = '' }) => {
    return (!isRelated || rel !== '') && (!isNamed || relation.test(String(rel)));
  });
  return readingOf(left);
}

/** @param {string} field */
function ourReading(field) {
  return JSON.stringify(
    parseLinkField(field, base).links.map(({ rel, target, title = '' }) => [rel, target, title]),
  );
}

/**
 * Relations, targets and titles as one comparable text.
 * @param {readonly Ref[]} refs
 */
function readingOf(refs) {
  return JSON.stringify(
    refs.map(({ uri, rel = '', title = '', 'title*': extended }) => {
      const isObject = typeof extended === 'object' && extended !== null && 'value' in extended;
      return [rel, new URL(uri, base).href, isObject ? extended.value : title];
    }),
  );
}
