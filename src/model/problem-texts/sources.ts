import { formatCount, formatMoment } from '../../text/amounts.ts';
import type { ProblemOf, Sharing } from '../problem.ts';
import { cut, place, type ProblemTexts, quote } from './problem-text.ts';

/**
 * Problems of robots.txt and sitemaps that cost no record, but could cost other harvesters some.
 */
export const listingProblems = {
  'lastmod-in-future': {
    severity: 'info',
    title: 'Date of a sitemap entry in the future',
    meaning:
      'The entries were read. Their `lastmod` does not say when the pages changed, so a harvester ' +
      'that trusts it visits them needlessly, or misses their next change.',
    remedy: 'Write the time of the last change of each page or its metadata into `lastmod`.',
    facts: (p) =>
      `${quote(p.lastmod)} at line ${p.line}, ${formatCount(p.entries, 'entry', 'entries')}`,
  },
  'lastmod-outdated': {
    severity: 'warning',
    title: 'Outdated lastmod',
    meaning:
      'Records were modified, by their own dates, more than a day after the `lastmod` of their ' +
      'sitemap entries. A harvester that trusts `lastmod` does not see such changes.',
    remedy: 'Update `lastmod` whenever the metadata of a page changes.',
    facts: (p) =>
      `${formatCount(p.pages, 'page')}, ${cut(p.example)}: ${cut(p.lastmod)}, ` +
      `modified ${cut(p.modified)}`,
  },
  'location-redirects': {
    severity: 'info',
    title: 'Sitemap lists a redirect',
    meaning:
      'Locations of the sitemap redirect for good. The redirects were followed; each costs a ' +
      'harvester a request for each visit, and some harvesters ignore such locations.',
    remedy: 'List the URLs to which the locations redirect.',
    remedyFor: (p) =>
      isOtherSchemeOnly(p)
        ? `List URLs with ${schemeOf(p.to)} in the sitemap: only the scheme differs.`
        : undefined,
    facts: (p) =>
      `${formatCount(p.locations, 'location')}, ${cut(p.example)}: status ${p.status}, ` +
      `to ${isOtherSchemeOnly(p) ? schemeOf(p.to) : cut(p.to)}`,
  },
  'sitemap-lastmod-uniform': {
    severity: 'info',
    title: 'Same date for all sitemap entries',
    meaning:
      'All entries have the same `lastmod`, which says when the sitemap was written, and not when ' +
      'the pages changed. Harvesters visit every page again whenever this date changes.',
    remedy: 'Write the time of the last change of each page or its metadata into `lastmod`.',
    facts: (p) => `${quote(p.lastmod)} in all ${formatCount(p.entries, 'entry', 'entries')}`,
  },
  'sitemap-scope-unsuited': {
    severity: 'info',
    title: 'Sitemap named to the wrong programs',
    meaning:
      'A sitemap of pages with metadata in their scripts suits all programs; a sitemap of other ' +
      'documents suits only programs that know CDIF. All locations were visited nevertheless.',
    remedy:
      'Name a sitemap of pages outside the groups of robots.txt, and a sitemap of metadata ' +
      'documents below `User-agent: CDIF1.0`.',
    remedyFor: ({ namedTo }) =>
      namedTo === 'cdif'
        ? 'Name the sitemap in robots.txt to all programs, outside the group of CDIF1.0: search ' +
          'engines and other harvesters can read these pages, too.'
        : 'Name the sitemap in robots.txt below `User-agent: CDIF1.0`, since other programs ' +
          'expect pages in a sitemap.',
    facts: ({ namedTo, locations }) =>
      namedTo === 'cdif'
        ? `to CDIF only; pages with metadata: ${locations} of ${locations}`
        : `to all programs; pages: 0 of ${locations}`,
  },
  'sitemap-without-lastmod': {
    severity: 'info',
    title: 'Sitemap without dates',
    meaning:
      'No visited entry has a `lastmod`, so a harvester must request every page to see whether it ' +
      'has changed.',
    remedy: 'Write the time of the last change of each page or its metadata into `lastmod`.',
    remedyFor: ({ url }) =>
      /\.txt(?:\.gz)?(?:[?#]|$)/iu.test(url)
        ? 'A text sitemap cannot carry dates: publish an XML sitemap with the time of the last ' +
          'change of each page or its metadata in `lastmod`.'
        : undefined,
    facts: (p) => formatCount(p.locations, 'visited location'),
  },
} satisfies Partial<ProblemTexts>;

function schemeOf(url: string): string {
  return url.startsWith('https:') ? 'https' : 'http';
}

function isOtherSchemeOnly({ example, to }: ProblemOf<'location-redirects'>): boolean {
  return example !== to && example.replace(/^https?:/u, '') === to.replace(/^https?:/u, '');
}

/** Problems of the listings of sources. */
export const discoveryProblems = {
  'catalogue-not-named': {
    severity: 'info',
    title: 'Catalogue used instead of a sitemap',
    meaning:
      'No sitemap of the site was found, but a DCAT-US catalogue in its usual place. The ' +
      'catalogue was harvested.',
    remedy:
      'Name a sitemap in a `Sitemap:` line of robots.txt, or have operators configure the ' +
      'catalogue as `catalog`, so that its place is not a guess.',
    facts: (p) => `used ${cut(p.taken)}, not found: ${p.tried.map(cut).join(', ')}`,
  },
  'file-unreadable': {
    severity: 'error',
    title: 'File or folder cannot be read',
    meaning: 'It was not harvested; records that an earlier harvest stored from it are kept.',
    remedy:
      'Check that it exists, that cdif-graph may read it, that no link leads out of the folder, ' +
      'and that nothing writes to it during the harvest. `ingest` names the path of a missing ' +
      'folder on stderr.',
    facts: (p) => cut(p.code),
  },
  'listing-moved': {
    severity: 'warning',
    title: 'Listing of the site has moved',
    meaning:
      'The site names no sitemap, and the listing found in a usual place is not the one of the ' +
      'last harvest. It was harvested; because it may be incomplete, no record is removed for ' +
      'being unlisted.',
    remedy:
      'Check robots.txt. If the new listing is complete, confirm it with `--allow-removals`, or ' +
      'configure it as `sitemap`.',
    facts: (p) =>
      `used ${cut(p.taken)}, last time ` +
      (p.before === undefined ? 'the sitemaps of robots.txt' : cut(p.before)),
  },
  'doi-invalid': {
    severity: 'error',
    title: 'Not a DOI',
    meaning: 'The text names no DOI, so nothing was requested.',
    remedy:
      'Write a DOI, such as 10.5061/dryad.1 or https://doi.org/10.5061/dryad.1, on each line of ' +
      'the file, and comments after `#`.',
    remedyFor: ({ line }) =>
      line === undefined ? 'Nothing has to be done: the API that was queried gave it.' : undefined,
    facts: (p) => quote(p.value) + (p.line === undefined ? '' : ` on line ${p.line}`),
  },
  'listed-as-deleted': {
    severity: 'info',
    title: 'Listed as deleted',
    meaning:
      'The source lists the record as deleted, so it was not requested. Its copy in the catalogue ' +
      'is removed, within the limit of removals of a run; the history keeps it.',
    remedy: 'Nothing has to be done, unless the publisher deleted the record by mistake.',
    facts: (p) => (p.lastmod === undefined ? 'deleted' : `deleted on ${cut(p.lastmod)}`),
  },
  'listing-partial': {
    severity: 'info',
    title: 'Listing names only what is new',
    meaning:
      'A feed or change list names what is new or has changed, not everything. What it names was ' +
      'harvested; no record of the source is removed for being unlisted.',
    remedy:
      'Publish a complete sitemap, and harvest that. If the feed is complete, say so in it with ' +
      '`fh:complete` (RFC 5005).',
    facts: (p) => (p.part === 'feed' ? 'a feed' : 'a change list of ResourceSync'),
  },
  'listing-timed-out': {
    severity: 'error',
    title: 'Listing too slow',
    meaning:
      'Listing the source took longer than the limit. URLs that were not listed by then were not ' +
      'harvested.',
    remedy: 'Raise `limits.listingMs`, or configure the sitemaps as separate sources.',
    facts: (p) => `listing source ${p.source} took more than ${p.timeoutMs} ms`,
  },
  'no-sitemap': {
    severity: 'error',
    title: 'No sitemap found',
    meaning:
      'The given sitemap does not exist; or the robots.txt of the site names no existing one, and ' +
      'neither a sitemap nor a catalogue is in the usual places. A harvest finds no URLs there.',
    remedy:
      'Publish a sitemap of the landing pages, and name it in a `Sitemap:` line of robots.txt. ' +
      'Until then, an operator who knows another listing can configure it as `sitemap`, ' +
      '`catalog` or `urls`.',
    remedyFor: ({ url, tried }) =>
      tried.length === 1 && tried[0] === url
        ? 'Publish the sitemap at this URL, or use its present URL. With the URL of the site in ' +
          'its place, the sitemap is found by robots.txt or in the usual places.'
        : undefined,
    facts: (p) => `tried ${p.tried.map(cut).join(', ')}`,
  },
  'removals-held': {
    severity: 'error',
    title: 'Too many records to remove at once',
    meaning:
      'More records of the source are gone than one run may remove, so none was removed. A ' +
      'broken listing, a site that moved to another host, or a mistake in the configuration ' +
      'would look the same.',
    remedy:
      'Check whether the publisher withdrew the records, the site moved, or `urls` were taken ' +
      'out of the configuration. If the removal is right, confirm it with `--source NAME ' +
      '--allow-removals`, or raise `maxRemovedShare` of the source. Otherwise the records are ' +
      'found again once the source is repaired.',
    facts: (p) =>
      `source ${p.source}: ${p.records} of ${formatCount(p.of, 'record')} gone, ` +
      `limit ${percent(p.share)}`,
  },
  'site-without-https': {
    severity: 'info',
    title: 'Site without https',
    meaning:
      'The source names the site by its domain only. No server answered by https, so http was ' +
      'used.',
    remedy: 'Serve the site by https, or configure its http URL, so that https is not tried.',
    facts: (p) => `${cut(p.code)}, used ${cut(p.taken)}`,
  },
  'sitemap-among-pages': {
    severity: 'warning',
    title: 'Sitemap listed as a page',
    meaning:
      'A sitemap lists this URL as a page, but it is a sitemap itself. It was followed: its ' +
      'entries belong to the source.',
    remedy: 'List sitemaps with `<sitemap>` in a sitemap index, or name them in robots.txt.',
    facts: () => '',
  },
  'sitemap-disallowed': {
    severity: 'info',
    title: 'Disallowed sitemap read',
    meaning:
      'The robots.txt of the publisher disallows this sitemap. It was read all the same, because ' +
      'the configuration names it. Its URLs are requested only where robots.txt allows them.',
    remedy:
      'Ask the publisher to allow the sitemap: a group for `cdif-graph` or `CDIF1.0` with `Allow: ' +
      '/` replaces the group for all programs.',
    facts: (p) => `${quote(p.rule)} on line ${p.line}, for ${quote(p.agent)}`,
  },
  'sitemap-empty': {
    severity: 'error',
    title: 'Sitemap without entries',
    meaning: 'The sitemap is complete but lists nothing. No record is removed for being unlisted.',
    remedy:
      'Check the job that writes the sitemap. If records were harvested before and the sitemap ' +
      'is rightly empty, confirm with `--allow-removals`; a file without any text cannot be ' +
      'confirmed.',
    remedyFor: (p) =>
      p.removalsAllowed === true
        ? 'Check the job that writes the sitemap. An empty sitemap counts as complete in this run, ' +
          'but a file without any text does not.'
        : undefined,
    facts: (p) => (p.isBlank === true ? 'no text at all' : ''),
  },
  'sitemap-entry-invalid': {
    severity: 'warning',
    title: 'Sitemap entry without a usable URL',
    meaning: 'The entry was skipped; the others were read.',
    remedy: 'Write an absolute http or https URL into the entry.',
    facts: (p) => `${quote(p.value)} at ${place(p)}`,
  },
  'sitemap-foreign-host': {
    severity: 'info',
    title: 'Sitemap for another host',
    meaning:
      'The entries were read, although the protocol requires a sitemap to list only its own ' +
      'host, or to be named by the robots.txt of the other host.',
    remedy: 'Name the sitemap in the robots.txt of the host that its entries are on.',
    facts: (p) => `${formatCount(p.count, 'entry', 'entries')} on ${p.hosts.map(cut).join(', ')}`,
  },
  'sitemap-malformed': {
    severity: 'error',
    title: 'Sitemap cannot be read',
    meaning:
      'Reading ended at the error. The entries before it were read; those after it are unknown.',
    remedy:
      'Serve a sitemap as XML or text, or a feed as RSS or Atom; in XML, the error is in the ' +
      'text or tag at the given position.',
    facts: (p) =>
      `${cut(withoutFullStop(p.detail))} at ${place(p)}, ` +
      `after ${formatCount(p.entriesRead, 'entry', 'entries')}`,
  },
  'sitemap-mended': {
    severity: 'warning',
    title: 'Fault in a sitemap repaired',
    meaning:
      'An unescaped ampersand was read as `&amp;`, a URL that is escaped twice as if it were ' +
      'escaped once, or an unusable XML declaration was ignored, and reading continued.',
    remedy: 'Write each `&` of a URL as `&amp;`, once.',
    remedyFor: ({ value }) =>
      value.startsWith('<?')
        ? 'Begin the sitemap with `<?xml version="1.0" encoding="UTF-8"?>`.'
        : undefined,
    facts: (p) => `${quote(p.value)} at ${place(p)}`,
  },
  'sitemap-not-named': {
    severity: 'info',
    title: 'Sitemap not named in robots.txt',
    meaning:
      'The site names no existing sitemap, so the usual places were tried, and the first sitemap ' +
      'found was used.',
    remedy:
      'Name this sitemap in a `Sitemap:` line of robots.txt, so that harvesters need not guess.',
    facts: (p) => `used ${cut(p.taken)}, not found: ${p.tried.map(cut).join(', ')}`,
  },
  'sitemap-out-of-scope': {
    severity: 'info',
    title: 'Sitemap lists other folders',
    meaning:
      'The entries were read, although the protocol requires a sitemap to list only URLs in its ' +
      'own folder and below.',
    remedy: 'Move the sitemap up, best to the root of the site, or name it in robots.txt.',
    facts: (p) => `${formatCount(p.count, 'entry', 'entries')}, such as ${cut(p.example)}`,
  },
  'sitemap-over-limit': {
    severity: 'info',
    title: 'Sitemap larger than the protocol allows',
    meaning: 'All of it was read, but other harvesters may stop at the limit.',
    remedy: 'Split it into several sitemaps with a sitemap index.',
    facts: ({ limit, max }) => {
      const most =
        limit === 'bytes' ? formatCount(max, 'byte') : formatCount(max, 'entry', 'entries');
      return `more than ${most}`;
    },
  },
  'sitemap-too-deep': {
    severity: 'error',
    title: 'Sitemap indexes nested too deeply',
    meaning: 'The sitemap was not read.',
    remedy: 'Flatten the indexes, or raise `limits.sitemapDepth`.',
    facts: (p) => `below more than ${formatCount(p.maxDepth, 'index', 'indexes')}`,
  },
  'source-empty': {
    severity: 'error',
    title: 'Source without URLs',
    meaning: 'The source lists no URLs. Nothing was harvested, and nothing was removed.',
    remedy:
      'Read the other problems of this source, and check `include` and `exclude`. If the source ' +
      'had records and is rightly empty now, confirm with `--allow-removals`.',
    remedyFor: (p) =>
      p.removalsAllowed === true
        ? 'Read the other problems of this source, and check `include` and `exclude`. Nothing has ' +
          'to be done if the source is rightly empty: removals are allowed in this run.'
        : undefined,
    facts: (p) => `source ${p.source}`,
  },
  'source-given-up': {
    severity: 'error',
    title: 'Source given up',
    meaning:
      'Too many documents of the source in a row took too much time or memory. Its other URLs ' +
      'were not visited.',
    remedy:
      'Look at the documents that were given up. If they are valid, raise `limits.recordMs` or ' +
      '`limits.recordHeapBytes`; otherwise tell the publisher. The next harvest tries again.',
    facts: (p) =>
      `${quote(p.source)}, ${formatCount(p.failures, 'document')} in a row, the last: ${p.reason}`,
  },
  'source-shrunk': {
    severity: 'error',
    title: 'Source gave too few records',
    meaning:
      'The source gave none of its earlier records, or more were missing than one run may remove ' +
      '(`maxRemovedShare`). Missing records are kept, except those that are known to be gone and ' +
      'could be removed.',
    remedy:
      'Read the other problems of this source, and check whether its listing and pages are ' +
      'complete.',
    facts: (p) => `source ${p.source}: ${formatCount(p.now, 'record')}, ${p.before} before`,
  },
  'source-without-records': {
    severity: 'error',
    title: 'Source without records',
    meaning: 'URLs were found, but none of them gave a record.',
    remedy:
      'Read the other problems of this source; `cdif-graph explain URL` shows what one of its ' +
      'URLs offers.',
    facts: (p) => `source ${p.source}`,
  },
  'source-too-large': {
    severity: 'error',
    title: 'Source too large',
    meaning: 'URLs listed beyond the limit were not harvested.',
    remedy: 'Raise `limits.urlsPerSource`, or configure the sitemaps as separate sources.',
    facts: (p) => `source ${p.source} lists more than ${formatCount(p.maxUrls, 'URL')}`,
  },
  'too-many-sitemaps': {
    severity: 'error',
    title: 'Too many sitemaps',
    meaning: 'URLs listed by the sitemaps beyond the limit were not harvested.',
    remedy: 'Raise `limits.sitemapsPerSource`, or configure the sitemaps as separate sources.',
    facts: (p) => `source ${p.source} names more than ${formatCount(p.maxSitemaps, 'sitemap')}`,
  },
  'too-many-pages': {
    severity: 'error',
    title: 'Catalogue has too many pages',
    meaning: 'The pages beyond the limit were not harvested.',
    remedy: 'Raise `limits.cataloguePages`, or request larger pages in the URL of the source.',
    facts: (p) => `source ${p.source} has more than ${formatCount(p.maxPages, 'further page')}`,
  },
} satisfies Partial<ProblemTexts>;

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

/** The XML parser ends its messages with one; ours go on. */
function withoutFullStop(text: string): string {
  return text.replace(/\.$/u, '');
}

/** Problems of the catalogue as a whole. */
export const catalogueProblems = {
  'record-iri-shared': {
    severity: 'warning',
    title: 'Record IRI not unique',
    meaning: 'Each record is kept in its own graph, named after its URL; none replaces another.',
    remedy: 'Give each metadata record its own IRI, or publish it in one place only.',
    remedyFor: (p) =>
      isOnOneSite(p)
        ? 'On this site, give the record of each page its own IRI, such as the URL of the page ' +
          'followed by `#metadata`; a page template with a fixed `@id` gives all pages the same ' +
          'IRI.'
        : undefined,
    facts: sharingFacts,
  },
  'resource-shared': {
    severity: 'info',
    title: 'Resource in several records',
    meaning: 'Each record is kept in its own graph; a search shows the resource once.',
    remedy: 'If several publishers describe one resource on purpose, nothing has to be done.',
    remedyFor: (p) =>
      isOnOneSite(p)
        ? 'On this site, give the resource of each page its own `@id`. If the pages describe one ' +
          'resource (translations, versions, a list and its pages), describe it on one page and ' +
          'link to that page from the others.'
        : undefined,
    facts: sharingFacts,
  },
  'source-not-configured': {
    severity: 'warning',
    title: 'Source not configured',
    meaning:
      'The catalogue has records and URLs of a source that is not in the configuration, so the ' +
      'source is no longer harvested. Its records are kept, found and exported as before.',
    remedy:
      'Put the source back into the configuration, or remove it with `cdif-graph remove --source ' +
      'NAME`, which keeps what another source lists, too. If the source has a new name under ' +
      'which nothing was harvested yet, use `cdif-graph rename-source OLD NEW`.',
    facts: ({ source, urls, records, lastRun }) =>
      `source ${source}: ${formatCount(urls, 'URL')}, ${formatCount(records, 'record')}` +
      (lastRun === undefined ? '' : `, last in run ${cut(lastRun)}`),
  },
  'clock-set-back': {
    severity: 'warning',
    title: 'Clock set back',
    meaning:
      'The run began before the last time of the previous run, so the clock was wrong during one ' +
      'of them. Runs and changes are ordered by number, so nothing is missed; URLs and copies of ' +
      'robots.txt whose times are in the future were requested again.',
    remedy:
      'Check which of the two times is wrong, and synchronise the clock of the machine (NTP). ' +
      'The catalogue needs no repair.',
    facts: (p) =>
      `began ${cut(formatMoment(p.startedAt))}, previous run at ${cut(formatMoment(p.lastAt))}`,
  },
} satisfies Partial<ProblemTexts>;

function isOnOneSite({ onSite }: Sharing): boolean {
  return onSite > 1;
}

function sharingFacts({ iri, records, others }: Sharing): string {
  const more = records - 1 - others.length;
  const also = others.map((other) => cut(other)).join(', ');
  return (
    `${quote(iri)} in ${formatCount(records, 'record')}, also ` +
    `${also}${more > 0 ? ` and ${more} more` : ''}`
  );
}
