import type { FetchRequest, Response, Retrieval } from '../model/http.ts';
import { isPageType, parseMediaType } from '../model/media-type.ts';
import type { Outcome, Stage } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { DerivationOutput, FoundLinkTarget, RecordGraph } from '../model/record.ts';
import type { Target } from '../model/target.ts';
import type { UrlUpdate } from '../model/url-update.ts';
import { originOfTarget } from './exhaustion-breaker.ts';
import { isWantedByAny } from './extraction-options.ts';
import { followLink } from './follow-links.ts';
import {
  isUnreadable,
  listedAsDeletedProblem,
  offersNothing,
  refusalReason,
} from './problem-classes.ts';
import { runStage } from './harvest-plan.ts';
import { startPhase, timeItems } from './report/run-meter.ts';
import type { TargetContext } from './run-state.ts';

/** How one request for a target ended. */
export type FetchResult =
  /** It gave a response or failed, which is noted in the result of the visit. */
  | { readonly kind: 'noted' }
  /** The response offers no metadata; the outcome is not noted yet. */
  | { readonly kind: 'nothing'; readonly outcome: Outcome<never> }
  /** All metadata of the response is unreadable; nothing is noted yet. */
  | { readonly kind: 'unreadable'; readonly answer: UnreadableAnswer }
  /** Nothing changed: the same content came, or status 304 without content. */
  | { readonly kind: 'as-before'; readonly hasContent: boolean };

/** A response without usable metadata, of which nothing was taken yet. */
export interface UnreadableAnswer {
  readonly target: Target;
  readonly retrieval: Retrieval;
  readonly isNegotiated: boolean;
  readonly outcomes: readonly Outcome<DerivationOutput>[];
}

/** How a target is requested: against a known answer, or for metadata alone. */
type FetchAttempt = Pick<FetchRequest, 'known' | 'negotiates'>;

/**
 * Fetches a target, derives records from the response, and adds both to the result of the visit.
 * @param purpose `compare` compares the response with the known one, and notes nothing
 */
export async function fetchTarget(
  attempt: FetchAttempt,
  context: TargetContext,
  purpose: 'take' | 'compare' = 'take',
): Promise<FetchResult> {
  const { result, plan } = context;
  const isNegotiation = attempt.negotiates === true;
  let fetchResult: FetchResult = { kind: 'noted' };
  const problem = isNegotiation ? undefined : reasonNotToFetch(context);
  if (problem !== undefined) {
    result.note('fetch', { kind: 'failed', problem });
    return fetchResult;
  }
  let hasContent = true;
  const request = {
    ...fetchRequest(attempt, context),
    onNotModified: (): void => {
      hasContent = false;
    },
  };
  for await (const fetched of outcomesOf(plan.stages.fetch, request, context)) {
    if (fetched.kind === 'skipped' && fetched.reason === 'not-modified') {
      return { kind: 'as-before', hasContent };
    }
    if (purpose === 'compare') return fetchResult;
    // The first outcome counts where the server has no metadata alone either.
    if (fetched.kind === 'failed' && isNegotiation) return { kind: 'nothing', outcome: fetched };
    result.note('fetch', fetched);
    if (fetched.kind === 'produced') {
      fetchResult = await deriveRecords(fetched.value, isNegotiation, context);
    }
  }
  return fetchResult;
}

/** Why a target is not even requested: it was deleted, or its source or host was given up. */
function reasonNotToFetch({ target, plan }: TargetContext): Problem | undefined {
  if (target.isGone === true) return listedAsDeletedProblem(target);
  return plan.breaker?.refusal(originOfTarget(target));
}

function fetchRequest(attempt: FetchAttempt, context: TargetContext): FetchRequest {
  const { target, credentialsOf, result } = context;
  const { fallbacks, places, missingContext, validation } = context.options;
  const isFirst = attempt.negotiates !== true;
  return {
    ...attempt,
    credentialsOf,
    target: {
      ...target,
      ...(isFirst && fallbacks.length > 0 ? { fallbacks } : {}),
      ...(Object.keys(places).length > 0 ? { placeReading: places } : {}),
      ...(missingContext === undefined ? {} : { missingContext }),
      ...(validation === undefined ? {} : { validation }),
    },
    onStep: (step, cost) => result.requested(step, cost),
    onAllowed: (decision) => {
      result.robots = decision;
    },
    onAnswer: (answer) => {
      result.answers[isFirst ? 'answer' : 'negotiated'] = answer;
    },
  };
}

async function deriveRecords(
  fetched: Response,
  isNegotiation: boolean,
  context: TargetContext,
): Promise<FetchResult> {
  const { entry, result, plan } = context;
  // Further hints may have come since the request.
  const response = { ...fetched, target: entry.complete(fetched.target) };
  const { target, retrieval } = response;
  result.readTarget = target;
  result.fetched(retrieval, isNegotiation);
  let fetchResult: FetchResult = { kind: 'noted' };
  const isPage = isPageType(parseMediaType(response.contentType).essence);
  // Held until something usable comes: a page without may be better when it is negotiated.
  let held: Outcome<DerivationOutput>[] | undefined = isPage || isNegotiation ? [] : undefined;
  const derived = outcomesOf(plan.stages.derive, response, context);
  for await (const outcome of timeItems(derived, () => startVisitPhase('deriving', context))) {
    if (offersNothing(outcome)) {
      fetchResult = { kind: 'nothing', outcome };
    } else if (held !== undefined && !isUsable(outcome)) {
      held.push(outcome);
    } else {
      await takeOutcomes([...(held ?? []), outcome], context);
      held = undefined;
    }
  }
  if (held?.some((outcome) => isUnreadable(outcome)) === true) {
    const answer = { target, retrieval, isNegotiated: isNegotiation, outcomes: held };
    return { kind: 'unreadable', answer };
  }
  await takeOutcomes(held ?? [], context);
  return fetchResult;
}

/** Whether an outcome gives a record or leads to some, or is a failure of another kind. */
function isUsable(outcome: Outcome<DerivationOutput>): boolean {
  if (outcome.kind === 'failed') return !isUnreadable(outcome);
  if (outcome.kind !== 'produced') return false;
  return outcome.value.kind === 'graph' || outcome.value.kind === 'link';
}

/** Takes an answer where no other one gave metadata: its metadata failed. */
export async function takeUnreadable(
  { target, retrieval, isNegotiated, outcomes }: UnreadableAnswer,
  context: TargetContext,
): Promise<void> {
  const { result } = context;
  // The latest answer may be another one.
  result.readTarget = target;
  result.fetched(retrieval, isNegotiated);
  await takeOutcomes(outcomes, context);
}

/** Notes what is wrong with a page where content negotiation gave metadata: no record is lost. */
export async function noteUnreadable(
  { outcomes }: UnreadableAnswer,
  context: TargetContext,
): Promise<void> {
  context.result.hasUnreadable = true;
  for (const outcome of outcomes) {
    if (outcome.kind === 'failed') await takeOutcome({ ...outcome, kind: 'noted' }, context);
    else if (outcome.kind !== 'produced' || outcome.value.kind === 'signposts') {
      await takeOutcome(outcome, context);
    }
  }
}

async function takeOutcomes(
  outcomes: readonly Outcome<DerivationOutput>[],
  context: TargetContext,
): Promise<void> {
  const { entry, result } = context;
  for (const outcome of outcomes) {
    await takeOutcome(outcome, context);
    if (result.graphs.isLarge) await loadPart(result.takePart(entry.listings), context);
  }
}

/** Measures a phase of a visit: see `startPhase`. */
export function startVisitPhase(
  phase: 'deriving' | 'loading',
  { plan: { meter }, ledger: { source } }: TargetContext,
): () => void {
  return startPhase(phase, { meter, ledger: source });
}

async function takeOutcome(
  outcome: Outcome<DerivationOutput>,
  context: TargetContext,
): Promise<void> {
  const { result } = context;
  if (wasRefused(outcome)) result.noteUnread(outcome);
  else if (outcome.kind !== 'produced') result.note('derive', outcome);
  else if (outcome.value.kind === 'graph') {
    await takeGraph(outcome.value.graph, outcome.problems ?? [], context);
  } else {
    result.note('derive', outcome);
    if (outcome.value.kind === 'document') result.addDocument(outcome.value.document);
    else if (outcome.value.kind === 'signposts') result.addSignposts(outcome.value.signposts);
    else await takeLink(outcome.value.link, context);
  }
}

/**
 * Whether the response was not read, since the source was given up while it waited for a thread, or
 * is a bot challenge in place of the resource.
 */
function wasRefused(outcome: Outcome<DerivationOutput>): outcome is Outcome<never> {
  if (outcome.kind !== 'failed') return false;
  const { problem } = outcome;
  return problem.kind === 'bot-challenge' || refusalReason(problem, problem.url) === 'not-tried';
}

async function takeLink(
  link: FoundLinkTarget & { readonly in: string },
  context: TargetContext,
): Promise<void> {
  const { target, result, plan } = context;
  const { url } = target;
  const { in: _, ...lead } = link;
  result.leads.set(JSON.stringify(lead), lead);
  if (await followLink(lead, url, context)) {
    result.followedLinks += 1;
    return;
  }
  const { linkDepth: maxDepth } = plan.limits;
  const problem = { kind: 'link-too-deep', url, link: lead.url, maxDepth } as const;
  result.note('derive', { kind: 'failed', problem });
}

/** @param problems those of the record, and some that belong to none */
async function takeGraph(
  graph: RecordGraph,
  problems: readonly Problem[],
  { entry, known, result, plan }: TargetContext,
): Promise<void> {
  const ofRecord = problems.filter(({ record }) => record !== undefined);
  const others = problems.filter(({ record }) => record === undefined);
  result.note('derive', { kind: 'produced', value: graph, problems: others });
  // A further source may have come to list the URL since the last graph.
  const listings = [...entry.listings, ...(known?.outcome.listings ?? [])];
  if (!isWantedByAny(graph.describes, listings, plan.types)) {
    entry.hasLeftOut = true;
    result.leaveOut(graph, ofRecord);
  } else if (graph.isKeptOut === true) {
    result.keepOut(graph, ofRecord, await plan.memory.conformingCopy(graph));
  } else result.addGraph(graph, ofRecord);
}

function outcomesOf<In, Out>(
  stage: Stage<In, Out>,
  input: In,
  { target, plan }: TargetContext,
): AsyncIterable<Outcome<Out>> {
  return runStage(stage, input, target.url, plan.context);
}

/** What was derived is whole, so it is written also when the run is being ended. */
const neverAborted = new AbortController().signal;

/**
 * Loads a part of what a visit gave. Where the catalogue cannot keep its graphs, the outcome of the
 * visit is kept all the same.
 */
export async function loadPart(update: UrlUpdate, context: TargetContext): Promise<void> {
  const { target, result, plan } = context;
  const { load } = plan.stages;
  const stageContext = { now: plan.context.now, signal: neverAborted };
  const loaded = runStage(load, update, target.url, stageContext);
  for await (const outcome of timeItems(loaded, () => startVisitPhase('loading', context))) {
    result.note(load.name, outcome);
    if (outcome.kind === 'produced') result.loaded(update.graphs, outcome.value);
    else if (outcome.kind === 'failed' && update.graphs.length > 0) {
      result.lost(update.graphs.length, update.recordProblems ?? []);
      const { url, run, listings, end } = update;
      if (end === undefined) return;
      const { graphs: _, someGraphs: __, ...rest } = end;
      const state = result.state;
      const outcomeOnly = { ...rest.outcome, state, problems: result.problems };
      const empty = { url, run, listings, documents: [], graphs: [] };
      await loadPart({ ...empty, end: { ...rest, outcome: outcomeOnly } }, context);
    }
  }
}
