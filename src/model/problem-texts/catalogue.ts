import type { ProblemTexts } from '../problem-text.ts';
import type { Sharing } from '../problem.ts';
import { moment } from '../../text/amounts.ts';
import { counted, cut, quote } from './wording.ts';

/** The catalogue as a whole. */
export const catalogueProblems = {
  'record-iri-shared': {
    severity: 'warning',
    title: 'Record IRI not unique',
    meaning:
      'Each is kept in a graph of its own, named by the place it came from; none replaces another.',
    remedy: 'Give each metadata record an IRI of its own, or publish it in one place only.',
    remedyFor: (p) =>
      isOnOneSite(p)
        ? 'On this site, give the record of each page an IRI of its own, such as the URL of the page with `#metadata` behind it; a template with a fixed `@id` gives all pages the same.'
        : undefined,
    facts: sharingFacts,
  },
  'resource-shared': {
    severity: 'info',
    title: 'Resource in several records',
    meaning: 'Each record is kept in a graph of its own; a search shows the resource once.',
    remedy: 'Nothing, where several publishers describe one resource on purpose.',
    remedyFor: (p) =>
      isOnOneSite(p)
        ? 'On this site, give what each page describes an `@id` of its own; where the pages describe one thing (languages, versions, a list and its pages), describe it on one and link to that from the others.'
        : undefined,
    facts: sharingFacts,
  },
  'source-not-configured': {
    severity: 'warning',
    title: 'Source not configured',
    meaning:
      'The catalogue has records and URLs of a source that the configuration does not name, so nobody harvests it: it stays as it is, and is exported and found as before.',
    remedy:
      'Put it back into the configuration, or forget it with `cdif-graph remove --source NAME`, by which nothing goes that another source lists too. Where it has another name now under which nothing was harvested yet, `cdif-graph rename-source OLD NEW`.',
    facts: (p) =>
      `source ${p.source}: ${counted(p.urls, 'URL')}, ${counted(p.records, 'record')}${p.lastRun === undefined ? '' : `, last in run ${cut(p.lastRun)}`}`,
  },
  'clock-set-back': {
    severity: 'warning',
    title: 'Clock set back',
    meaning:
      'The run began before the latest time of the run before it, so one of the two clocks was wrong. Runs and changes are ordered by their numbers, so nothing is missed; URLs and copies of robots.txt whose times are in the future were requested again.',
    remedy:
      'Look which of the two times is wrong, and let the machine take its time from a time service (NTP). Nothing has to be done to the catalogue.',
    facts: (p) => `began ${cut(moment(p.startedAt))}, run before at ${cut(moment(p.lastAt))}`,
  },
} satisfies Partial<ProblemTexts>;

function isOnOneSite({ onSite }: Sharing): boolean {
  return onSite > 1;
}

function sharingFacts({ iri, records, others }: Sharing): string {
  const more = records - 1 - others.length;
  const also = others.map((other) => cut(other)).join(', ');
  return `${quote(iri)} in ${counted(records, 'record')}, also ${also}${more > 0 ? ` and ${more} more` : ''}`;
}
