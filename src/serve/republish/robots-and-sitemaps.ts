import type { Snapshot } from '../../catalogue/snapshot.ts';
import { findCdifLabel } from '../../model/media-type.ts';
import { type PageAnswer, type PageRequest, problemAnswer } from '../page.ts';
import { xmlText } from '../../text/xml-text.ts';
import { type Site, sitePath, urlOnSite } from '../site.ts';
import {
  countRecordFiles,
  type FiledRecord,
  readFileNumber,
  recordsOfFile,
} from './record-files.ts';

/** Paths whose addresses have no end, or are answers to people's questions. */
const endless = [
  '/?',
  '/search',
  '/explain',
  '/problems?',
  '/problems/*?',
  '/problems.csv',
  '/sources/*?',
  '/runs/*?',
  '/compare',
  '/query',
  '/sparql',
  '/api/search',
] as const;

/**
 * `robots.txt` (RFC 9309). The sitemap is named for all, and once more below `User-agent: CDIF1.0`
 * (CDIF 1.0, publication). That group has rules of its own and is the last one: a user-agent line
 * without rules would share those of the next group (RFC 9309, 2.2.1), since `Sitemap` lines do not
 * end a group (2.2.4).
 */
export function robotsFile({ site }: PageRequest): PageAnswer {
  const sitemap = `Sitemap: ${urlOnSite(site, '/sitemap.xml')}`;
  const rules = endless.map((path) => `Disallow: ${sitePath(site, path)}`);
  const groups = [
    [sitemap],
    ['User-agent: *', ...rules],
    ['User-agent: CDIF1.0', sitemap, ...rules],
  ];
  return {
    contentType: 'text/plain; charset=utf-8',
    body: `${groups.map((lines) => lines.join('\n')).join('\n\n')}\n`,
  };
}

/**
 * How many records a sitemap has, on average. sitemaps.org allows 50,000 URLs and 50 MB, which this
 * many reach neither in number nor in size.
 */
const recordsOfSitemap = 25_000;

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const sitemaps = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const resourceSync = 'xmlns:rs="http://www.openarchives.org/rs/terms/"';

/** The sitemap of all records; the index of several sitemaps where they are many. */
export function sitemapFile(request: PageRequest): PageAnswer {
  return sitemapAnswer(request, recordsOfSitemap);
}

/** One of several sitemaps. */
export function sitemapPart(request: PageRequest): PageAnswer {
  return sitemapPartAnswer(request, recordsOfSitemap);
}

/** @param most see `countRecordFiles` */
export function sitemapAnswer({ site, state }: PageRequest, most: number): PageAnswer {
  const count = countRecordFiles(state, most);
  const records = recordsOfFile(state, { number: 1, count: 1 });
  return {
    contentType: 'application/xml; charset=utf-8',
    body: count === 1 ? urlSet(site, state.snapshot, records) : sitemapIndex(site, count),
  };
}

/** @param most see `countRecordFiles` */
export function sitemapPartAnswer({ site, state, parts }: PageRequest, most: number): PageAnswer {
  const count = countRecordFiles(state, most);
  const number = count === 1 ? undefined : readFileNumber(parts['sitemap'] ?? '', count);
  if (number === undefined) return problemAnswer(404, 'There is no such sitemap');
  return {
    contentType: 'application/xml; charset=utf-8',
    body: urlSet(site, state.snapshot, recordsOfFile(state, { number, count })),
  };
}

function sitemapIndex(site: Site, count: number): string {
  let text = `${declaration}<sitemapindex ${sitemaps}>\n`;
  for (let number = 1; number <= count; number += 1) {
    text += `<sitemap><loc>${xmlText(urlOnSite(site, `/sitemap-${number}.xml`))}</loc></sitemap>\n`;
  }
  return `${text}</sitemapindex>\n`;
}

function* urlSet(
  site: Site,
  snapshot: Snapshot,
  records: Iterable<FiledRecord>,
): Generator<string> {
  // The document of many records is long, and would be read for each of them.
  const times = new Map<string, string | undefined>();
  yield `${declaration}<urlset ${sitemaps} ${resourceSync}>\n`;
  for (const record of records) {
    const { documentUrl, document } = record.facts;
    const name = `${document} ${documentUrl}`;
    if (!times.has(name)) {
      times.set(name, snapshot.documentFacts(documentUrl, document)?.retrieval.at);
    }
    yield urlEntry(site, record, times.get(name));
  }
  yield '</urlset>\n';
}

/**
 * The page of a record, and a labelled link to its metadata (ResourceSync `rs:ln`, as CDIF uses
 * it). Records, not datasets, so that a harvester gets every record graph as it is.
 * @param at the time when our copy of the document took its current form
 */
function urlEntry(site: Site, { key, facts }: FiledRecord, at: string | undefined): string {
  const page = xmlText(urlOnSite(site, `/record/${key}`));
  // The word of CDIF (CDIF 1.0, publication), for records that claim one of its profiles.
  const profile = findCdifLabel(facts.profiles) === 'record' ? ' profile="CDIF1.0"' : '';
  const type = 'type="application/ld+json"';
  const link = `<rs:ln rel="describedby" href="${page}.jsonld" ${type}${profile}/>`;
  const lastmod = at === undefined ? '' : `<lastmod>${at}</lastmod>`;
  return `<url><loc>${page}</loc>${lastmod}${link}</url>\n`;
}
