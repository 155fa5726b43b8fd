import type { ProblemTexts } from '../problem-text.ts';
import { counted, cut, place, quote } from './wording.ts';

/** Finding out where metadata may be. */
export const discoveryProblems = {
  'file-unreadable': {
    severity: 'error',
    title: 'File or folder cannot be read',
    meaning: 'What is in it was not harvested; what an earlier harvest stored from it stays.',
    remedy:
      'Check that it exists, that the harvester may read it, that no link leads out of the folder, and that nothing writes to it meanwhile.',
    facts: (p) => cut(p.code),
  },
  'no-sitemap': {
    severity: 'error',
    title: 'No sitemap found',
    meaning:
      'The robots.txt of the site names no sitemap and there is none at /sitemap.xml, so nothing was harvested.',
    remedy: 'Add a `Sitemap:` line to robots.txt, or configure the source as `sitemap` or `urls`.',
    facts: (p) => `tried ${p.tried.map(cut).join(', ')}`,
  },
  'sitemap-empty': {
    severity: 'error',
    title: 'Sitemap without entries',
    meaning: 'The sitemap could be read to its end and lists nothing.',
    remedy: 'Check the job that writes the sitemap.',
    facts: () => '',
  },
  'sitemap-entry-invalid': {
    severity: 'warning',
    title: 'Sitemap entry without a usable URL',
    meaning: 'The entry was left out; the others were taken.',
    remedy: 'Write an absolute http or https URL into `<loc>`.',
    facts: (p) => `${quote(p.value)} at ${place(p)}`,
  },
  'sitemap-malformed': {
    severity: 'error',
    title: 'Sitemap cannot be read',
    meaning:
      'Reading ended at the fault. The entries before it were taken; those behind it are unknown.',
    remedy:
      'Mend the XML; the fault is in the text or tag at the place named. Sitemaps as text, RSS or Atom are not read.',
    facts: (p) =>
      `${cut(withoutFullStop(p.detail))} at ${place(p)}, after ${counted(p.entriesRead, 'entry', 'entries')}`,
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
    meaning: 'Nothing was found to harvest.',
    remedy: 'Read the other problems of this source; check `include` and `exclude`.',
    facts: (p) => `source ${p.source}`,
  },
  'source-too-large': {
    severity: 'error',
    title: 'Source too large',
    meaning: 'What is listed behind the limit was not harvested.',
    remedy: 'Raise `limits.urlsPerSource`, or name the sitemaps wanted as sources of their own.',
    facts: (p) => `source ${p.source} lists more than ${counted(p.maxUrls, 'URL')}`,
  },
} satisfies Partial<ProblemTexts>;

/** The XML parser ends its messages with one; ours go on. */
function withoutFullStop(text: string): string {
  return text.replace(/\.$/u, '');
}
