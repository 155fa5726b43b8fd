// `compare -- sitemaps`: all sitemaps and feeds in the corpora, read by us, and as whole documents
// with cheerio.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fewestAlterations } from './alterations.mjs';
import { readSitemap } from './built.mjs';
import { filesBelow, inCorpus } from './corpora.mjs';
import { plainListing } from './plain-listing.mjs';
import { Tally } from './tally.mjs';

const corpora = [
  'suite-crawler-commons',
  'dataone-slendernodes',
  'cdif-validation',
  'cdif-discovery',
  'cdif-Discovery-2024-draft-examples',
];
const suffixes = /\.(?:xml|rss|txt|gz)$/u;
/** Other documents, which must not give an entry. */
const none = 'none of these';
const forms = ['sitemap', 'index', 'feed', 'text', 'gzipped', none];

/**
 * @typedef {import('./plain-listing.mjs').PlainListing & { text?: string }} PlainListing the text
 * of what is none
 */

/** @type {readonly import('./alterations.mjs').Alteration<PlainListing>[]} */
const alterations = [
  {
    name: 'guid in place of a link',
    alter: (listing) => ({
      ...listing,
      entries: listing.entries.map((entry) =>
        entry.location === '' ? { ...entry, location: entry.guid } : entry,
      ),
    }),
  },
  {
    name: 'fragment of a location',
    alter: (listing) => ({
      ...listing,
      entries: listing.entries.map((entry) => ({
        ...entry,
        location: withoutFragment(entry.location),
      })),
    }),
  },
  {
    name: 'a URL on a line of a text',
    alter: (listing) => ({
      ...listing,
      entries: listing.text === undefined ? listing.entries : urlLinesOf(listing.text),
    }),
  },
  {
    name: 'metadata that an entry links to',
    alter: (listing) => ({ ...listing, entries: listing.entries.flatMap(metadataOf) }),
  },
];

/**
 * @returns {Promise<readonly Tally[]>} a tally for each form; an input is a file, equal where all
 * its locations are
 */
export async function compareSitemaps() {
  const tallies = new Map(forms.map((form) => [form, new Tally(form)]));
  for (const corpus of corpora) {
    const folder = await inCorpus(corpus, 'data');
    for (const file of await filesBelow(folder)) {
      if (!suffixes.test(file)) continue;
      const body = await readFile(path.join(folder, file));
      const plain = plainListing(body) ?? { form: none, entries: [], text: body.toString() };
      const tally = tallies.get(plain.form);
      if (tally !== undefined) await compare(tally, { name: `${corpus}/${file}`, body, plain });
    }
  }
  return [...tallies.values()];
}

/**
 * @typedef {object} Sample
 * @property {string} name
 * @property {Buffer} body
 * @property {PlainListing} plain
 */

/**
 * @param {Tally} tally
 * @param {Sample} sample
 */
async function compare(tally, { name, body, plain }) {
  const own = (await ourLocations(body)).join('\n');
  /** @type {(listing: PlainListing) => boolean} */
  const agrees = (listing) => locationsOf(listing).join('\n') === own;
  if (agrees(plain)) tally.addEqual();
  else tally.addDifference(fewestAlterations(plain, alterations, agrees), () => name);
}

/** @param {PlainListing} listing */
function locationsOf({ entries }) {
  return entries
    .map(({ location }) => location.trim())
    .filter((location) => URL.canParse(location))
    .map((location) => new URL(location).href);
}

/**
 * The lines of a text that are URLs, without the other lines.
 * @param {string} text
 */
function urlLinesOf(text) {
  return text
    .split(/\s*[\r\n]\s*/u)
    .filter((line) => /^https?:\S+$/u.test(line))
    .map((location) => ({ location, guid: '', describedBy: [] }));
}

/** @param {string} url */
function withoutFragment(url) {
  return url.replace(/#.*$/su, '');
}

/**
 * The metadata documents that an entry links to: in place of the entry, or after it where they
 * describe more than the entry.
 * @param {import('./plain-listing.mjs').PlainEntry} entry
 */
function metadataOf(entry) {
  if (entry.describedBy.length === 0) return [entry];
  const linked = entry.describedBy.map(({ href }) => ({
    ...entry,
    location: withoutFragment(href),
  }));
  const isList = entry.describedBy.every(({ profile }) => profile.includes('Collection'));
  return isList ? [entry, ...linked] : linked;
}

/** @param {Buffer} body */
async function ourLocations(body) {
  const url = 'https://example.org/sitemap';
  const locations = [];
  for await (const listed of readSitemap(
    inOnePiece(body),
    { url, finalUrl: url },
    { maxBytes: 1e9, maxRatio: 200 },
  )) {
    if (listed.kind === 'url' || listed.kind === 'sitemap') locations.push(listed.url);
  }
  return locations;
}

/** @param {Buffer} body */
async function* inOnePiece(body) {
  yield body;
}
