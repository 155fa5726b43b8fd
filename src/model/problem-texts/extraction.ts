import type { ProblemTexts } from '../problem-text.ts';
import { place, quote } from './wording.ts';

/** Finding the metadata in a response. */
export const extractionProblems = {
  'charset-unknown': {
    severity: 'warning',
    title: 'Unknown character set',
    meaning: 'The document was read as UTF-8; letters outside ASCII may be wrong.',
    remedy: 'Serve UTF-8 and say so in `Content-Type`.',
    facts: (p) => quote(p.charset),
  },
  'content-type-unsupported': {
    severity: 'warning',
    title: 'No metadata format',
    meaning: 'The document is neither HTML nor JSON, so no metadata was looked for.',
    remedy: 'List landing pages or metadata documents, not data files.',
    facts: (p) => p.contentType || 'no Content-Type',
  },
  'json-malformed': {
    severity: 'error',
    title: 'JSON that cannot be read',
    meaning: 'The script or document is lost; others on the page were taken.',
    remedy: 'Mend the JSON at the place named.',
    facts: (p) => `${p.detail} at ${place(p)}, near ${quote(p.excerpt)}`,
  },
  'json-not-metadata': {
    severity: 'warning',
    title: 'JSON without an object',
    meaning: 'The JSON is a bare value and describes nothing.',
    remedy: 'Publish a JSON object, or an array of objects.',
    facts: (p) => `found ${p.found}`,
  },
  'link-too-deep': {
    severity: 'warning',
    title: 'Link not followed',
    meaning: 'The path of links to this metadata is longer than the limit, so it was not fetched.',
    remedy: 'Link landing pages to their metadata directly, or raise `limits.linkDepth`.',
    facts: (p) => `${quote(p.link)} is more than ${p.maxDepth} links away`,
  },
  'no-metadata': {
    severity: 'warning',
    title: 'No metadata on the page',
    meaning: 'The page has no JSON-LD and no link to any.',
    remedy:
      'Embed JSON-LD in a `<script type="application/ld+json">`, or take the page out of the sitemap.',
    facts: () => '',
  },
  'too-many-links': {
    severity: 'warning',
    title: 'Too many links on one page',
    meaning: 'The links to metadata behind the limit were not followed.',
    remedy: 'List the metadata in a sitemap, or raise `limits.linksPerPage`.',
    facts: (p) => `more than ${p.maxLinks}`,
  },
} satisfies Partial<ProblemTexts>;
