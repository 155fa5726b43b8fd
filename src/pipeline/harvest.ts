import { setMaxListeners } from 'node:events';
import { skipWhenAborted } from '../catalogue/interruptible-reading.ts';
import { Frontier } from './frontier.ts';
import type { HarvestPlan } from './harvest-plan.ts';
import { LinkFollower } from './link-follower.ts';
import { listKnownUrls, listSources } from './list-sources.ts';
import { PendingWrites } from './pending-writes.ts';
import { processTarget } from './process-target.ts';
import { checkYields, settleRemovals } from './removals.ts';
import { RunSources } from './run-sources.ts';
import type { TargetServices } from './target-context.ts';
import { UrlTable } from './url-table.ts';

/** Targets of a source that may wait in memory before its discovery has to. */
const backlog = 1000;
/** The share of the lanes that is kept for sources with few targets in progress. */
const keptShare = 0.25;

/**
 * The whole run. Every source is listed into the frontier; targets are taken from it when their
 * hosts can be asked, a bounded number at once, and each is processed from its URL to the
 * catalogue. Links go back to the frontier. The run is done when all is listed, nothing is in
 * progress and all is durable. The ledgers of the sources count it.
 * @throws {Fault} the first one met; everything else is ended before
 */
export async function harvest(given: HarvestPlan): Promise<void> {
  const failure = new AbortController();
  const signal = AbortSignal.any([given.context.signal, failure.signal]);
  const stop = AbortSignal.any([signal, given.stop]);
  // Every request and every thread listens to them, which Node would take for a leak.
  setMaxListeners(0, signal, stop);
  const fail = (error: unknown): void => failure.abort(error);
  const plan: HarvestPlan = { ...given, context: { ...given.context, signal }, stop };

  const { connections: lanes } = plan.limits;
  const keptLanes = plan.sources.length > 1 ? Math.ceil(lanes * keptShare) : 0;
  const frontier = new Frontier({ hosts: plan.hosts, lanes, keptLanes, backlog });
  stop.addEventListener('abort', () => frontier.stop());
  if (stop.aborted) frontier.stop();
  const urls = new UrlTable();
  const sources = new RunSources(plan);
  const writes = new PendingWrites(fail);
  const { memory, limits } = plan;
  const shared = { urls, sources, frontier, writes };
  const links = new LinkFollower({ ...shared, memory, limits });
  const parts = { ...shared, plan, links };

  const listed = listSources(parts, fail)
    .then(async () => listKnownUrls(parts))
    .catch(fail)
    .finally(() => frontier.close());
  await Promise.all([listed, processAll(parts, fail)]);
  await writes.idle();
  failure.signal.throwIfAborted();
  await skipWhenAborted(async () => settleRemovals(parts), stop);
  await skipWhenAborted(async () => keepLateLabels(parts), stop);
  await writes.idle();
  failure.signal.throwIfAborted();
  await skipWhenAborted(async () => checkYields(plan, sources), stop);
}

type Parts = TargetServices & { readonly frontier: Frontier; readonly writes: PendingWrites };

/** Processes all targets, each as soon as its host can be asked and there is a lane for it. */
async function processAll(parts: Parts, fail: (error: unknown) => void): Promise<void> {
  const { frontier } = parts;
  const lanes = new Set<Promise<void>>();
  for (;;) {
    const target = await frontier.take();
    if (target === undefined) break;
    const lane = processTarget(target, parts)
      .catch(fail)
      .finally(() => {
        lanes.delete(lane);
        frontier.done(target);
      });
    lanes.add(lane);
  }
  await Promise.all(lanes);
}

/**
 * Keeps the script labels that came after the visit of their page, and drops those that nothing
 * gives any more. The page is not visited again for them in this run: the next run assumes the
 * labels, so the settings fingerprint of the page differs and the page is due.
 */
async function keepLateLabels({ plan, urls, sources, writes }: Parts): Promise<void> {
  const whole = sources.listedWhole();
  for (const [url, { hints, state, keptScriptLabels = [], listings, formerSources = [] }] of urls) {
    if (hints === undefined || state !== 'visited') continue;
    if (plan.stop.aborted) return;
    const names = [...listings.map(({ source }) => source), ...formerSources];
    const isListedWhole = names.every((name) => whole.has(name));
    const labels = hints.scriptLabelsForNextRun(keptScriptLabels, isListedWhole);
    if (labels !== undefined) await writes.add(plan.memory.keepScriptLabels(url, labels), 0);
  }
}
