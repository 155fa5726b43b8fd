import type { ProblemKind, ProblemOf } from '../problem.ts';
import { cut, type ProblemTexts, quote } from './problem-text.ts';

/**
 * Kinds of problem that mean "a page without metadata": the page was served and read, and its URL
 * counts as without metadata.
 */
export const missingMetadataKinds = [
  'fallback-metadata-only',
  'login-required',
  'no-metadata',
  'page-needs-javascript',
  'redirected-away',
  'script-type-unread',
  'site-metadata-only',
  'sitemap-as-page',
  'soft-404',
  'tombstone-page',
] as const satisfies readonly ProblemKind[];

/** Problems that tell why a page has no metadata. */
export const missingMetadataProblems = {
  'bot-challenge': {
    severity: 'error',
    title: 'Bot challenge instead of the page',
    meaning:
      'A protection against bots answered instead of the site: it wants a browser to run a ' +
      'script, or a person to solve a puzzle. What the page offers is unknown; records stored ' +
      'before are kept.',
    remedy:
      'Exempt metadata harvesters from the challenge: by the user agent `cdif-graph`, or for the ' +
      'landing pages, metadata documents and sitemaps as a whole.',
    facts: ({ service, status }) =>
      status === undefined ? cut(service) : `${cut(service)}, HTTP status ${status}`,
  },
  'fallback-metadata-only': {
    severity: 'warning',
    title: 'Only microdata, RDFa or meta tags',
    meaning:
      'The page has no JSON-LD, and no link to any. A harvest reads the other forms of metadata ' +
      'only where `fallbacks` of the source names them.',
    remedy:
      'Publish the same metadata as JSON-LD in a `<script type="application/ld+json">`. Until ' +
      'then, an operator can read the other forms with `fallbacks` of the source.',
    facts: ({ beside }) => besideNames(beside),
  },
  'login-required': {
    severity: 'warning',
    title: 'Login page instead of metadata',
    meaning: 'The page asks for a login, and has no metadata.',
    remedy:
      'Let everybody read landing pages and metadata without a login, also where the data are ' +
      'restricted.',
    facts: ({ redirectedTo }) =>
      redirectedTo === undefined ? 'asks for a password' : `redirected to ${cut(redirectedTo)}`,
  },
  'no-metadata': {
    severity: 'warning',
    title: 'No metadata on the page',
    meaning: 'The page has no JSON-LD, and no link to any.',
    remedy:
      'Embed JSON-LD in a `<script type="application/ld+json">`, or take the page out of the ' +
      'sitemap.',
    facts: () => '',
  },
  'page-needs-javascript': {
    severity: 'warning',
    title: 'Page built by JavaScript',
    meaning:
      'The page is sent without content, which a script adds in the browser. Harvesters read ' +
      'pages as they are sent, so they see no metadata.',
    remedy:
      'Write the JSON-LD into the page on the server, or send a `Link` header with ' +
      '`rel="describedby"` that leads to the metadata.',
    facts: ({ mark }) => cut(mark),
  },
  'redirected-away': {
    severity: 'warning',
    title: 'Redirect to a home or search page',
    meaning:
      'The site redirects the URL to a page that is about something else. Its metadata, if any, ' +
      'was not taken for that of the URL. Records stored before are kept: only the statuses 404 ' +
      'and 410 remove them.',
    remedy:
      'Answer 404 or 410 for what does not exist any more, redirect to the new place of what ' +
      'moved, and take the URL out of the sitemap. Where the page that answers is meant, list ' +
      'its own URL, or name the requested one in its metadata (`@id`, `url`, `identifier`).',
    facts: ({ page, redirectedTo, types = [] }) =>
      `${cut(page)} page ${cut(redirectedTo)}${types.length === 0 ? '' : `, with ${cut(types.join(', '))}`}`,
  },
  'script-type-unread': {
    severity: 'warning',
    title: 'Script type is not that of JSON-LD',
    meaning: 'The page has JSON-LD in a script whose type is another one, so it was not read.',
    remedy: 'Write `<script type="application/ld+json">`.',
    facts: ({ type, suggestion }) =>
      `${type === '' ? 'no type' : quote(type)} instead of ${quote(suggestion)}`,
  },
  'site-metadata-only': {
    severity: 'warning',
    title: 'JSON-LD only about the site',
    meaning:
      'All JSON-LD of the page describes the page, its site or its publisher, which is no ' +
      'metadata record.',
    remedy:
      'Add JSON-LD that describes the dataset or other resource of the page, or take the page ' +
      'out of the sitemap.',
    facts: ({ types, beside = [] }) =>
      [cut(types.join(', ')), beside.length === 0 ? [] : `beside it ${besideNames(beside)}`]
        .flat()
        .join('; '),
  },
  'sitemap-as-page': {
    severity: 'warning',
    title: 'Sitemap where a page was expected',
    meaning:
      'The URL leads to a sitemap, a feed or a text list of URLs, which was not followed: the ' +
      'URLs in it are unknown.',
    remedy:
      'Name the sitemap with `<sitemap>` in a sitemap index, or in robots.txt, instead of listing ' +
      'it as a page. Until then, an operator can configure it as `sitemap` of a source.',
    facts: ({ format }) => cut(format),
  },
  'soft-404': {
    severity: 'warning',
    title: 'Error page with status 200',
    meaning:
      'The text of the page says that it does not exist, but the status of the response says ' +
      'that it does. Records stored before are kept: only the statuses 404 and 410 remove them.',
    remedy: 'Answer 404 or 410 for pages that do not exist, and take them out of the sitemap.',
    facts: ({ text }) => quote(text),
  },
  'tombstone-page': {
    severity: 'warning',
    title: 'Tombstone page with status 200',
    meaning:
      'The page says that its resource was withdrawn or removed, but the status of the response ' +
      'says that it is there. Records stored before are kept: only the statuses 404 and 410 ' +
      'remove them. Metadata on the page is taken.',
    remedy:
      'Answer 410 with the same page, and take it out of the sitemap. Until then, an operator ' +
      'can leave the URL out with `exclude`, which removes its record.',
    facts: ({ text }) => quote(text),
  },
} satisfies Partial<ProblemTexts>;

function besideNames(beside: ProblemOf<'fallback-metadata-only'>['beside']): string {
  return cut(beside.map((each) => (each === 'metaTags' ? 'meta tags' : each)).join(', '));
}
