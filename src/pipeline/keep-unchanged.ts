import type { UrlOutcome } from '../model/run.ts';
import type { KnownUrl, UrlVisit } from '../model/url-update.ts';
import { startPhase } from './run-stage.ts';
import { noteIncompleteList, type TargetContext } from './target-context.ts';

/**
 * Why what is known of a URL stays as it is: the same content came, its server said (at least of a
 * part) that nothing changed, or it was not requested.
 */
export type UnchangedReason = 'same-content' | 'not-modified' | 'not-due';

/** Counts what is known of an unchanged URL as if the visit had given it. */
export async function recountKnown(outcome: UrlOutcome, context: TargetContext): Promise<void> {
  const { target, entry, ledger } = context;
  recountUrlProblems(outcome, context);
  await recountRecordProblems(context, () => true);
  const { leftOut } = outcome;
  if (leftOut === undefined) return;
  entry.hasLeftOut = true;
  if (leftOut === true) return;
  for (const [types, count] of Object.entries(leftOut.counts)) {
    const skipped = { kind: 'skipped', url: target.url, reason: 'type-not-wanted', types } as const;
    for (let index = 0; index < count; index += 1) ledger.note(skipped);
  }
}

/** Counts the known problems of a URL that belong to none of its records. */
export function recountUrlProblems(
  { problems }: Pick<UrlOutcome, 'problems'>,
  { ledger }: Pick<TargetContext, 'ledger'>,
): void {
  for (const problem of problems) ledger.note({ kind: 'noted', problem });
}

/**
 * Counts the known problems of records that stay.
 * @param stays which of the records of the URL do
 */
export async function recountRecordProblems(
  { target, ledger, plan }: Pick<TargetContext, 'target' | 'ledger' | 'plan'>,
  stays: (record: string) => boolean,
): Promise<void> {
  for await (const { record, problems } of plan.memory.recordProblems(target.url)) {
    if (!stays(record)) continue;
    for (const problem of problems) ledger.note({ kind: 'noted', problem });
  }
}

/** Ends the visit of an unchanged URL: only the date of the visit is new, and its listings. */
export async function keepUnchanged(
  known: KnownUrl,
  reason: UnchangedReason,
  context: TargetContext,
): Promise<void> {
  const { target, entry, ledger, result, plan } = context;
  const { memory, run } = plan;
  const { outcome } = known;
  const { url } = target;
  const { listings } = entry;
  const now = plan.context.now();
  if (outcome.isMissing === true) noteIncompleteList(context);
  if (reason === 'not-due') {
    if (hasNewListing(outcome, listings)) {
      for (const listing of listings) await memory.list(url, listing);
    }
  } else {
    const isNotModified = reason === 'not-modified';
    const visit = { at: now.toISOString(), run, state: visitState(outcome), isNotModified };
    const endPhase = startPhase('loading', { meter: plan.meter, ledger: ledger.source });
    await memory.touch({ url, visit, listings, ...newAnswers(outcome, result.answers) });
    endPhase();
    ledger.source.saved(isNotModified ? 'notModified' : 'sameContent');
    result.countRecheck(false);
  }
  const recordState = reason === 'not-due' ? reason : 'unchanged';
  countRecords(known, recordState, context);
  const state = outcome.state === 'harvested' ? 'unchanged' : outcome.state;
  ledger.end(reason === 'not-due' ? reason : state, now);
}

function countRecords(
  { outcome, records, quads }: KnownUrl,
  state: 'unchanged' | 'not-due',
  { ledger }: Pick<TargetContext, 'ledger'>,
): void {
  const { kept = 0, failed = 0 } = outcome;
  const failedKept = outcome.state === 'harvested' ? Math.min(kept, records) : records;
  ledger.others('failed-kept', failedKept);
  ledger.others(state, records - failedKept, quads);
  ledger.others('failed-new', Math.max(0, failed - failedKept));
}

function visitState({ state, kept = 0 }: UrlOutcome): UrlVisit['state'] {
  if (state !== 'harvested') return state;
  return kept > 0 ? 'metadata-failed' : 'unchanged';
}

function newAnswers(
  { answer, negotiated }: UrlOutcome,
  now: TargetContext['result']['answers'],
): { readonly answers?: TargetContext['result']['answers'] } {
  const after = { ...(answer && { answer }), ...(negotiated && { negotiated }), ...now };
  const isSame =
    JSON.stringify([after.answer, after.negotiated]) === JSON.stringify([answer, negotiated]);
  return isSame ? {} : { answers: after };
}

/** Whether the listings of a URL in this run differ from those in the catalogue. */
function hasNewListing({ listings: kept }: UrlOutcome, current: UrlOutcome['listings']): boolean {
  return current.some((listing) => {
    const before = kept.find(({ source }) => source === listing.source);
    return JSON.stringify(before) !== JSON.stringify(listing);
  });
}
