import { setMaxListeners } from 'node:events';
import { skipWhenAborted } from '../catalogue/interruptible-reading.ts';
import { Frontier } from './frontier.ts';
import type { HarvestPlan } from './harvest-plan.ts';
import { listKnownUrls, listSources } from './list-sources.ts';
import { PendingWrites } from './write-buffers.ts';
import { processTarget } from './process-target.ts';
import { checkYields, settleRemovals } from './removals.ts';
import { RunSources, type RunState } from './run-state.ts';
import { UrlTable } from './url-table.ts';

/** Targets of a source that may wait in memory before its discovery has to. */
const backlog = 1000;
/** The share of the lanes that is kept for sources with few targets in progress. */
const keptShare = 0.25;

/**
 * The whole run. Every source is listed into the frontier; targets are taken from it when their
 * hosts are available, a bounded number at once, and each is processed from its URL to the
 * catalogue. Links go back to the frontier. The run is done when all is listed, nothing is in
 * progress and all is durable. The ledgers of the sources count it.
 * @throws {Fault} the first one, when everything else has ended
 */
export async function harvest(given: HarvestPlan): Promise<void> {
  const failure = new AbortController();
  const signal = AbortSignal.any([given.context.signal, failure.signal]);
  const stop = AbortSignal.any([signal, given.stop]);
  // Every request and every thread listens to them, which Node would take for a leak.
  setMaxListeners(0, signal, stop);
  const fail = (error: unknown): void => failure.abort(error);
  const plan: HarvestPlan = { ...given, context: { ...given.context, signal }, stop };

  const { lanes } = plan.limits;
  const keptLanes = plan.sources.length > 1 ? Math.ceil(lanes * keptShare) : 0;
  const frontier = new Frontier({ hosts: plan.hosts, lanes, keptLanes, backlog });
  stop.addEventListener('abort', () => frontier.stop());
  if (stop.aborted) frontier.stop();
  const writes = new PendingWrites(fail);
  const run = { plan, urls: new UrlTable(), sources: new RunSources(plan), frontier, writes };

  const listed = listSources(run, fail)
    .then(async () => listKnownUrls(run))
    .catch(fail)
    .finally(() => frontier.close());
  await Promise.all([listed, processAll(run, fail)]);
  await writes.idle();
  failure.signal.throwIfAborted();
  await skipWhenAborted(async () => settleRemovals(run), stop);
  await skipWhenAborted(async () => keepLateLabels(run), stop);
  await writes.idle();
  failure.signal.throwIfAborted();
  await skipWhenAborted(async () => checkYields(run), stop);
}

/** Processes all targets, each as soon as its host is available and there is a lane for it. */
async function processAll(run: RunState, fail: (error: unknown) => void): Promise<void> {
  const { frontier } = run;
  const lanes = new Set<Promise<void>>();
  for (;;) {
    const target = await frontier.take();
    if (target === undefined) break;
    const lane = processTarget(target, run)
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
async function keepLateLabels({ plan, urls, sources, writes }: RunState): Promise<void> {
  const whole = sources.listedWhole();
  for (const [url, { hints, state, keptScriptLabels = [], listings, formerSources = [] }] of urls) {
    if (hints === undefined || state !== 'visited') continue;
    if (plan.stop.aborted) return;
    const names = [...listings.map(({ source }) => source), ...formerSources];
    const isListedWhole = names.every((name) => whole.has(name));
    const labels = hints.scriptLabelsForNextRun(keptScriptLabels, isListedWhole);
    if (labels !== undefined) await writes.add(plan.memory.keepScriptLabels(url, labels));
  }
}
