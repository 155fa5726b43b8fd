import type { ProblemTexts } from '../problem-text.ts';
import type { Sharing } from '../problem.ts';
import { formatMoment } from '../../text/amounts.ts';
import { formatCount } from '../../text/amounts.ts';
import { cut, quote } from './wording.ts';

/** The catalogue as a whole. */
export const catalogueProblems = {
  'record-iri-shared': {
    severity: 'warning',
    title: 'Record IRI not unique',
    meaning: 'Each record is kept in its own graph, named after its URL; none replaces another.',
    remedy: 'Give each metadata record its own IRI, or publish it in one place only.',
    remedyFor: (p) =>
      isOnOneSite(p)
        ? 'On this site, give the record of each page its own IRI, such as the URL of the page followed by `#metadata`; a page template with a fixed `@id` gives all pages the same IRI.'
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
        ? 'On this site, give the resource of each page its own `@id`. If the pages describe one resource (translations, versions, a list and its pages), describe it on one page and link to that page from the others.'
        : undefined,
    facts: sharingFacts,
  },
  'source-not-configured': {
    severity: 'warning',
    title: 'Source not configured',
    meaning:
      'The catalogue has records and URLs of a source that is not in the configuration, so the source is no longer harvested. Its records are kept, found and exported as before.',
    remedy:
      'Put the source back into the configuration, or remove it with `cdif-graph remove --source NAME`, which keeps what another source lists, too. If the source has a new name under which nothing was harvested yet, use `cdif-graph rename-source OLD NEW`.',
    facts: (p) =>
      `source ${p.source}: ${formatCount(p.urls, 'URL')}, ${formatCount(p.records, 'record')}${p.lastRun === undefined ? '' : `, last in run ${cut(p.lastRun)}`}`,
  },
  'clock-set-back': {
    severity: 'warning',
    title: 'Clock set back',
    meaning:
      'The run began before the last time of the previous run, so the clock was wrong during one of them. Runs and changes are ordered by number, so nothing is missed; URLs and copies of robots.txt whose times are in the future were requested again.',
    remedy:
      'Check which of the two times is wrong, and synchronise the clock of the machine (NTP). The catalogue needs no repair.',
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
  return `${quote(iri)} in ${formatCount(records, 'record')}, also ${also}${more > 0 ? ` and ${more} more` : ''}`;
}
