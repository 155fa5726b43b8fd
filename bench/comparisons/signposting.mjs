// `compare -- signposting`: the Link fields of the A2A FAIR metrics benchmarks, parsed by us, by
// splitting, and by http-link-header.
import { readFile } from 'node:fs/promises';
import { parseLinkField } from './built.mjs';
import { inCorpus } from './corpora.mjs';
import { refsIn } from './http-link-header.mjs';
import { naiveLinks } from './naive-links.mjs';
import { Tally } from './tally.mjs';

/**
 * @typedef {object} Benchmark
 * @property {string} benchmark its name
 * @property {{ readonly [file: string]: readonly string[] }} headers the Link fields of each of its files
 */

const base = 'https://example.org/';

/** @returns {Promise<readonly Tally[]>} an input is all fields of one file */
export async function compareSignposting() {
  const file = await inCorpus('suite-signposting-a2a', 'benchmarks.json');
  /** @type {unknown} */
  const json = JSON.parse(await readFile(file, 'utf8'));
  const [naive, other] = [new Tally('by splitting'), new Tally('http-link-header')];
  for (const { benchmark, headers } of /** @type {readonly Benchmark[]} */ (json)) {
    for (const [name, fields] of Object.entries(headers)) {
      const field = fields.map(unquoted).join(', ');
      const describe = () => `${benchmark} ${name}`;
      const ours = ourLinks(field);
      if (ours === linksOfMaps(naiveLinks(field))) naive.addEqual();
      else naive.addDifference(undefined, describe);
      if (ours === otherLinks(field)) other.addEqual();
      else other.addDifference(undefined, describe);
    }
  }
  return [naive, other];
}

/**
 * A field as the server sends it, without the quotes that some benchmarks have in the configuration
 * of the server.
 * @param {string} field
 */
function unquoted(field) {
  return /^".*"$/su.test(field) ? field.slice(1, -1).replaceAll(String.raw`\"`, '"') : field;
}

/** @param {string} field */
function ourLinks(field) {
  const { links } = parseLinkField(field, base);
  return setOf(
    links.map(({ rel, target, type = '', profiles }) => [rel, target, type].concat(profiles)),
  );
}

/** @param {string} field */
function otherLinks(field) {
  const maps = (refsIn(field) ?? []).map(
    ({ uri, rel, type = '', profile = '' }) =>
      new Map([
        ['href', uri],
        ['rel', String(rel)],
        ['type', String(type)],
        ['profile', String(profile)],
      ]),
  );
  return linksOfMaps(maps);
}

/** @param {readonly ReadonlyMap<string, string>[]} maps */
function linksOfMaps(maps) {
  return setOf(
    maps.flatMap((parameters) => {
      const [href = '', rels = '', type = '', profiles = ''] = [
        'href',
        'rel',
        'type',
        'profile',
      ].map((name) => parameters.get(name));
      const rest = [new URL(href, base).href, type, ...profiles.split(' ').filter(Boolean)];
      return rels.split(' ').map((rel) => [rel].concat(rest));
    }),
  );
}

/**
 * Links in canonical order, as one comparable text.
 * @param {readonly (readonly string[])[]} links
 */
function setOf(links) {
  return [...new Set(links.map((link) => JSON.stringify(link)))].toSorted().join('\n');
}
