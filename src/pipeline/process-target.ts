import type { ResponseSignature } from '../model/http.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import { noRevisits } from '../model/run.ts';
import type { Listing, Target } from '../model/target.ts';
import type { KnownUrl } from '../model/url-update.ts';
import { type FetchResult, fetchTarget, noteUnreadable, takeUnreadable } from './fetch-target.ts';
import { endVisit, followLink } from './follow-links.ts';
import { decideVisit, gainsContext, type VisitQuestion } from './revisit-policy.ts';
import { extractionOptionsFor } from './extraction-options.ts';
import { VisitLedger } from './report/visit-ledger.ts';
import type { RunState, TargetContext } from './run-state.ts';
import {
  finishVisit,
  fingerprintFor,
  keepUnchanged,
  recountKnown,
  type UnchangedReason,
} from './settle-target.ts';
import { isReplacedPage } from './problem-classes.ts';
import { VisitResult } from './visit-result.ts';

/**
 * Takes one target through all stages: decides whether to visit it, fetches it, derives records,
 * follows links and loads the update. A large update is loaded in parts. Nobody waits for the last
 * one, so the lane is free while it becomes durable; the URL is settled after that.
 */
export async function processTarget(listed: Target, run: RunState): Promise<void> {
  const { isRepeated = false } = run.urls.entry(listed.url);
  const context = await beginVisit(listed, run);
  const { known, result, plan } = context;
  const unchanged = isRepeated ? await visitFully(context) : await visitIfDue(context);
  const isAborted = plan.context.signal.aborted;
  const isUnchanged = unchanged !== undefined && known !== undefined && !isAborted;
  if (isUnchanged) await recountKnown(known.outcome, context);
  // Before the target is done, since the frontier could be at its end then.
  if (isUnchanged || (!isAborted && mayLackLinks(context))) await followKnownLinks(context);
  const { characters } = result.graphs;
  const ended = isUnchanged
    ? keepUnchanged(known, unchanged, context)
    : finishVisit(context, isRepeated);
  const settled = ended.finally(() => endVisit(listed.url, run));
  await run.writes.add(settled, characters);
  await plan.observer?.room();
}

/** Gathers what is known of a target before its visit, and notes in its entry that it begins. */
async function beginVisit(listed: Target, run: RunState): Promise<TargetContext> {
  const { plan, urls, sources } = run;
  const { url } = listed;
  const entry = urls.entry(url);
  entry.state = 'visiting';
  const ledger = new VisitLedger(sources.get(listed.source).ledger, url);
  const known = await plan.memory.known(url);
  const labels = known?.outcome.scriptLabels;
  if (labels !== undefined) {
    entry.assumeLabels(labels);
    entry.keptScriptLabels = labels;
  }
  const target = entry.complete(asKnownList(listed, known));
  const former = known?.outcome.listings.map((each) => each.source) ?? [];
  if (former.some((name) => name !== listed.source)) entry.formerSources = former;
  if (known?.hasLeaving === true) entry.pendingRemovalOf = listed.source;
  const listings: readonly Listing[] = [...entry.listings, ...(known?.outcome.listings ?? [])];
  const credentialsOf = sources.chooseCredentials(url, listings);
  if (plan.credentials.size > 0) entry.credentials = { source: credentialsOf };
  return {
    ...run,
    target,
    entry,
    known,
    ledger,
    options: extractionOptionsFor(listings, plan.policy.options),
    credentialsOf,
    result: new VisitResult(target, { plan, ledger, known }),
  };
}

/** A target that was a listing when it was last visited is a list, which is always due. */
function asKnownList(target: Target, known: KnownUrl | undefined): Target {
  const isKnown = known?.outcome.isListing === true;
  return !isKnown || target.isList === true ? target : { ...target, isList: true, isListing: true };
}

/**
 * Visits a URL unless it is not due by the revisit policy.
 * @returns why nothing changed; undefined after a full visit
 */
async function visitIfDue(context: TargetContext): Promise<UnchangedReason | undefined> {
  const { known, ledger } = context;
  if (ignoresKnown(context)) return visitFully(context);
  const decision = decideVisit(await visitQuestion(context));
  if (decision.kind === 'not-due') {
    ledger.notDue(decision.reason);
    return 'not-due';
  }
  if (known === undefined || !decision.isConditional) return visitFully(context);
  return visitConditionally(known, context, decision.wantsWhole);
}

/**
 * Whether what is known of a URL does not count: a list that is to be confirmed empty must say so
 * itself, and a further source may want a record that was left out.
 */
function ignoresKnown({ target, known, plan }: TargetContext): boolean {
  if (plan.policy.allowRemovals && known?.outcome.isMissing === true) return true;
  if (known?.outcome.leftOut === undefined) return false;
  return known.outcome.listings.every(({ source }) => source !== target.source);
}

async function visitQuestion(context: TargetContext): Promise<VisitQuestion> {
  const { target, known, plan, sources } = context;
  const { policy } = plan;
  const { source } = sources.get(target.source);
  return {
    target,
    known,
    terms: fingerprintFor(target, context),
    hasNewContext: await gainsContext(known, plan.contexts),
    full: policy.full,
    continues: policy.continues.get(target.source) ?? new Set(),
    source,
    rechecks: known === undefined ? noRevisits : await sources.rechecksOf(source.name),
    now: plan.context.now(),
  };
}

/** Visits a URL with what is known of its answers, so that an unchanged one need not be read. */
async function visitConditionally(
  { outcome: { answer, negotiated } }: KnownUrl,
  context: TargetContext,
  wantsWhole = false,
): Promise<UnchangedReason | undefined> {
  const first = await fetchTarget({ known: answer && condition(answer, wantsWhole) }, context);
  if (first.kind !== 'as-before') return completeVisit(first, context);
  if (negotiated === undefined) return first.hasContent ? 'same-content' : 'not-modified';
  // The page offers as little as before; its metadata came by content negotiation.
  const request = { known: condition(negotiated, wantsWhole), negotiates: true } as const;
  const second = await fetchTarget(request, context, 'compare');
  if (second.kind === 'as-before') {
    return first.hasContent && second.hasContent ? 'same-content' : 'not-modified';
  }
  delete context.result.answers.negotiated;
  return visitFully(context);
}

/** A known answer, without its validators where the whole content is to be compared. */
function condition(key: ResponseSignature, wantsWhole: boolean): ResponseSignature {
  const { etag: _, lastModified: __, ...whole } = key;
  return wantsWhole ? whole : key;
}

/** Visits a URL as if nothing were known of it. */
async function visitFully(context: TargetContext): Promise<undefined> {
  return completeVisit(await fetchTarget({}, context), context);
}

/**
 * A target that offers nothing, or a page with nothing but unreadable metadata, is requested once
 * more, for metadata alone (content negotiation, RFC 9110, 12.1). Where that gives nothing either,
 * the first outcome counts.
 */
async function completeVisit(first: FetchResult, context: TargetContext): Promise<undefined> {
  const { target, entry, result, options, plan } = context;
  if (first.kind === 'nothing' || first.kind === 'unreadable') {
    const isRequested = target.file === undefined && target.content === undefined;
    const mayNegotiate = isRequested && target.isList !== true && options.negotiates;
    const second = mayNegotiate ? await fetchTarget({ negotiates: true }, context) : first;
    if (first.kind === 'nothing') await endWithout(first.outcome, second, context);
    else if (result.usable > 0) await noteUnreadable(first.answer, context);
    else await takeUnreadable(first.answer, context);
    if (second.kind === 'nothing') noteServerProblem(second.outcome, context);
  }
  result.complete(entry.complete(target), plan.context.signal.aborted);
}

/** Ends a visit of a target that offered nothing when it was requested first. */
async function endWithout(
  outcome: Outcome<never>,
  second: FetchResult,
  context: TargetContext,
): Promise<void> {
  if (second.kind === 'nothing') context.result.note('derive', outcome);
  else if (second.kind === 'unreadable') await takeUnreadable(second.answer, context);
  else if (context.result.usable > 0 && isReplacedPage(outcome)) {
    // People still do not find the page, though programs find the metadata.
    context.result.note('derive', { ...outcome, kind: 'noted' });
  }
}

function noteServerProblem(outcome: Outcome<never>, { result }: TargetContext): void {
  if (outcome.kind === 'failed' && isServerProblem(outcome.problem)) {
    result.noteServerProblem(outcome.problem);
  }
}

/** Whether a server may answer otherwise at another time. */
function isServerProblem(problem: Problem): boolean {
  if (problem.kind === 'http-status') return problem.status >= 500 || problem.status === 429;
  return ['bot-challenge', 'connection-failed', 'timed-out'].includes(problem.kind);
}

/**
 * Whether a visit may not give all links of the URL: it failed, could not be read whole, or
 * suddenly offers nothing, as an error page with status 200 does. Then the links that were known
 * before count as well.
 */
function mayLackLinks({ result }: TargetContext): boolean {
  const state = result.state;
  if (!result.hasAnswer) return state !== 'gone';
  return (state === 'no-metadata' && !result.isRightlyEmpty) || result.hasFailed;
}

/** Follows the links that the URL had in runs before, and keeps them. */
async function followKnownLinks(context: TargetContext): Promise<void> {
  const { target, result, plan } = context;
  for (const lead of await plan.memory.leadsOf(target.url)) {
    const key = JSON.stringify(lead);
    if (result.leads.has(key)) continue;
    result.leads.set(key, lead);
    await followLink(lead, target.url, context);
  }
}
