import type { RetrievalWay } from '../model/record.ts';
import type { UrlOutcome, KnownUrl, UrlVisit, UrlVisitEnd } from '../model/url-update.ts';
import type { VisitState } from '../model/run.ts';
import { fallbacks } from '../model/typed-link.ts';
import type { Target } from '../model/target.ts';
import { type ExtractionOptions, settingsFingerprint } from './extraction-options.ts';
import { loadPart, startLoading } from './take-visit.ts';
import type { TargetContext } from './run-state.ts';
import type { UnchangedVisitReason } from './visit.ts';
import { scriptLabels } from './url-table.ts';

/** Why what is known of a URL stays as it is: see `UnchangedVisitReason`, or it is not due. */
export type UnchangedReason = UnchangedVisitReason | 'not-due';

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
function recountUrlProblems({ problems }: UrlOutcome, { ledger }: TargetContext): void {
  for (const problem of problems) ledger.note({ kind: 'noted', problem });
}

/** Counts the known problems of records that stay. @param stays which of the records do */
async function recountRecordProblems(
  { target, ledger, plan }: TargetContext,
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
    const visit = { at: now.toISOString(), run, state: unchangedState(outcome), isNotModified };
    const endPhase = startLoading(context);
    await memory.touch({ url, visit, listings, ...newAnswers(outcome, result.answers) });
    endPhase();
    ledger.source.saved(isNotModified ? 'notModified' : 'sameContent');
    result.countRecheck(false);
  }
  countRecords(known, reason === 'not-due' ? reason : 'unchanged', context);
  const state = outcome.state === 'harvested' ? 'unchanged' : outcome.state;
  ledger.end(reason === 'not-due' ? reason : state, now);
}

function countRecords(
  { outcome, records, quads }: KnownUrl,
  state: 'unchanged' | 'not-due',
  { ledger }: TargetContext,
): void {
  const { kept = 0, failed = 0, keptOut = { records: 0, copies: 0 } } = outcome;
  const copies = Math.min(keptOut.copies, records);
  const others = records - copies;
  const isRead = outcome.state === 'harvested' || outcome.state === 'nonconforming';
  const failedKept = isRead ? Math.min(kept, others) : others;
  ledger.record('failed-kept', failedKept);
  ledger.record(state, others - failedKept, quads);
  ledger.record('nonconforming-kept', copies);
  ledger.record('nonconforming-new', keptOut.records - copies);
  ledger.record('failed-new', Math.max(0, failed - failedKept));
}

function unchangedState({ state, kept = 0 }: UrlOutcome): UrlVisit['state'] {
  if (state !== 'harvested') return state;
  return kept > 0 ? 'metadata-failed' : 'unchanged';
}

type Answers = TargetContext['result']['answers'];

/** The answers that are kept for the next run, where they are not as before. */
function newAnswers(
  { answer, negotiated }: UrlOutcome,
  now: Answers,
): { readonly answers?: Answers } {
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

/** Loads the last part of a visit, with the outcome of the URL, and settles it. */
export async function finishVisit(context: TargetContext, isRepeated: boolean): Promise<void> {
  const { target, entry, known, ledger, result, plan } = context;
  const { now, signal } = plan.context;
  if (signal.aborted || result.isLeft) return endCutOff(context);
  if (isRepeated && !result.hasAnswer) return keepFirstVisit(context);
  const state = result.state;
  if (state === 'not-tried' && known !== undefined) await keepNotTried(known, context);
  else {
    const part = result.takePart(entry.listings);
    await loadPart({ ...part, end: await urlEnd(state, context) }, context);
  }
  if (result.kept + result.keptOut.copies > 0) {
    const { graphs, kept } = result;
    await recountRecordProblems(context, (record) => {
      return kept > 0 ? !graphs.all.has(record) : result.keepsCopy(record);
    });
  }
  if (result.isMissing) noteIncompleteList(context);
  if (result.hasPendingRemoval) entry.pendingRemovalOf = target.source;
  result.countRecheck(ledger.hasChanged);
  result.countLosses();
  // The state is another one now where the catalogue could not keep what was derived.
  ledger.end(result.state, now());
}

/** Ends a visit that was cut off: it may lack records, so only those that it gave are kept. */
async function endCutOff(context: TargetContext): Promise<void> {
  const { entry, ledger, result, plan } = context;
  const part = result.takePart(entry.listings);
  if (part.graphs.length > 0) await loadPart(part, context);
  ledger.end('not-tried', plan.context.now());
}

/** Ends a second visit in one run without an answer: the answer of the first one counts. */
async function keepFirstVisit(context: TargetContext): Promise<void> {
  const { target, entry, known, ledger, result, plan } = context;
  for (const listing of entry.listings) await plan.memory.list(target.url, listing);
  ledger.record('kept', known?.records ?? 0);
  ledger.end(result.stateWithoutAnswer, plan.context.now());
}

/** Keeps what is known of a URL that could not be visited. */
async function keepNotTried(known: KnownUrl, context: TargetContext): Promise<void> {
  const { target, entry, result, plan } = context;
  const at = plan.context.now().toISOString();
  const visit = { at, run: plan.run, state: 'not-tried' } as const;
  await plan.memory.touch({ url: target.url, visit, listings: entry.listings });
  result.kept += known.records;
  recountUrlProblems(known.outcome, context);
}

/** Notes that something may be listed by a list or catalogue that could not be read whole. */
function noteIncompleteList({ entry, sources }: TargetContext): void {
  for (const { source } of entry.listings) sources.get(source).listing.miss();
}

async function urlEnd(state: VisitState, context: TargetContext): Promise<UrlVisitEnd> {
  const { target, entry, known, result, plan } = context;
  const hasTooManyLeads = result.leads.size > plan.limits.urlsPerSource;
  const isWhole = result.isWhole || (await isNoLongerWanted(state, context));
  const terms = fingerprintFor({ ...target, labels: result.readLabels }, context);
  const before = known?.outcome.terms;
  const hasOtherSettings = before !== undefined && before !== terms;
  const isReusable = result.hasAnswer && !hasTooManyLeads && !result.isTransient;
  const answers = isReusable ? reusableAnswers(context, terms) : {};
  if (answers.scriptLabels === undefined) delete entry.keptScriptLabels;
  else entry.keptScriptLabels = answers.scriptLabels;
  return {
    outcome: { ...result.outcome(state, entry.listings), ...answers },
    ...result.replacedContent(isWhole),
    leads: hasTooManyLeads ? [] : [...result.leads.values()],
    // Records that the operator no longer wants by other settings need not wait.
    ...(result.leftOut > 0 && hasOtherSettings ? {} : { waits: { rewritten: result.rewritten } }),
  };
}

/** By what the next run recognises the answers, and how they were read. */
function reusableAnswers(
  { result }: TargetContext,
  terms: string,
): Pick<UrlOutcome, 'answer' | 'negotiated' | 'terms' | 'scriptLabels'> {
  const labels = scriptLabels(result.readLabels);
  return { ...result.answers, terms, ...(labels.length > 0 && { scriptLabels: labels }) };
}

/** The fingerprint of the settings by which a target is read: see `settingsFingerprint`. */
export function fingerprintFor(
  target: Target,
  { plan, options, credentialsOf }: TargetContext,
): string {
  return settingsFingerprint(plan.policy.settings, options, { target, credentialsOf });
}

/**
 * Whether a page gave nothing, and all records that it has came by ways (`fallbacks`, `negotiate`)
 * that no source which lists it wants any more, so they may go. A record that came by any other way
 * stays while its page gives nothing.
 */
async function isNoLongerWanted(
  state: VisitState,
  { target, known, options, result, plan }: TargetContext,
): Promise<boolean> {
  if (known === undefined || known.records === 0 || target.isList === true) return false;
  const isBare = state === 'no-metadata' || state === 'linked';
  if (!isBare || result.hasFailed || result.isTransient) return false;
  const ways = await plan.memory.waysOf(target.url);
  return ways.length > 0 && ways.every((way) => way !== undefined && isUnwanted(way, options));
}

function isUnwanted({ route, negotiated }: RetrievalWay, options: ExtractionOptions): boolean {
  const fallback = fallbacks.find((each) => each === route);
  if (fallback !== undefined && !options.fallbacks.includes(fallback)) return true;
  return negotiated && !options.negotiates;
}
