// A second reader of sitemaps and feeds, which loads whole documents with cheerio as simple scripts
// do.
import { gunzipSync } from 'node:zlib';
import * as cheerio from 'cheerio';

/**
 * @typedef {object} PlainListing
 * @property {string} form
 * @property {readonly PlainEntry[]} entries
 *
 * What an entry says, as written.
 * @typedef {object} PlainEntry
 * @property {string} location empty where it has none
 * @property {string} guid of an item of RSS
 * @property {readonly { readonly href: string, readonly profile: string }[]} describedBy ResourceSync's links to metadata
 */

/** The XML formats by root element, with the elements of an entry and of its location. */
const forms = new Map([
  ['urlset', { form: 'sitemap', entry: 'url', location: 'loc' }],
  ['sitemapindex', { form: 'index', entry: 'sitemap', location: 'loc' }],
  ['rss', { form: 'feed', entry: 'item', location: 'link' }],
  ['feed', { form: 'feed', entry: 'entry', location: 'link' }],
]);

/**
 * @param {Buffer} body
 * @returns {PlainListing | undefined} undefined where it is something else
 */
export function plainListing(body) {
  const isGzipped = body[0] === 0x1f && body[1] === 0x8b;
  const text = decode(isGzipped ? gunzipSync(body) : body).trim();
  const listing = text.startsWith('<') ? xmlListing(text) : textListing(text);
  return isGzipped && listing !== undefined ? { ...listing, form: 'gzipped' } : listing;
}

/**
 * Decodes by the XML declaration, else as UTF-8, without a byte order mark.
 * @param {Buffer} body
 */
function decode(body) {
  const declaration = /^\s*<\?xml[^>]*encoding=["']([\w.-]+)/u.exec(body.toString('latin1'));
  return new TextDecoder(declaration?.[1] ?? 'utf-8').decode(body);
}

/**
 * @param {string} text
 * @returns {PlainListing | undefined} undefined where there is a line that is no URL
 */
function textListing(text) {
  const lines = text.split(/\s*[\r\n]\s*/u);
  if (!lines.every((line) => /^https?:\S+$/u.test(line))) return undefined;
  return {
    form: 'text',
    entries: lines.map((location) => ({ location, guid: '', describedBy: [] })),
  };
}

/**
 * @param {string} text
 * @returns {PlainListing | undefined}
 */
function xmlListing(text) {
  const $ = cheerio.load(text, { xml: true });
  const root = $.root().children().first();
  const shape = forms.get(localName(root.prop('tagName')));
  if (shape === undefined) return undefined;
  const elements = root.find('*').filter((_, each) => localName(each.tagName) === shape.entry);
  const entries = elements.toArray().map((element) => {
    const children = $(element).children();
    const own = children.filter((_, each) => prefix(each.tagName) === prefix(element.tagName));
    const location = own
      .filter((_, each) => localName(each.tagName) === shape.location)
      .filter((_, each) => ($(each).attr('rel') ?? 'alternate') === 'alternate')
      .first();
    const links = children.filter((_, each) => $(each).attr('rel') === 'describedby');
    return {
      location: location.attr('href') ?? location.text(),
      guid: own.filter('guid').text(),
      describedBy: links.toArray().map((link) => ({
        href: $(link).attr('href') ?? '',
        profile: $(link).attr('profile') ?? '',
      })),
    };
  });
  return { form: shape.form, entries };
}

/** @param {string | undefined} name */
function localName(name = '') {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/** @param {string} name */
function prefix(name) {
  return name.slice(0, Math.max(0, name.indexOf(':')));
}
