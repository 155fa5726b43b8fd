import type { ProblemTexts } from '../problem-text.ts';
import { counted, cut, place, quote } from './wording.ts';

/** Finding out where metadata may be. */
export const discoveryProblems = {
  'catalogue-not-named': {
    severity: 'info',
    title: 'Catalogue in place of a sitemap',
    meaning:
      'The site has no sitemap that could be found, but a catalogue in the form of DCAT-US where such a catalogue is by custom. It was taken.',
    remedy: 'Configure the source as `catalog`, so that nobody has to guess.',
    facts: (p) => `took ${cut(p.taken)} after ${p.tried.map(cut).join(', ')}`,
  },
  'file-unreadable': {
    severity: 'error',
    title: 'File or folder cannot be read',
    meaning: 'What is in it was not harvested; what an earlier harvest stored from it stays.',
    remedy:
      'Check that it exists, that the harvester may read it, that no link leads out of the folder, and that nothing writes to it meanwhile.',
    facts: (p) => cut(p.code),
  },
  'listing-moved': {
    severity: 'warning',
    title: 'Site listed elsewhere than before',
    meaning:
      'The site names no sitemap, and what was found in a usual place is not where it was listed before. It was harvested; since it may be less than all, nothing is removed for being listed no more.',
    remedy:
      'See whether robots.txt is as it should be. If what was found lists all there is, confirm it with `--allow-removals`, or configure it as `sitemap`.',
    facts: (p) =>
      `took ${cut(p.taken)}, before ${p.before === undefined ? 'the sitemaps of robots.txt' : cut(p.before)}`,
  },
  'listing-partial': {
    severity: 'info',
    title: 'Listing of what is new',
    meaning:
      'A feed or change list names what is new or has changed, and not all there is. What it names was harvested; nothing of its source is removed for being listed no more.',
    remedy:
      'Configure a sitemap that lists all there is in its place; or, where a feed does list all, have it say so with `fh:complete` (RFC 5005).',
    facts: (p) => (p.part === 'feed' ? 'a feed' : 'a change list of ResourceSync'),
  },
  'listing-timed-out': {
    severity: 'error',
    title: 'Listing too slow',
    meaning:
      'The sitemaps of the source took too long in all. What was not listed by then was not harvested.',
    remedy: 'Raise `limits.listingMs`, or name the sitemaps wanted as sources of their own.',
    facts: (p) => `source ${p.source} kept us waiting for more than ${p.timeoutMs} ms`,
  },
  'no-sitemap': {
    severity: 'error',
    title: 'No sitemap found',
    meaning:
      'The robots.txt of the site names no sitemap that is there, and neither a sitemap nor a catalogue is in the usual places, so nothing was harvested.',
    remedy:
      'Name the sitemap in a `Sitemap:` line of robots.txt, or configure the source as `sitemap`, `catalog` or `urls`.',
    facts: (p) => `tried ${p.tried.map(cut).join(', ')}`,
  },
  'removals-held': {
    severity: 'error',
    title: 'Too many records to remove at once',
    meaning:
      'More of the records of the source are gone than may go in one run, so none was removed: a broken listing, a site that moved to another host, or a slip in the configuration looks the same.',
    remedy:
      'See whether the publisher has withdrawn them, the site has moved, or `urls` were taken out of the configuration. If that is meant, confirm with `--source NAME --allow-removals`, or raise `maxRemovedShare` of the source; else they are found again when the source is mended.',
    facts: (p) =>
      `source ${p.source}: ${counted(p.records, 'record')} of ${p.of}, where ${percent(p.share)} may go`,
  },
  'site-without-https': {
    severity: 'info',
    title: 'Site without https',
    meaning:
      'The source names the site by its domain alone. Nobody could be reached by https, so it was asked by http.',
    remedy: 'Serve the site by https, or configure its http URL, so that https is not tried.',
    facts: (p) => `${cut(p.code)}, took ${cut(p.taken)}`,
  },
  'sitemap-empty': {
    severity: 'error',
    title: 'Sitemap without entries',
    meaning:
      'The sitemap could be read to its end and lists nothing, so nothing is removed for being listed no more.',
    remedy:
      'Check the job that writes the sitemap. If it is rightly empty, confirm with `--allow-removals`; not so where it has no text at all.',
    facts: (p) => (p.isBlank === true ? 'no text at all' : ''),
  },
  'sitemap-entry-invalid': {
    severity: 'warning',
    title: 'Sitemap entry without a usable URL',
    meaning: 'The entry was left out; the others were taken.',
    remedy: 'Write an absolute http or https URL into the entry.',
    facts: (p) => `${quote(p.value)} at ${place(p)}`,
  },
  'sitemap-foreign-host': {
    severity: 'info',
    title: 'Sitemap for another host',
    meaning:
      'The entries were taken, although the protocol wants a sitemap to list its own host only, or to be named by the robots.txt of the other.',
    remedy: 'Name the sitemap in the robots.txt of the host that its entries are on.',
    facts: (p) => `${counted(p.count, 'entry', 'entries')} on ${p.hosts.map(cut).join(', ')}`,
  },
  'sitemap-malformed': {
    severity: 'error',
    title: 'Sitemap cannot be read',
    meaning:
      'Reading ended at the fault. The entries before it were taken; those behind it are unknown.',
    remedy:
      'Serve a sitemap as XML or text, or a feed as RSS or Atom; in XML, the fault is in the text or tag at the place named.',
    facts: (p) =>
      `${cut(withoutFullStop(p.detail))} at ${place(p)}, after ${counted(p.entriesRead, 'entry', 'entries')}`,
  },
  'sitemap-mended': {
    severity: 'warning',
    title: 'Ampersand in a sitemap mended',
    meaning: 'It was read as if it were written `&amp;`, and reading went on.',
    remedy: 'Write `&amp;` for each `&` of a URL.',
    facts: (p) => `${quote(p.value)} at ${place(p)}`,
  },
  'sitemap-not-named': {
    severity: 'info',
    title: 'Sitemap that robots.txt does not name',
    meaning:
      'The site names no sitemap that is there, so usual places were tried, and the first one was taken.',
    remedy: 'Name this sitemap in a `Sitemap:` line of robots.txt, so that nobody has to guess.',
    facts: (p) => `took ${cut(p.taken)} after ${p.tried.map(cut).join(', ')}`,
  },
  'sitemap-out-of-scope': {
    severity: 'info',
    title: 'Sitemap for other folders',
    meaning:
      'The entries were taken, although the protocol wants a sitemap to list what is in its own folder and below.',
    remedy: 'Move the sitemap up, to the root of the site best, or name it in robots.txt.',
    facts: (p) => `${counted(p.count, 'entry', 'entries')}, such as ${cut(p.example)}`,
  },
  'sitemap-over-limit': {
    severity: 'info',
    title: 'Sitemap larger than the protocol allows',
    meaning: 'Reading went on, but other harvesters may not take all of it.',
    remedy: 'Split the sitemap into several with a sitemap index.',
    facts: (p) =>
      `more than ${p.limit === 'bytes' ? counted(p.max, 'byte') : counted(p.max, 'entry', 'entries')}`,
  },
  'sitemap-too-deep': {
    severity: 'error',
    title: 'Sitemap indexes nested too deeply',
    meaning: 'The sitemap was not read.',
    remedy: 'Flatten the indexes, or raise `limits.sitemapDepth`.',
    facts: (p) => `behind more than ${counted(p.maxDepth, 'index', 'indexes')}`,
  },
  'source-empty': {
    severity: 'error',
    title: 'Source without URLs',
    meaning: 'Nothing was found to harvest, and nothing was removed.',
    remedy:
      'Read the other problems of this source; check `include` and `exclude`. If there is rightly nothing any more, confirm with `--allow-removals`.',
    facts: (p) => `source ${p.source}`,
  },
  'source-given-up': {
    severity: 'error',
    title: 'Source given up',
    meaning:
      'Too many documents of the source, one after the other, took too much time or memory. The rest of its URLs was not tried.',
    remedy:
      'Look at the documents that were given up. Raise `limits.recordMs` or `limits.recordHeapBytes` if they are as they should be, else tell the publisher. The next harvest tries again.',
    facts: (p) =>
      `${quote(p.source)}, ${counted(p.failures, 'document')} in a row, the last: ${p.reason}`,
  },
  'source-shrunk': {
    severity: 'error',
    title: 'Source gave too few records',
    meaning:
      'Of the records that the source had, more did not come than one run may remove (`maxRemovedShare`), or none came. Those that did not come again are kept, or were removed as far as they are known to be gone and may go.',
    remedy: 'Read the other problems of this source; see whether its listing and pages are whole.',
    facts: (p) => `source ${p.source}: ${counted(p.now, 'record')} came, where it had ${p.before}`,
  },
  'source-without-records': {
    severity: 'error',
    title: 'Source without records',
    meaning: 'URLs were found, but none of them gave a record.',
    remedy:
      'Read the other problems of this source; `cdif-graph explain URL` tells of one of its URLs what it offers.',
    facts: (p) => `source ${p.source}`,
  },
  'source-too-large': {
    severity: 'error',
    title: 'Source too large',
    meaning: 'What is listed behind the limit was not harvested.',
    remedy: 'Raise `limits.urlsPerSource`, or name the sitemaps wanted as sources of their own.',
    facts: (p) => `source ${p.source} lists more than ${counted(p.maxUrls, 'URL')}`,
  },
  'too-many-sitemaps': {
    severity: 'error',
    title: 'Too many sitemaps',
    meaning: 'What the sitemaps behind the limit list was not harvested.',
    remedy:
      'Raise `limits.sitemapsPerSource`, or name the sitemaps wanted as sources of their own.',
    facts: (p) => `source ${p.source} names more than ${counted(p.maxSitemaps, 'sitemap')}`,
  },
  'too-many-pages': {
    severity: 'error',
    title: 'Catalogue of too many pages',
    meaning: 'What stands on the pages behind the limit was not harvested.',
    remedy: 'Raise `limits.cataloguePages`, or ask for larger pages with the URL of the source.',
    facts: (p) => `source ${p.source} has more than ${counted(p.maxPages, 'further page')}`,
  },
} satisfies Partial<ProblemTexts>;

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

/** The XML parser ends its messages with one; ours go on. */
function withoutFullStop(text: string): string {
  return text.replace(/\.$/u, '');
}
