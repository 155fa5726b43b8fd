import type { ProblemKind } from '../model/problem.ts';
import type { RecordState, RunReport, SourceReport } from '../model/run.ts';

/**
 * The problems of a source as a whole that give `ingest` the exit code 4, in the order in which
 * they are told.
 */
const failureKinds = [
  'source-empty',
  'source-without-records',
  'source-shrunk',
  'source-given-up',
  'removals-held',
] as const satisfies readonly ProblemKind[];

export type SourceFailure = (typeof failureKinds)[number];

/** Why a source gives `ingest` the exit code 4; empty where it does not. */
export function failuresOf({
  problems,
  listing,
}: Pick<SourceReport, 'problems' | 'listing'>): readonly SourceFailure[] {
  return failureKinds.filter((kind) => {
    // An empty listing is complete where `--allow-removals` confirms that it is rightly empty.
    const isConfirmed = kind === 'source-empty' && listing === 'complete';
    return problems[kind] !== undefined && !isConfirmed;
  });
}

/** The states of records that show that their source could be read. */
const givenStates: readonly RecordState[] = [
  'added',
  'replaced',
  'unchanged',
  'removed',
  'not-due',
  'would-load',
];

/** Whether a source gave a record, new or as before, or one of it was removed that is gone. */
export function gaveRecords({ records }: Pick<SourceReport, 'records'>): boolean {
  return givenStates.some((state) => records[state] > 0);
}

/** Whether a run read a source to its end, and something came of that. */
export function isHarvested(
  { interrupted }: Pick<RunReport, 'interrupted'>,
  source: SourceReport,
): boolean {
  const { listing } = source;
  const isRead = !interrupted && listing !== 'interrupted' && listing !== 'limited';
  // Records that several sources list are counted for one of them.
  return isRead && (gaveRecords(source) || failuresOf(source).length === 0);
}
