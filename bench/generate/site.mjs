// Whole sites: robots.txt, sitemaps and documents, one site per host. This module does not know how
// the sites are served.
import { createFrame, scriptText } from './page.mjs';
import { createRecord } from './record.mjs';
import { shapes } from './shape.mjs';

/** @typedef {import('./shape.mjs').ShapeName} ShapeName */

/**
 * @typedef {object} SiteOptions
 * @property {number} seed
 * @property {number} records in all hosts together
 * @property {number} pageKb of HTML around the JSON-LD, in units of 1,000 bytes; 0 serves the JSON-LD itself
 * @property {readonly ShapeName[]} shapes documents take turns
 * @property {number} listSize records in a document of shape `list`
 * @property {boolean} [linksXml] whether each record links to a metadata document in XML on its host,
 * and has no identifier that a check would request elsewhere
 */

/**
 * The response for a path. Its pieces are sent one after another; several responses share them.
 * @typedef {{ readonly type: string, readonly pieces: readonly Buffer[] }} Content
 */

/** @typedef {ReadonlyMap<string, Content>} Host what a host serves, by path */

/**
 * The protocol allows 50,000 URLs in one sitemap; a fifth of that gives several sitemaps, as large
 * repositories have.
 */
const urlsPerSitemap = 10_000;
/** Enough variants to differ, and few enough to stay in memory for any number of pages. */
const frameCount = 16;

/**
 * The sites of some hosts, with the documents distributed over them. The same options give the same
 * bytes.
 * @param {SiteOptions} options
 * @param {readonly string[]} origins one for each host; only sitemaps and robots.txt name them
 * @returns {Host[]} in the order of the origins
 */
export function createSites(options, origins) {
  const hosts = origins.map(() => /** @type {Map<string, Content>} */ (new Map()));
  const frames = createFrames(options);
  let documents = 0;
  for (const { shape, first, count } of planDocuments(options)) {
    const at = documents % hosts.length;
    const records = Array.from({ length: count }, (_, number) => {
      const record = createRecord(options.seed, first + number);
      return options.linksXml === true ? withXml(record, origins[at] ?? '') : record;
    });
    const { path, content } = createDocument(shapes[shape](records), shape, first, frames);
    hosts[at]?.set(path, content);
    documents += 1;
  }
  for (const [index, origin] of origins.entries()) {
    const host = hosts[index];
    if (host === undefined) continue;
    addListing(host, origin);
    // No sitemap names them.
    const linked = options.linksXml === true ? options.records : 0;
    for (let record = 0; record < linked; record += 1) host.set(xmlPath(record), xmlContent);
  }
  return hosts;
}

/** @param {number} record */
function xmlPath(record) {
  return `/metadata/${record}.xml`;
}

const xmlContent = {
  type: 'application/xml',
  pieces: [Buffer.from(`<metadata>${'<item>Soil moisture</item>'.repeat(200)}</metadata>`)],
};

/**
 * @param {import('./record.mjs').PlainRecord} record
 * @param {string} origin
 */
function withXml(record, origin) {
  const { identifier: _, distribution, ...dataset } = record.dataset;
  const document = {
    '@type': 'DataDownload',
    name: 'Metadata',
    contentUrl: origin + xmlPath(record.index),
    encodingFormat: 'application/xml',
  };
  const files = /** @type {readonly import('./record.mjs').Node[]} */ (distribution); // As it is created.
  return { ...record, dataset: { ...dataset, distribution: [...files, document] } };
}

/**
 * Assigns the records to documents.
 * @param {SiteOptions} options
 */
function* planDocuments({ records, shapes: chosen, listSize }) {
  let turn = 0;
  for (let first = 0; first < records; turn += 1) {
    const shape = /** @type {ShapeName} */ (chosen[turn % chosen.length]); // There is at least one.
    const count = shape === 'list' ? Math.min(listSize, records - first) : 1;
    yield { shape, first, count };
    first += count;
  }
}

/**
 * @typedef {{ readonly before: Buffer, readonly behind: Buffer }} Frame
 * @param {SiteOptions} options
 * @returns {readonly Frame[]} none where there are no pages
 */
function createFrames({ seed, pageKb }) {
  if (pageKb === 0) return [];
  return Array.from({ length: frameCount }, (_, variant) => {
    const { before, behind } = createFrame(seed, variant, pageKb * 1000);
    return { before: Buffer.from(before), behind: Buffer.from(behind) };
  });
}

/**
 * A list is a document of its own; other records stand in pages, where there are pages.
 * @param {unknown} document
 * @param {ShapeName} shape
 * @param {number} first
 * @param {readonly Frame[]} frames
 * @returns {{ path: string, content: Content }}
 */
function createDocument(document, shape, first, frames) {
  const frame = shape === 'list' ? undefined : frames[first % frames.length];
  const text = Buffer.from(scriptText(document));
  if (frame === undefined) {
    const type = 'application/ld+json';
    return { path: `/${shape}/${first}.jsonld`, content: { type, pieces: [text] } };
  }
  const pieces = [frame.before, text, frame.behind];
  return {
    path: `/${shape}/${first}`,
    content: { type: 'text/html; charset=utf-8', pieces },
  };
}

/**
 * Adds the sitemaps of the documents of a host, and the robots.txt that names these sitemaps.
 * @param {Map<string, Content>} host
 * @param {string} origin
 */
function addListing(host, origin) {
  const paths = [...host.keys()];
  /** @type {string[]} */
  const sitemaps = [];
  for (let at = 0; at < paths.length || at === 0; at += urlsPerSitemap) {
    const path = `/sitemap-${sitemaps.length + 1}.xml`;
    const entries = paths
      .slice(at, at + urlsPerSitemap)
      .map((each) => `<url><loc>${origin}${each}</loc><lastmod>2026-01-15</lastmod></url>\n`);
    const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`;
    host.set(path, { type: 'application/xml', pieces: [Buffer.from(text)] });
    sitemaps.push(`Sitemap: ${origin}${path}\n`);
  }
  const robots = `User-agent: *\nAllow: /\n${sitemaps.join('')}`;
  host.set('/robots.txt', { type: 'text/plain; charset=utf-8', pieces: [Buffer.from(robots)] });
}
