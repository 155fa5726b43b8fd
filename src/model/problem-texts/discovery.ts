import type { ProblemTexts } from '../problem-text.ts';
import { place, quote } from './wording.ts';

/** Finding out where metadata may be. */
export const discoveryProblems = {
  'no-sitemap': {
    severity: 'error',
    title: 'No sitemap found',
    meaning: 'The site names no sitemap, so nothing of it could be harvested.',
    remedy: 'Add a `Sitemap:` line to robots.txt, or configure the source as `sitemap` or `urls`.',
    facts: (p) => `tried ${p.tried.join(', ')}`,
  },
  'sitemap-empty': {
    severity: 'error',
    title: 'Sitemap without entries',
    meaning: 'The sitemap could be read and lists nothing.',
    remedy: 'Check the job that writes the sitemap.',
    facts: () => '',
  },
  'sitemap-entry-invalid': {
    severity: 'warning',
    title: 'Sitemap entry is no URL',
    meaning: 'The entry was left out; the others were taken.',
    remedy: 'Write an absolute http or https URL into `<loc>`.',
    facts: (p) => `${quote(p.value)} at ${place(p)}`,
  },
  'sitemap-malformed': {
    severity: 'error',
    title: 'Sitemap cannot be read',
    meaning:
      'Reading ended at the fault. The entries before it were taken; those behind it are unknown.',
    remedy: 'Mend the XML at the place named.',
    facts: (p) => `${p.detail} at ${place(p)}, after ${p.entriesRead} entries`,
  },
  'sitemap-too-deep': {
    severity: 'error',
    title: 'Sitemap indexes nested too deeply',
    meaning: 'The sitemap was not read.',
    remedy: 'Flatten the indexes, or raise `limits.sitemapDepth`.',
    facts: (p) => `more than ${p.maxDepth} levels`,
  },
  'source-empty': {
    severity: 'error',
    title: 'Source without URLs',
    meaning: 'Nothing was found to harvest.',
    remedy: 'Read the other problems of this source; check `include` and `exclude`.',
    facts: (p) => `source ${p.source}`,
  },
  'source-too-large': {
    severity: 'error',
    title: 'Source too large',
    meaning: 'The URLs behind the limit were not harvested.',
    remedy: 'Raise `limits.urlsPerSource`, or narrow the source with `include`.',
    facts: (p) => `source ${p.source} lists more than ${p.maxUrls} URLs`,
  },
} satisfies Partial<ProblemTexts>;
