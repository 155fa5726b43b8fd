import { noSourceCosts } from '../../src/model/run-costs.ts';
import { noRechecks, type SourceReport } from '../../src/model/run.ts';
import { noRecords, noUrls } from '../../src/model/url-states.ts';

/** What a run reports of a source with ten records, all as they were. */
export function quietSource(name: string, more: Partial<SourceReport> = {}): SourceReport {
  return {
    ...noSourceCosts,
    source: name,
    listing: 'complete',
    skipped: {},
    urls: { ...noUrls(), unchanged: 10 },
    records: { ...noRecords(), unchanged: 10 },
    rechecks: noRechecks,
    quads: 100,
    problems: {},
    listingProblems: [],
    seconds: 1,
    ...more,
  };
}

/**
 * Sources of which the third failed, the fourth has an error, the fifth a warning, and the sixth
 * changed; of the others nothing is to be told.
 */
export function manySources(count: number): readonly SourceReport[] {
  const changes: Readonly<Record<number, Partial<SourceReport>>> = {
    3: {
      listing: 'incomplete',
      problems: { 'source-empty': 1 },
      urls: noUrls(),
      records: { ...noRecords(), kept: 10 },
    },
    4: { problems: { 'no-triples': 2 } },
    5: { problems: { 'no-metadata': 3 } },
    6: { records: { ...noRecords(), unchanged: 7, added: 2, replaced: 1 } },
  };
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    return quietSource(`source-${number}`, changes[number]);
  });
}
