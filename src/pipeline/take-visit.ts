import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { DerivationOutput, FoundLinkTarget, RecordGraph } from '../model/record.ts';
import type { UrlUpdate } from '../model/url-update.ts';
import { isWantedByAny } from './extraction-options.ts';
import { followLink } from './follow-links.ts';
import { isReplacedPage, refusalReason } from './problem-classes.ts';
import { startPhase, timeItems } from './report/run-meter.ts';
import type { TargetContext } from './run-state.ts';
import { runStage } from './run-stage.ts';
import type { AttemptResult, UnchangedVisitReason, UnreadableAnswer, VisitEvent } from './visit.ts';

/**
 * Takes what a visit gives into its result, follows links, and loads parts of what is much.
 * @returns why nothing changed; undefined after a full visit
 */
export async function takeVisit(
  events: AsyncIterable<VisitEvent>,
  context: TargetContext,
): Promise<UnchangedVisitReason | undefined> {
  let reason: UnchangedVisitReason | undefined;
  for await (const event of events) {
    if (event.kind === 'unchanged') ({ reason } = event);
    else await takeEvent(event, context);
  }
  return reason;
}

async function takeEvent(
  event: Exclude<VisitEvent, { readonly kind: 'unchanged' }>,
  context: TargetContext,
): Promise<void> {
  const { result, ledger } = context;
  switch (event.kind) {
    case 'made':
      result.worker = event.worker;
      return;
    case 'left':
      result.isLeft = true;
      return;
    case 'requested':
      return result.requested(event.step, event.cost);
    case 'allowed':
      result.robots = event.decision;
      return;
    case 'signature':
      result.answers[event.of] = event.signature;
      return;
    case 'fetched':
      return result.note('fetch', event.outcome);
    case 'answered':
      return result.answered(event.answer);
    case 'derived':
      return takeDerived(event.outcome, context);
    case 'worked':
      return ledger.source.spent('deriving', event.ms);
    case 'unusable':
      return takeUnusable(event, context);
  }
}

/**
 * Takes an answer without usable metadata, after that to content negotiation. Where that gives
 * nothing either, the first outcome counts.
 */
async function takeUnusable(
  { first, second = first }: Extract<VisitEvent, { readonly kind: 'unusable' }>,
  context: TargetContext,
): Promise<void> {
  if (first.kind === 'nothing') await endWithout(first.outcome, second, context);
  else if (context.result.usable > 0) await noteUnreadable(first.answer, context);
  else await takeUnreadable(first.answer, context);
  if (second.kind === 'nothing') noteServerProblem(second.outcome, context);
}

/** Ends a visit of a target that offered nothing when it was requested first. */
async function endWithout(
  outcome: Outcome<never>,
  second: AttemptResult,
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

/** Takes an answer where no other one gave metadata: its metadata failed. */
async function takeUnreadable(answer: UnreadableAnswer, context: TargetContext): Promise<void> {
  // The latest answer may be another one.
  context.result.answered(answer);
  for (const outcome of answer.outcomes) await takeDerived(outcome, context);
}

/** Notes what is wrong with a page where content negotiation gave metadata: no record is lost. */
async function noteUnreadable(
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

/** Takes an outcome of deriving records, and loads what has come until now where it is much. */
async function takeDerived(
  outcome: Outcome<DerivationOutput>,
  context: TargetContext,
): Promise<void> {
  const { entry, result } = context;
  await takeOutcome(outcome, context);
  if (result.graphs.isLarge) await loadPart(result.takePart(entry.listings), context);
}

/** Measures the loading of what a visit gave: see `startPhase`. */
export function startLoading({ plan: { meter }, ledger: { source } }: TargetContext): () => void {
  return startPhase('loading', { meter, ledger: source });
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
  for await (const outcome of timeItems(loaded, () => startLoading(context))) {
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
