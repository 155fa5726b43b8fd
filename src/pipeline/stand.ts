import { noSignposts } from '../links/merged-signposts.ts';
import type { UrlOutcome } from '../model/run.ts';
import type { KnownUrl, UrlVisit } from '../model/url-visit.ts';
import type { Carrying } from './carrying.ts';
import { lineOf, type Running } from './running.ts';
import { spend } from './timed.ts';

/** Why the outcome of a URL stays what it is: it came once more, its server says so of some of it, or it was not asked for. */
export type Standing = 'same-content' | 'not-modified' | 'not-due';

/** Takes what is known of a URL for what a look gave: its problems are as true as they were, and its scripts are what they were. */
export async function recall(outcome: UrlOutcome, carrying: Carrying): Promise<void> {
  const { target, ledger, running } = carrying;
  recallOwn(outcome, carrying);
  await recallRecords(carrying, () => true);
  running.pages.read(target, ledger, outcome.signposts ?? noSignposts);
  const { leftOut } = outcome;
  if (leftOut === undefined) return;
  running.visits.leaveOut(target.url);
  if (leftOut === true) return;
  for (const [types, count] of Object.entries(leftOut.counts)) {
    const skipped = { kind: 'skipped', url: target.url, reason: 'type-not-wanted', types } as const;
    for (let index = 0; index < count; index += 1) ledger.note(skipped);
  }
}

/** Counts the problems of a URL that belong to none of its records. */
export function recallOwn(
  { problems }: Pick<UrlOutcome, 'problems'>,
  { ledger }: Pick<Carrying, 'ledger'>,
): void {
  for (const problem of problems) ledger.note({ kind: 'noted', problem });
}

/**
 * Counts the problems of records that are as they were.
 * @param isKept which of the records of the URL
 */
export async function recallRecords(
  { target, ledger, running }: Pick<Carrying, 'target' | 'ledger' | 'running'>,
  isKept: (record: string) => boolean,
): Promise<void> {
  for await (const { record, problems } of running.memory.recordProblems(target.url)) {
    if (!isKept(record)) continue;
    for (const problem of problems) ledger.note({ kind: 'noted', problem });
  }
}

/** Ends a look at a URL of which all that is known stands: of what is kept only the date of the look is new. */
export async function stand(
  known: KnownUrl,
  standing: Standing,
  carrying: Carrying,
): Promise<void> {
  const { target, ledger, tally, running, answers } = carrying;
  const isDue = standing !== 'not-due';
  const { outcome } = known;
  const { listings, memory, context, run } = running;
  const { url } = target;
  const now = context.now();
  const current = listings.of(url);
  if (outcome.isMissing === true) missListing(url, running);
  if (isDue) {
    const isNotModified = standing === 'not-modified';
    const visit = { at: now.toISOString(), run, state: visitStateOf(outcome), isNotModified };
    const stop = spend('loading', carrying);
    await memory.touch({ url, visit, listings: current, ...answersOf(outcome, answers) });
    stop();
    ledger.saved(isNotModified ? 'notModified' : 'sameContent');
  } else if (isNews(outcome, current)) {
    for (const listing of current) await memory.list(url, listing);
  }
  if (isDue) tally.rechecked(false, run);
  settle(known, isDue ? 'unchanged' : 'not-due', carrying);
  const state = outcome.state === 'harvested' ? 'unchanged' : outcome.state;
  ledger.end(isDue ? state : 'not-due', { isWhole: true, now });
}

/** Accounts for the records of a URL of which all that is known stands. */
function settle(
  { outcome, records, quads }: KnownUrl,
  state: 'unchanged' | 'not-due',
  { ledger }: Carrying,
): void {
  const { kept = 0, failed = 0 } = outcome;
  const failedKept = outcome.state === 'harvested' ? Math.min(kept, records) : records;
  ledger.others('failed-kept', failedKept);
  ledger.others(state, records - failedKept, quads);
  ledger.others('failed-new', Math.max(0, failed - failedKept));
}

/** Something may be listed by a list or catalogue that nobody has seen. */
export function missListing(url: string, running: Running): void {
  for (const { source } of running.listings.of(url)) lineOf(source, running).listing.miss();
}

/** What comes once more is as good or as bad as it was. */
function visitStateOf({ state, kept = 0 }: UrlOutcome): UrlVisit['state'] {
  if (state === 'harvested') return kept > 0 ? 'metadata-failed' : 'unchanged';
  return state;
}

function answersOf(
  { answer, negotiated }: UrlOutcome,
  now: Carrying['answers'],
): { readonly answers?: Carrying['answers'] } {
  const after = { ...(answer && { answer }), ...(negotiated && { negotiated }), ...now };
  const isNew = JSON.stringify([after.answer, after.negotiated]);
  return isNew === JSON.stringify([answer, negotiated]) ? {} : { answers: after };
}

/** Whether a run lists a URL otherwise than is kept. */
function isNews({ listings: kept }: UrlOutcome, current: UrlOutcome['listings']): boolean {
  return current.some((listing) => {
    const before = kept.find(({ source }) => source === listing.source);
    return JSON.stringify(before) !== JSON.stringify(listing);
  });
}
