import { noSourceCosts } from '../../../src/model/run-costs.ts';
import {
  emptyRecordCounts,
  emptyUrlCounts,
  noRevisits,
  type SourceReport,
} from '../../../src/model/run.ts';

/** What a run reports of a source with ten records, all as they were. */
export function quietSource(name: string, more: Partial<SourceReport> = {}): SourceReport {
  return {
    ...noSourceCosts,
    source: name,
    listing: 'complete',
    skipped: {},
    urls: { ...emptyUrlCounts(), unchanged: 10 },
    records: { ...emptyRecordCounts(), unchanged: 10 },
    rechecks: noRevisits,
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
      urls: emptyUrlCounts(),
      records: { ...emptyRecordCounts(), kept: 10 },
    },
    4: { problems: { 'no-triples': 2 } },
    5: { problems: { 'no-metadata': 3 } },
    6: { records: { ...emptyRecordCounts(), unchanged: 7, added: 2, replaced: 1 } },
  };
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    return quietSource(`source-${number}`, changes[number]);
  });
}
