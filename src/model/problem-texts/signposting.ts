import type { SignpostingFault } from '../typed-link.ts';
import { failureInWords } from './linked-documents.ts';
import { cut, type ProblemTexts } from './problem-text.ts';

const faultTexts: Readonly<Record<SignpostingFault, string>> = {
  'cite-as-missing': 'no cite-as',
  'cite-as-several': 'several cite-as',
  'describedby-missing': 'no describedby',
  'describedby-untyped': 'describedby without type',
  'item-untyped': 'item without type',
  'license-several': 'several license',
  'linkset-of-others': 'linkset without links of the page',
  'linkset-untyped': 'linkset without the type of a linkset',
  'type-missing': 'no type of the resource',
  'type-not-schema-org': 'no type as https://schema.org/…',
  'type-several': 'more than two type',
};

const linksRemedy =
  'Send the typed links that `cdif-graph signposting --live URL` writes for the page, as a `Link` ' +
  'header field or as `<link>` elements.';
/** Why the number of pages with a finding says little. */
const firstPages = ' A check tests the first ten pages only.';
const firstUrls = ' A check tests the first ten pages, and ten listings, only.';

/** Problems of landing pages: Signposting, persistent identifiers, negotiation, validators. */
export const signpostingProblems = {
  'https-available': {
    severity: 'info',
    title: 'Also available by https',
    meaning:
      'The page or listing has a URL with http, and the same URL with https answers, too.' +
      ' A check asks once for each server.',
    remedy: 'Publish the https URL, and redirect http to https.',
    facts: (p) => cut(p.https),
  },
  'negotiation-differs': {
    severity: 'warning',
    title: 'Content negotiation fails',
    meaning:
      'A request for the URL of the page as JSON-LD gets an error status, or JSON-LD that does ' +
      'not name the resource of the page.' +
      firstPages,
    remedy:
      'Answer such requests with the metadata of the resource, or with the page itself where ' +
      'there is no metadata in the requested format.',
    facts: (p) =>
      p.status === undefined
        ? `JSON-LD ${p.found === undefined ? 'that names nothing' : `about ${cut(p.found)}`}`
        : `HTTP status ${p.status}`,
  },
  'pid-leads-elsewhere': {
    severity: 'warning',
    title: 'Persistent identifier leads elsewhere',
    meaning:
      'The persistent identifier of the resource resolves, but its redirects do not end at the ' +
      'page that states it.' +
      firstPages,
    remedy:
      'Register the URL of the page with the identifier, or list the URL where it leads in place ' +
      'of this one.',
    facts: (p) => `${cut(p.pid)} leads to ${cut(p.endsAt)}`,
  },
  'pid-unresolved': {
    severity: 'warning',
    title: 'Persistent identifier does not resolve',
    meaning:
      'The persistent identifier of the resource leads to an error page (404 or 410), so it ' +
      'cannot be used in a citation.' +
      firstPages,
    remedy: 'Register the identifier, or correct it in the metadata and in the link `cite-as`.',
    facts: (p) => `HTTP status ${p.status} for ${cut(p.pid)}`,
  },
  'signposting-absent': {
    severity: 'info',
    title: 'Page without Signposting',
    meaning:
      'The page has metadata but no typed links, so clients must parse the page to find ' +
      'identifier, metadata, licence and content.',
    remedy: linksRemedy,
    facts: () => '',
  },
  'signposting-broken': {
    severity: 'warning',
    title: 'Broken typed link',
    meaning:
      'A typed link of the page leads to nothing, or to no linkset, so clients that follow it do ' +
      'not find the metadata or the content. The page has the level of FAIR Signposting that it ' +
      'has without the link.' +
      firstPages,
    remedy: 'Correct the address in the link, or publish the resource at it.',
    facts: ({ rel, link, ...failure }) => `${rel} ${cut(link)}: ${failureInWords(failure)}`,
  },
  'signposting-differs': {
    severity: 'warning',
    title: 'Typed link differs from metadata',
    meaning: 'A typed link of the page states something else than the metadata of the resource.',
    remedy:
      'Make both from the same data: `cdif-graph signposting --live URL` writes the links that ' +
      'agree with the metadata of the page.',
    facts: (p) => `${p.rel} ${cut(p.link)}, metadata ${cut(p.stated)}`,
  },
  'signposting-incomplete': {
    severity: 'info',
    title: 'Incomplete Signposting',
    meaning:
      'The typed links of the page do not follow the FAIR Signposting profile, so clients that ' +
      'rely on it may not find identifier, metadata or content.',
    remedy: linksRemedy,
    facts: (p) => p.faults.map((fault) => faultTexts[fault]).join(', '),
  },
  'validators-ignored': {
    severity: 'info',
    title: 'Conditional request ignored',
    meaning:
      'The server sends a cache validator, but answers a conditional request for the unchanged ' +
      'page or listing with all of it.' +
      firstUrls,
    remedy:
      'Answer with 304 where `If-None-Match` or `If-Modified-Since` fits, so that harvests cost ' +
      'less.',
    facts: (p) => cut(p.validator),
  },
  'validators-missing': {
    severity: 'info',
    title: 'No cache validator',
    meaning:
      'The page or listing comes with neither `ETag` nor `Last-Modified`, so each harvest ' +
      'downloads it again.' +
      firstUrls,
    remedy: 'Send `ETag` or `Last-Modified`, and answer conditional requests with 304.',
    facts: () => '',
  },
} satisfies Partial<ProblemTexts>;
