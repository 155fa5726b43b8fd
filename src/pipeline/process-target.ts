import { noRevisits } from '../model/run.ts';
import type { Listing, Target } from '../model/target.ts';
import type { KnownUrl } from '../model/url-update.ts';
import { extractionOptionsFor } from './extraction-options.ts';
import { endVisit, followLink } from './follow-links.ts';
import { VisitLedger } from './report/visit-ledger.ts';
import { decideVisit, gainsContext, type VisitQuestion } from './revisit-policy.ts';
import type { RunState, TargetContext } from './run-state.ts';
import {
  finishVisit,
  fingerprintFor,
  keepUnchanged,
  recountKnown,
  type UnchangedReason,
} from './settle-target.ts';
import { takeVisit } from './take-visit.ts';
import type { KnownAnswers } from './visit.ts';
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
  const unchanged = isRepeated ? await visit(context) : await visitIfDue(context);
  const isAborted = plan.context.signal.aborted || result.isLeft;
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
  if (ignoresKnown(context)) return visit(context);
  const decision = decideVisit(await visitQuestion(context));
  if (decision.kind === 'not-due') {
    ledger.notDue(decision.reason);
    return 'not-due';
  }
  if (known === undefined || !decision.isConditional) return visit(context);
  const { answer, negotiated } = known.outcome;
  const wantsWhole = decision.wantsWhole === true ? ({ wantsWhole: true } as const) : {};
  return visit(context, { answer, negotiated, ...wantsWhole });
}

/**
 * Visits a URL.
 * @param known the answers with which it is recognised as unchanged; by default none is known
 * @returns as `visitIfDue`
 */
async function visit(
  context: TargetContext,
  known?: KnownAnswers,
): Promise<UnchangedReason | undefined> {
  const { target, entry, options, credentialsOf, result, plan } = context;
  const complete = (given: Target): Target => entry.complete(given);
  const events = plan.stages.visit(
    { target, options, credentialsOf, known },
    { ...plan.context, complete },
  );
  const unchanged = await takeVisit(events, context);
  if (unchanged === undefined)
    result.complete(complete(target), plan.context.signal.aborted || result.isLeft);
  return unchanged;
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
