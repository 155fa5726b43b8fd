import type { ResponseSignature } from '../model/http.ts';
import { fallbacks, type Target } from '../model/target.ts';
import type { Problem } from '../model/problem.ts';
import type { RetrievalWay } from '../model/record.ts';
import { noRevisits, type VisitState, type UrlOutcome } from '../model/run.ts';
import type { KnownUrl, UrlVisitEnd } from '../model/url-update.ts';
import { settingsFingerprint, type ExtractionOptions } from './extraction-options.ts';
import { type FetchResult, fetchTarget, loadPart } from './fetch-target.ts';
import {
  keepUnchanged,
  recountKnown,
  recountRecordProblems,
  recountUrlProblems,
  type UnchangedReason,
} from './keep-unchanged.ts';
import type { PendingWrites } from './pending-writes.ts';
import { decideVisit, type VisitQuestion } from './revisit-policy.ts';
import {
  beginVisit,
  noteIncompleteList,
  type TargetContext,
  type TargetServices,
} from './target-context.ts';
import { scriptLabels } from './target-hints.ts';

/**
 * Takes one target through all stages: decides whether to visit it, fetches it, derives records,
 * follows links and loads the update. A large update is loaded in parts. Nobody waits for the last
 * one, so the lane is free while it becomes durable; the URL is settled after that.
 */
export async function processTarget(
  listed: Target,
  services: TargetServices & { readonly writes: PendingWrites },
): Promise<void> {
  const { isRepeated = false } = services.urls.entry(listed.url);
  const context = await beginVisit(listed, services);
  const { known, result, plan } = context;
  const unchanged = isRepeated ? await visitAnew(context) : await visitIfDue(context);
  const isAborted = plan.context.signal.aborted;
  const isUnchanged = unchanged !== undefined && known !== undefined && !isAborted;
  if (isUnchanged) await recountKnown(known.outcome, context);
  // Before the target is done, since the frontier could be at its end then.
  if (isUnchanged || (!isAborted && mayLackLinks(context))) await followKnownLinks(context);
  const { characters } = result;
  const ended = isUnchanged
    ? keepUnchanged(known, unchanged, context)
    : finishVisit(context, isRepeated);
  const settled = ended.finally(() => services.links.endVisit(listed.url));
  await services.writes.add(settled, characters);
  await plan.observer?.room();
}

/**
 * Visits a URL unless it is not due by the revisit policy.
 * @returns why nothing changed; undefined after a full visit
 */
async function visitIfDue(context: TargetContext): Promise<UnchangedReason | undefined> {
  const { known, ledger } = context;
  if (ignoresKnown(context)) return visitAnew(context);
  const decision = decideVisit(await visitQuestion(context));
  if (decision.kind === 'not-due') {
    ledger.notDue(decision.reason);
    return 'not-due';
  }
  if (known === undefined || !decision.isConditional) return visitAnew(context);
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
    terms: fingerprint(context, target),
    full: policy.full,
    continues: policy.continues.get(target.source) ?? new Set(),
    recheck: source.recheck ?? 'always',
    lastmod: source.lastmod ?? 'verify',
    rechecks: known === undefined ? noRevisits : await sources.rechecksOf(source.name),
    now: plan.context.now(),
  };
}

function fingerprint({ plan, options, credentialsOf }: TargetContext, target: Target): string {
  return settingsFingerprint(plan.policy.settings, options, { target, credentialsOf });
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
  return visitAnew(context);
}

/** A known answer, without its validators where the whole content is to be compared. */
function condition(key: ResponseSignature, wantsWhole: boolean): ResponseSignature {
  const { etag: _, lastModified: __, ...whole } = key;
  return wantsWhole ? whole : key;
}

/** Visits a URL as if nothing were known of it. */
async function visitAnew(context: TargetContext): Promise<undefined> {
  return completeVisit(await fetchTarget({}, context), context);
}

/**
 * A target that offers nothing is requested once more, for metadata alone (content negotiation,
 * RFC 9110, 12.1). Where that gives nothing either, the first outcome counts.
 */
async function completeVisit(first: FetchResult, context: TargetContext): Promise<undefined> {
  const { target, entry, result, options, plan } = context;
  if (first.kind === 'nothing') {
    const mayNegotiate = target.file === undefined && target.isList !== true && options.negotiates;
    const second = mayNegotiate ? await fetchTarget({ negotiates: true }, context) : first;
    if (second.kind === 'nothing') {
      result.note('derive', first.outcome);
      const { outcome } = second;
      if (outcome.kind === 'failed' && isServerTrouble(outcome.problem)) {
        result.hindered(outcome.problem);
      }
    }
  }
  result.complete(entry.complete(target), plan.context.signal.aborted);
}

/** Whether a server may answer otherwise at another time. */
function isServerTrouble(problem: Problem): boolean {
  if (problem.kind === 'http-status') return problem.status >= 500 || problem.status === 429;
  return problem.kind === 'connection-failed' || problem.kind === 'timed-out';
}

/**
 * Whether a visit may not give all links of the URL: it failed, could not be read
 * whole, or suddenly offers nothing, as an error page with status 200 does. Then the links that
 * were known before count as well.
 */
function mayLackLinks({ result }: TargetContext): boolean {
  const state = result.state(false);
  if (!result.hasAnswer) return state !== 'gone';
  return (state === 'no-metadata' && !result.isRightlyEmpty) || result.hasFailed;
}

/** Follows the links that the URL had in runs before, and keeps them. */
async function followKnownLinks({ target, result, plan, links }: TargetContext): Promise<void> {
  for (const lead of await plan.memory.leadsOf(target.url)) {
    const key = JSON.stringify(lead);
    if (result.leads.has(key)) continue;
    result.leads.set(key, lead);
    await links.follow(lead, target.url);
  }
}

/** Loads the last part of a visit, with the outcome of the URL, and settles it. */
async function finishVisit(context: TargetContext, isRepeated: boolean): Promise<void> {
  const { target, entry, known, ledger, result, plan } = context;
  const { now, signal } = plan.context;
  if (signal.aborted) return endCutOff(context);
  if (isRepeated && !result.hasAnswer) return keepFirstVisit(context);
  const state = result.state(false);
  if (state === 'not-tried' && known !== undefined) await keepNotTried(known, context);
  else {
    const part = result.takePart(entry.listings);
    await loadPart({ ...part, end: await urlEnd(state, context) }, context);
  }
  if (result.hasKept) await recountRecordProblems(context, (record) => !result.gave(record));
  if (result.isMissing) noteIncompleteList(context);
  if (result.hasPendingRemoval) entry.pendingRemovalOf = target.source;
  result.countRecheck(ledger.hasChanged);
  result.countLosses();
  // The state is another one now where the catalogue could not keep what was derived.
  ledger.end(result.state(false), now());
}

/** Ends a visit that was cut off: it may lack records, so only those that it gave are kept. */
async function endCutOff(context: TargetContext): Promise<void> {
  const { entry, ledger, result, plan } = context;
  const part = result.takePart(entry.listings);
  if (part.graphs.length > 0) await loadPart(part, context);
  ledger.end('not-tried', plan.context.now());
}

/** Ends a second visit in one run without an answer: the answer of the first one counts. */
async function keepFirstVisit({
  target,
  entry,
  known,
  ledger,
  result,
  plan,
}: TargetContext): Promise<void> {
  for (const listing of entry.listings) await plan.memory.list(target.url, listing);
  ledger.others('kept', known?.records ?? 0);
  ledger.end(result.stateWithoutAnswer, plan.context.now());
}

/** Keeps what is known of a URL that could not be visited. */
async function keepNotTried(known: KnownUrl, context: TargetContext): Promise<void> {
  const { target, entry, result, plan } = context;
  const visit = {
    at: plan.context.now().toISOString(),
    run: plan.run,
    state: 'not-tried',
  } as const;
  await plan.memory.touch({ url: target.url, visit, listings: entry.listings });
  result.keepRecords(known.records);
  recountUrlProblems(known.outcome, context);
}

async function urlEnd(state: VisitState, context: TargetContext): Promise<UrlVisitEnd> {
  const { entry, known, result, plan } = context;
  const hasTooManyLeads = result.leads.size > plan.limits.urlsPerSource;
  const isWhole = result.isWhole || (await isNoLongerWanted(state, context));
  const terms = fingerprint(context, result.readTarget);
  const before = known?.outcome.terms;
  const hasOtherSettings = before !== undefined && before !== terms;
  const isReusable = result.hasAnswer && !hasTooManyLeads && !result.isTransient;
  const answers = isReusable ? reusableAnswers(context, terms) : {};
  keepLabels(answers, context);
  return {
    outcome: { ...result.outcome(state, entry.listings), ...answers },
    ...result.replacedContent(isWhole),
    leads: hasTooManyLeads ? [] : [...result.leads.values()],
    // Records that the operator no longer wants by other settings need not wait.
    ...(result.hasLeftOut && hasOtherSettings ? {} : { waits: { rewritten: result.rewritten } }),
  };
}

type ReusableAnswers = Pick<UrlOutcome, 'answer' | 'negotiated' | 'terms' | 'scriptLabels'>;

/** By what the next run recognises the answers, and how they were read. */
function reusableAnswers({ result }: TargetContext, terms: string): ReusableAnswers {
  const labels = scriptLabels(result.readTarget.labels);
  return { ...result.answers, terms, ...(labels.length > 0 && { scriptLabels: labels }) };
}

/** Notes the script labels that the catalogue has after the visit. */
function keepLabels({ scriptLabels: labels }: ReusableAnswers, { entry }: TargetContext): void {
  if (labels !== undefined) entry.keptScriptLabels = labels;
  else delete entry.keptScriptLabels;
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
