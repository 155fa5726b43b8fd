import { setMaxListeners } from 'node:events';
import { UrlFilters } from '../discover/url-filter.ts';
import { RunMeter } from '../report/run-meter.ts';
import { carry } from './carry.ts';
import { CredentialChoice } from './credential-choice.ts';
import { Frontier } from './frontier.ts';
import { rereadUnnamed } from './follow.ts';
import { LinkBook } from './link-book.ts';
import { listKnown } from './list-known.ts';
import { listSources } from './list-source.ts';
import { ListingBook } from './listing-book.ts';
import { MentionBook } from './mention-book.ts';
import { PageBook } from './page-book.ts';
import { PendingWrites } from './pending-writes.ts';
import { settleRemovals } from './removals.ts';
import { judgeYields } from './source-yield.ts';
import { SourceListing } from './source-listing.ts';
import { Visits } from './visits.ts';
import type { HarvestPlan } from './harvest-plan.ts';
import type { Running } from './running.ts';
import { untilAborted } from '../store/in-turns.ts';
import { remembered } from '../text/remembered.ts';

/** URLs of a source that may wait in memory before its discovery has to. */
const backlog = 1000;
/**
 * The share of the lanes that is kept for sources that have few of them, where there are several
 * sources.
 */
const keptShare = 0.25;

/**
 * The whole run. Every source is listed into the frontier; targets are taken from it when their hosts can be asked, so many
 * at once, and each is carried from its URL to the store. What is found on the way goes back to the frontier. Done when all
 * is listed, nothing is in progress and all is durable. The ledgers tell what became of it.
 * @throws {Fault} the first one met; everything else is ended before
 */
export async function harvest(plan: HarvestPlan): Promise<void> {
  const { connections: lanes, urlsPerSource } = plan.limits;
  const keptLanes = plan.sources.length > 1 ? Math.ceil(lanes * keptShare) : 0;
  const frontier = new Frontier({ hosts: plan.hosts, lanes, keptLanes, backlog });
  const failure = new AbortController();
  const signal = AbortSignal.any([plan.context.signal, failure.signal]);
  // Every request and every thread listens to it, which Node would take for a leak.
  setMaxListeners(0, signal);
  const stop = AbortSignal.any([signal, ...(plan.stop === undefined ? [] : [plan.stop])]);
  setMaxListeners(0, stop);
  stop.addEventListener('abort', () => frontier.stop());
  if (stop.aborted) frontier.stop();
  const writes = new PendingWrites((error) => failure.abort(error));
  const filters = new UrlFilters(plan.sources.map(({ source }) => source));
  const sources = plan.sources.map((line) => ({ ...line, listing: new SourceListing(line, plan) }));
  const running: Running = {
    ...plan,
    meter: plan.meter ?? new RunMeter(),
    rechecksOf: remembered(async (source) => plan.memory.rechecksOf(source)),
    former: new Map(),
    losing: new Map(),
    sources,
    lines: new Map(sources.map((line) => [line.source.name, line])),
    frontier,
    writes,
    listings: new ListingBook(),
    links: new LinkBook(urlsPerSource),
    mentions: new MentionBook(),
    pages: new PageBook(),
    choice: new CredentialChoice(plan.credentials ?? new Map()),
    visits: new Visits(frontier),
    wanted: (source, url) => filters.isWanted(source, url),
    wantedByAny: (url) => filters.isWantedByAny(url),
    context: { ...plan.context, signal },
    stop,
  };

  const fail = (error: unknown): void => failure.abort(error);
  const listed = listSources(running, fail)
    .then(async () => listKnown(running))
    .catch(fail)
    .finally(() => frontier.close());
  await Promise.all([listed, carryAll(running, fail)]);
  await writes.idle();
  failure.signal.throwIfAborted();
  await untilAborted(async () => settleRemovals(running), stop);
  await writes.idle();
  failure.signal.throwIfAborted();
  await untilAborted(async () => judgeYields(running), stop);
}

/** Carries all targets through all stages, each as soon as it can be asked for and there is a lane for it. */
async function carryAll(running: Running, fail: (error: unknown) => void): Promise<void> {
  const { frontier } = running;
  const lanes = new Set<Promise<void>>();
  for (;;) {
    const target = await frontier.take();
    if (target === undefined) {
      if (rereadUnnamed(running)) continue;
      break;
    }
    const lane = carry(target, running)
      .catch(fail)
      .finally(() => {
        lanes.delete(lane);
        frontier.done(target);
      });
    lanes.add(lane);
  }
  await Promise.all(lanes);
}
