import type { Derived } from '../model/record.ts';
import type { Stage } from '../model/stage.ts';
import type { Target } from '../model/target.ts';
import type { UrlEnd, UrlUpdate } from '../model/url-update.ts';
import { runStage } from './join.ts';
import { Look } from './look.ts';
import { ledgerOf, listAgain, type Running } from './harvest-plan.ts';
import { TargetTally } from './target-tally.ts';
import { isWanted } from './wanted-types.ts';

/**
 * Carries one target through all stages. What it gives is written as one update, in several parts where it is much; the
 * last one is not waited for, so that the lane can go on while it is made durable.
 */
export async function carry(target: Target, running: Running): Promise<void> {
  const { stages } = running;
  const tally = new TargetTally(target, ledgerOf(target.source, running));
  const look = new Look(target.url, running.run);
  const through = stagesFor(target, tally, running);
  for await (const response of through(stages.fetch, target)) {
    tally.fetched(response.retrieval);
    look.retrieved(response.retrieval);
    for await (const derived of through(stages.derive, response)) {
      take(derived, { target, tally, look, running });
      if (look.isLarge) await load(look.part(), { target, tally, running });
    }
  }
  await running.writes.add(finish({ target, tally, look, running }));
}

interface Carrying {
  readonly target: Target;
  readonly tally: TargetTally;
  readonly look: Look;
  readonly running: Running;
}

function stagesFor(target: Target, tally: TargetTally, { context }: Running) {
  return async function* <In, Out>(stage: Stage<In, Out>, input: In): AsyncGenerator<Out> {
    for await (const outcome of runStage(stage, input, target.url, context)) {
      tally.note(stage.name, outcome);
      if (outcome.kind === 'produced') yield outcome.value;
    }
  };
}

function take(derived: Derived, { target, tally, look, running }: Carrying): void {
  if (derived.kind === 'link') {
    const { url, by } = derived.link;
    follow({ url, by }, target, tally, running);
  } else if (derived.kind === 'document') look.addDocument(derived.document);
  else if (isWantedBySome(target.url, derived.graph.describes, running)) {
    tally.derived();
    look.addGraph(derived.graph);
  } else {
    running.leftOut.add(target.url);
    tally.note('derive', { kind: 'skipped', url: target.url, reason: 'type-not-wanted' });
  }
}

function isWantedBySome(
  url: string,
  describes: Parameters<typeof isWanted>[0],
  { listings, sources }: Running,
): boolean {
  const names = new Set(listings.of(url).map(({ source }) => source));
  return sources.some(({ source }) => names.has(source.name) && isWanted(describes, source.types));
}

/** Writes the last part, with what became of the URL, and settles it. */
async function finish({ target, tally, look, running }: Carrying): Promise<void> {
  const { context, run, listings } = running;
  const { aborted } = context.signal;
  const state = tally.state(aborted);
  const part = look.part();
  // What was cut off may lack records, so it is not remembered as done.
  if (aborted) {
    if (part.graphs.length > 0) await load(part, { target, tally, running });
  } else {
    const looked = { state, run, now: context.now(), listings: listings.of(target.url) };
    const end: UrlEnd = {
      outcome: tally.outcome(looked),
      ...(tally.isWhole ? { replaced: look.content } : {}),
    };
    await load({ ...part, end }, { target, tally, running });
  }
  // It may be another one now: what was derived could not be kept.
  ledgerOf(target.source, running).settle(tally.state(aborted), context.now());
}

/** Loads a part of what a URL gave. Where it cannot be kept, what became of the URL is kept all the same. */
async function load(update: UrlUpdate, { target, tally, running }: Omit<Carrying, 'look'>) {
  const { load: stage } = running.stages;
  // What was derived is written also when the run is being ended: it is there, and whole.
  const context = { ...running.context, signal: new AbortController().signal };
  for await (const outcome of runStage(stage, update, target.url, context)) {
    tally.note(stage.name, outcome);
    if (outcome.kind === 'produced') tally.loaded(outcome.value);
    else if (outcome.kind === 'failed' && update.graphs.length > 0) {
      tally.lost(update.graphs.length);
      const { url, run, end } = update;
      if (end === undefined) return;
      const outcomeOnly = { ...end.outcome, state: tally.state(false), problems: tally.problems };
      const rest = { url, run, documents: [], graphs: [], end: { outcome: outcomeOnly } };
      await load(rest, { target, tally, running });
    }
  }
}

/** Sends a link back to the frontier, as far as links may lead. */
function follow(
  { url, by }: { readonly url: string; readonly by: 'link' | 'list' },
  from: Target,
  tally: TargetTally,
  running: Running,
): void {
  const { frontier, limits } = running;
  const depth = from.depth + 1;
  if (depth > limits.linkDepth) {
    const { linkDepth: maxDepth } = limits;
    const problem = { kind: 'link-too-deep', url: from.url, link: url, maxDepth } as const;
    tally.note('derive', { kind: 'failed', problem });
    return;
  }
  tally.linked();
  // What a list names is listed by the source, as what a sitemap names is.
  if (by === 'list' && !running.wanted(from.source, url)) {
    tally.note('derive', { kind: 'skipped', url, reason: 'excluded' });
    return;
  }
  const target = { url, source: from.source, found: { by, in: from.url }, depth };
  const isNews = running.listings.add(target);
  const answer = frontier.follow(target);
  if (answer === 'queued') ledgerOf(from.source, running).admit();
  if (answer === 'known') void listAgain(target, isNews, running);
}
