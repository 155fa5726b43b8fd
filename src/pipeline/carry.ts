import type { Ask } from '../model/ask.ts';
import type { HttpStep } from '../model/http.ts';
import type { Signposts } from '../model/offer.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Derived, RecordGraph } from '../model/record.ts';
import type { RobotsLeave } from '../model/run.ts';
import type { Stage } from '../model/stage.ts';
import type { Listing, Target } from '../model/target.ts';
import type { UrlUpdate } from '../model/url-update.ts';
import { isEmptyHanded, mayNegotiate } from './asking.ts';
import type { LookLedger } from '../report/look-ledger.ts';
import { runStage } from './join.ts';
import { Look } from './look.ts';
import { follow, rereadNamed } from './follow.ts';
import { secondRecord } from './given-graphs.ts';
import { lineOf, type Running } from './harvest-plan.ts';
import { TargetTally } from './target-tally.ts';
import { isWantedByAny } from './wanted-types.ts';

/** What was derived is written also when the run is being ended: it is there, and whole. */
const neverAborted = new AbortController().signal;

/**
 * Carries one target through all stages. What it gives is written as one update, in several parts where it is much; the
 * last one is not waited for, so that the lane can go on while it is made durable. A target that offers nothing is asked
 * once more, for metadata alone, and what was said of it before counts where that gives nothing either.
 */
export async function carry(listed: Target, running: Running): Promise<void> {
  const { visits, types, mentions, pages } = running;
  const { url } = listed;
  visits.begin(url);
  const target = mentions.complete(listed);
  const ledger = pages.ledgerFor(target, lineOf(target.source, running).ledger);
  const tally = new TargetTally(target, ledger);
  tally.entered(target);
  const look = new Look(url, running.run);
  const kept = types.size === 0 ? [] : await running.keptListings(url);
  const carrying: Carrying = { target, kept, ledger, tally, look, running };
  const hearing = {
    onStep: (step: HttpStep): void => tally.asked(step),
    onAllowed: (leave: RobotsLeave): void => tally.allowed(leave),
  };
  const { fallbacks = [] } = lineOf(target.source, running).source;
  const asked = fallbacks.length === 0 ? target : { ...target, fallbacks };
  const nothing = await visit({ target: asked, ...hearing }, carrying);
  if (nothing !== undefined) {
    const again = mayNegotiate(target, running)
      ? await visit({ target, ...hearing, negotiates: true }, carrying)
      : nothing;
    if (again !== undefined) tally.note('derive', nothing);
  }
  const known = mentions.complete(target);
  tally.entered(known);
  tally.cited(known.citeAs);
  if (!running.context.signal.aborted) tally.ended();
  rereadNamed(url, running);
  const { characters } = look;
  const finished = finish(carrying).finally(() => visits.end(url));
  await running.writes.add(finished, characters);
}

interface Carrying {
  readonly target: Target;
  /** From runs before. */
  readonly kept: readonly Listing[];
  readonly ledger: LookLedger;
  readonly tally: TargetTally;
  readonly look: Look;
  readonly running: Running;
}

/**
 * Asks for the target, and takes what that gives.
 * @returns what says that it offers nothing, which is not noted yet; undefined where it offers something
 */
async function visit(ask: Ask, carrying: Carrying): Promise<Outcome<never> | undefined> {
  const { tally, look, running } = carrying;
  const { stages } = running;
  let nothing: Outcome<never> | undefined;
  for await (const fetched of outcomesOf(stages.fetch, ask, carrying)) {
    // That nobody has what was asked for in the second place is no news.
    if (fetched.kind === 'failed' && ask.negotiates === true) return fetched;
    tally.note('fetch', fetched);
    if (fetched.kind !== 'produced') continue;
    // More may have been said of it meanwhile.
    const response = { ...fetched.value, target: running.mentions.complete(fetched.value.target) };
    tally.fetched(response.retrieval);
    look.retrieved(response.retrieval);
    for await (const derived of outcomesOf(stages.derive, response, carrying)) {
      if (isEmptyHanded(derived)) {
        nothing = derived;
        continue;
      }
      tally.note('derive', derived);
      if (derived.kind === 'produced') await take(derived.value, response.target, carrying);
      if (look.isLarge) await load(look.part(running.listings.of(ask.target.url)), carrying);
    }
  }
  return nothing;
}

function outcomesOf<In, Out>(
  stage: Stage<In, Out>,
  input: In,
  { target, running }: Carrying,
): AsyncIterable<Outcome<Out>> {
  return runStage(stage, input, target.url, running.context);
}

/** @param read the target as it was read, with what was said of it by then */
async function take(derived: Derived, read: Target, carrying: Carrying): Promise<void> {
  const { target, tally, look, running } = carrying;
  if (derived.kind === 'document') look.addDocument(derived.document);
  else if (derived.kind === 'graph') takeGraph(derived.graph, carrying);
  else if (derived.kind === 'signposts') takeSignposts(derived.signposts, read, carrying);
  else if (await follow(derived.link, target.url, running)) tally.linked();
  else {
    const { linkDepth: maxDepth } = running.limits;
    const { url: link } = derived.link;
    const problem = { kind: 'link-too-deep', url: target.url, link, maxDepth } as const;
    tally.note('derive', { kind: 'failed', problem });
  }
}

function takeSignposts(
  signposts: Signposts,
  read: Target,
  { ledger, tally, running }: Carrying,
): void {
  tally.signposted(signposts);
  running.pages.read(read, ledger, signposts);
}

function takeGraph(graph: RecordGraph, { target, kept, tally, look, running }: Carrying): void {
  const { listings, types, visits } = running;
  const { url } = target;
  // Of this run they are asked for anew each time, since a source may come to list the URL meanwhile.
  if (!isWantedByAny(graph.describes, [...listings.of(url), ...kept], types)) {
    visits.leaveOut(url);
    tally.leftOut();
    return;
  }
  const answer = look.addGraph(graph);
  if (answer === 'new') tally.derived(graph.describes);
  else if (answer === 'other') tally.clashed(secondRecord(graph));
  else tally.note('derive', { kind: 'skipped', url, reason: 'repeated-on-page' });
}

/** Writes the last part, with what became of the URL, and settles it. */
async function finish({ target, ledger, tally, look, running }: Carrying): Promise<void> {
  const { context, run, listings } = running;
  const { aborted } = context.signal;
  const state = tally.state(aborted);
  const part = look.part(listings.of(target.url));
  // What was cut off may lack records, so it is not remembered as done.
  if (aborted) {
    if (part.graphs.length > 0) await load(part, { target, tally, running });
  } else {
    const looked = { state, run, now: context.now(), listings: listings.of(target.url) };
    const end = { outcome: tally.outcome(looked), ...look.content(tally.isWhole) };
    await load({ ...part, end }, { target, tally, running });
  }
  if (tally.isMissing && !aborted) {
    for (const { source } of listings.of(target.url)) lineOf(source, running).listing.miss();
  }
  // It may be another one now: what was derived could not be kept.
  const settled = tally.state(aborted);
  if (aborted) ledger.cutOff(settled, context.now());
  else ledger.end(settled, { isWhole: tally.isWhole, now: context.now() });
}

/** Loads a part of what a URL gave. Where it cannot be kept, what became of the URL is kept all the same. */
async function load(
  update: UrlUpdate,
  { target, tally, running }: Pick<Carrying, 'target' | 'tally' | 'running'>,
): Promise<void> {
  const { load: stage } = running.stages;
  const context = { now: running.context.now, signal: neverAborted };
  for await (const outcome of runStage(stage, update, target.url, context)) {
    tally.note(stage.name, outcome);
    if (outcome.kind === 'produced') tally.loaded(outcome.value);
    else if (outcome.kind === 'failed' && update.graphs.length > 0) {
      tally.lost(update.graphs.length);
      const { url, run, listings, end } = update;
      if (end === undefined) return;
      const { graphs: _, someGraphs: __, ...rest } = end;
      const outcomeOnly = { ...rest.outcome, state: tally.state(false), problems: tally.problems };
      const without = {
        url,
        run,
        listings,
        documents: [],
        graphs: [],
        end: { ...rest, outcome: outcomeOnly },
      };
      await load(without, { target, tally, running });
    }
  }
}
