import { setMaxListeners } from 'node:events';
import { startOf, type Source } from '../config/schema.ts';
import type { Receipt, RecordEntry } from '../model/receipt.ts';
import type { Derived } from '../model/record.ts';
import type { Response } from '../model/response.ts';
import type { UrlOutcome } from '../model/run.ts';
import type { Stage, StageContext } from '../model/stage.ts';
import type { Target } from '../model/target.ts';
import { Frontier } from './frontier.ts';
import { runStage } from './join.ts';
import type { SourceLedger } from '../report/ledger.ts';
import { TargetTally } from './target-tally.ts';

export interface HarvestPlan {
  readonly run: string;
  readonly sources: readonly SourceLine[];
  readonly stages: HarvestStages;
  readonly limits: HarvestLimits;
  readonly context: StageContext;
  /** Keeps what became of a URL; awaited before the URL counts as done. */
  readonly remember: (outcome: UrlOutcome) => Promise<void>;
}

/** A source and the ledger its URLs and records are counted in. */
export interface SourceLine {
  readonly source: Source;
  readonly ledger: SourceLedger;
}

export interface HarvestStages {
  readonly discover: Stage<Source, Target>;
  readonly fetch: Stage<Target, Response>;
  /** Extract and expand in one, here or in another thread. */
  readonly derive: Stage<Response, Derived>;
  readonly load: Stage<RecordEntry, Receipt>;
}

export interface HarvestLimits {
  /** URLs in progress at once, in all and per host. */
  readonly connections: number;
  readonly perHost: number;
  readonly linkDepth: number;
  /** URLs of a source after which its listing ends (`--limit`). */
  readonly urlsPerSource: number;
}

/** URLs of a source that may wait in memory before its discovery has to. */
const backlog = 1000;

/**
 * The whole run. Every source is listed into the frontier; a fixed number of lanes take targets from it and carry each
 * one from its URL to the store. What is found on the way goes back to the frontier. Done when all is listed and all
 * lanes are idle. The ledgers tell what became of it.
 * @throws {Fault} the first one met; everything else is ended before
 */
export async function harvest(plan: HarvestPlan): Promise<void> {
  const { connections, perHost } = plan.limits;
  const frontier = new Frontier({ perHost, backlog });
  const failure = new AbortController();
  const signal = AbortSignal.any([plan.context.signal, failure.signal]);
  // Every request and every thread listens to it, which Node would take for a leak.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', () => frontier.stop());
  if (signal.aborted) frontier.stop();
  const running = { ...plan, frontier, context: { ...plan.context, signal } };

  const listings = plan.sources.map((line) => list(line, running));
  void Promise.allSettled(listings).then(() => frontier.close());
  const lanes = Array.from({ length: connections }, () => work(running));
  const parts = [...listings, ...lanes].map((part) =>
    part.catch((error: unknown) => {
      failure.abort(error);
      throw error;
    }),
  );
  for (const result of await Promise.allSettled(parts)) {
    if (result.status === 'rejected') throw result.reason;
  }
}

type Running = HarvestPlan & { readonly frontier: Frontier };

/** Lists one source into the frontier. */
async function list({ source, ledger }: SourceLine, running: Running): Promise<void> {
  const { frontier, context, limits } = running;
  let admitted = 0;
  let state: 'complete' | 'incomplete' | 'limited' = 'complete';
  for await (const outcome of runStage(running.stages.discover, source, startOf(source), context)) {
    ledger.noteListing(outcome);
    if (outcome.kind === 'failed') state = 'incomplete';
    if (outcome.kind !== 'produced') continue;
    if (admitted === limits.urlsPerSource) {
      state = 'limited';
      break;
    }
    const answer = await frontier.offer(outcome.value);
    if (answer === 'known') ledger.skip('already-listed');
    if (answer !== 'queued') continue;
    ledger.admit();
    admitted += 1;
  }
  ledger.listed(context.signal.aborted ? 'interrupted' : state, context.now());
}

/** One lane: takes targets until there are none, and carries each through all stages. */
async function work(running: Running): Promise<void> {
  const { frontier } = running;
  for (;;) {
    const target = await frontier.take();
    if (target === undefined) return;
    try {
      await carry(target, running);
    } finally {
      frontier.done(target);
    }
  }
}

async function carry(target: Target, running: Running): Promise<void> {
  const { stages, context, run } = running;
  const ledger = ledgerOf(target.source, running);
  const tally = new TargetTally(target, ledger);
  const through = async function* <In, Out>(stage: Stage<In, Out>, input: In) {
    for await (const outcome of runStage(stage, input, target.url, context)) {
      tally.note(stage.name, outcome);
      if (outcome.kind === 'produced') yield outcome.value;
    }
  };

  for await (const response of through(stages.fetch, target)) {
    const { retrieval } = response;
    tally.fetched(retrieval);
    for await (const derived of through(stages.derive, response)) {
      if (derived.kind === 'link') {
        follow(derived.link.url, target, tally, running);
        continue;
      }
      const entry = { graph: derived.graph, target, retrieval, run };
      for await (const receipt of through(stages.load, entry)) tally.loaded(receipt);
    }
  }

  const state = tally.state(context.signal.aborted);
  ledger.settle(state, context.now());
  // What was cut off may lack records, so it is not remembered as done.
  if (context.signal.aborted) return;
  await running.remember(tally.outcome(state, run, context.now()));
}

/** Sends a link back to the frontier, as far as links may lead. */
function follow(url: string, from: Target, tally: TargetTally, running: Running): void {
  const { frontier, limits } = running;
  const ledger = ledgerOf(from.source, running);
  const depth = from.depth + 1;
  if (depth > limits.linkDepth) {
    const problem = {
      kind: 'link-too-deep',
      url: from.url,
      link: url,
      maxDepth: limits.linkDepth,
    } as const;
    tally.note('derive', { kind: 'failed', problem });
    return;
  }
  const found = { by: 'link', in: from.url } as const;
  tally.linked();
  const answer = frontier.follow({ url, source: from.source, found, depth });
  if (answer === 'queued') ledger.admit();
  if (answer === 'known') ledger.skip('already-listed');
}

function ledgerOf(source: string, running: Running): SourceLedger {
  const line = running.sources.find((candidate) => candidate.source.name === source);
  if (line === undefined) throw new TypeError(`No source is named ${source}`);
  return line.ledger;
}
