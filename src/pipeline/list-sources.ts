import { setImmediate } from 'node:timers/promises';
import { startOf } from '../config/schema.ts';
import type { Target } from '../model/target.ts';
import type { KnownUrl } from '../model/url-update.ts';
import type { UnlistedUrl } from '../catalogue/find-urls.ts';
import { groupBy } from '../text/collections.ts';
import { parseUrl } from '../text/parsed-url.ts';
import { admitTarget } from './follow-links.ts';
import { targetFromCatalogue } from './revisit-policy.ts';
import { removeFromCatalogue } from './removals.ts';
import { runStage } from './run-stage.ts';
import { startPhase, timeItems } from './report/run-meter.ts';
import type { RunSource, RunState } from './run-state.ts';

/** How many listings of one host wait for their first response at once. */
const beginningPerHost = 2;
/**
 * Pages of a source wait until its listing has ended, to be visited with the labels that sitemaps
 * give them. Bounds: pages of one source, pages of all sources, and time.
 */
const maxHeld = 10_000;
const maxHeldOfAll = 100_000;
const maxHeldMs = 30_000;
/** How often a URL that gave nothing and is in no listing is visited before it is forgotten. */
const maxFailures = 7;
/** How long a page without metadata and listing is visited before it is forgotten. */
const bareMs = 7 * 86_400_000;

/**
 * Lists all sources into the frontier, a bounded number at once. Hosts take turns: one with
 * thousands of sources, or one that does not answer, holds up no other. Resolves when all are
 * listed or the run is stopped.
 * @param fail gets what is thrown, after which no further listing begins
 */
export async function listSources(run: RunState, fail: (error: unknown) => void): Promise<void> {
  const places = new Places(run.plan.limits.listings);
  const held = { count: 0 };
  const listings: Promise<void>[] = [];
  const listInTurn = async (sources: Iterable<RunSource>): Promise<void> => {
    for (const source of sources) {
      await places.take();
      await new Promise<void>((resolve) => {
        const listed = listSource(source, run, { held, onFirst: resolve });
        listings.push(
          listed.catch(fail).finally(() => {
            places.giveBack();
            resolve();
          }),
        );
      });
    }
  };
  const byHost = groupBy(run.sources.all, hostOf);
  const turns = Array.from(byHost.values(), (sources) => {
    // They share one iterator, so that each source is taken once.
    const left = sources.values();
    return Array.from({ length: beginningPerHost }, async () => listInTurn(left));
  });
  await Promise.all(turns.flat());
  await Promise.all(listings);
}

function hostOf({ source }: RunSource): string {
  return parseUrl(startOf(source))?.host ?? '';
}

/** A bounded number of places, which are given out in the order of the calls. */
class Places {
  #free: number;
  #wake = (): void => undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<void> {
    this.#last = this.#last.then(async () => this.#next());
    return this.#last;
  }

  /** Gives out one place in a turn of the event loop, so that thousands do not hold up a signal. */
  async #next(): Promise<void> {
    if (this.#free === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#free -= 1;
    await setImmediate();
  }

  giveBack(): void {
    this.#free += 1;
    this.#wake();
  }
}

/** Targets of one source that wait for its listing to end, within the bounds above. */
class HeldTargets {
  readonly #offer: (target: Target) => Promise<unknown>;
  readonly #ofAll: { count: number };
  #targets: Target[] | undefined = [];
  readonly #timer: NodeJS.Timeout;
  #released: Promise<void> = Promise.resolve();

  constructor(offer: (target: Target) => Promise<unknown>, ofAll: { count: number }) {
    this.#offer = offer;
    this.#ofAll = ofAll;
    this.#timer = setTimeout(() => void this.release(), maxHeldMs);
  }

  /** Resolves when the listing may go on. Delivered content does not wait: it fills the memory. */
  async add(target: Target): Promise<void> {
    if (this.#targets === undefined || target.content !== undefined) {
      await this.#offer(target);
      return;
    }
    this.#targets.push(target);
    this.#ofAll.count += 1;
    if (this.#targets.length >= maxHeld || this.#ofAll.count >= maxHeldOfAll) await this.release();
  }

  /** Offers what waits, and from now on all that comes. Resolves when the frontier has it. */
  async release(): Promise<void> {
    clearTimeout(this.#timer);
    const targets = this.#targets ?? [];
    this.#targets = undefined;
    this.#ofAll.count -= targets.length;
    if (targets.length > 0) this.#released = this.#offerAll(targets);
    return this.#released;
  }

  async #offerAll(targets: readonly Target[]): Promise<void> {
    for (const target of targets) await this.#offer(target);
  }
}

/** Lists one source into the frontier. @param onFirst called when the first outcome arrives */
async function listSource(
  source: RunSource,
  run: RunState,
  { held, onFirst }: { readonly held: { count: number }; readonly onFirst: () => void },
): Promise<void> {
  const { stages, meter, observer, stop } = run.plan;
  const { ledger, listing } = source;
  if (!stop.aborted) {
    const context = { ...run.plan.context, signal: stop };
    const targets = new HeldTargets(async (target) => run.frontier.offer(target), held);
    try {
      const url = startOf(source.source);
      const outcomes = runStage(stages.discover, source.source, url, context);
      const timed = timeItems(outcomes, () => startPhase('listing', { meter, ledger }));
      for await (const outcome of timed) {
        onFirst();
        listing.note(outcome);
        await observer?.room();
        if (outcome.kind !== 'produced') continue;
        if (await isLongGone(outcome.value, run)) {
          ledger.skip('deleted');
          continue;
        }
        const admission = await admitTarget(outcome.value, source, run);
        if (admission === 'full') break;
        if (admission === 'admitted') await targets.add(outcome.value);
      }
    } finally {
      await targets.release();
    }
  }
  listing.end(stop.aborted);
}

/** Whether a resource is listed as deleted, and is neither in the catalogue nor in this run. */
async function isLongGone({ url, isGone }: Target, { plan, urls }: RunState): Promise<boolean> {
  if (isGone !== true || urls.isListed(url)) return false;
  return (await plan.memory.known(url)) === undefined;
}

/**
 * Lists what the runs before knew, once all sources are listed: a listing that names only what is
 * new, such as a feed, says nothing about older URLs. A URL that never gave anything is forgotten.
 */
export async function listKnownUrls(run: RunState): Promise<void> {
  const { plan, urls, sources } = run;
  const wanting = sources.all.filter((each) => each.listing.wantsKnown);
  if (wanting.length === 0 || plan.stop.aborted) return;
  for await (const missing of plan.memory.missing((url) => urls.isListed(url))) {
    if (plan.stop.aborted) return;
    const { url } = missing;
    const own = wanting.filter((source) => sources.mayStillList(missing, source));
    const known = own.length > 0 ? await plan.memory.known(url) : undefined;
    if (known === undefined) continue;
    const isOver = await isSpent(known, plan);
    // A link may have led to it meanwhile.
    if (plan.stop.aborted || urls.isListed(url)) continue;
    if (isOver) {
      const names = own.map(({ source }) => source.name);
      await removeFromCatalogue({ url, sources: names }, 'unlisted', run);
    } else await listAgain(missing, { known, own }, run);
  }
  for (const each of wanting) if (each.listing.wantsKnown) each.listing.endKnown();
}

async function listAgain(
  { listings }: UnlistedUrl,
  { known, own }: { readonly known: KnownUrl; readonly own: readonly RunSource[] },
  run: RunState,
): Promise<void> {
  for (const source of own) {
    const before = listings.find((each) => each.source === source.source.name);
    if (before === undefined || !source.listing.wantsKnown) continue;
    // Whether it has changed since is unknown.
    const { lastmod: _, ...found } = before.found;
    const target = targetFromCatalogue({ ...before, found }, { own: known.outcome, pages: [] });
    if ((await admitTarget(target, source, run)) === 'admitted') await run.frontier.offer(target);
  }
}

/** Whether a URL has no records or links, and gave none for long. */
async function isSpent(
  { outcome: { url, state, at }, visit, records, hasLeaving }: KnownUrl,
  { memory, context }: RunState['plan'],
): Promise<boolean> {
  const visitedAt = Date.parse(visit?.at ?? at);
  // A wrong clock dated the visit in the future: it is unknown how long the URL has been bare.
  const bareFor = visitedAt > context.now().getTime() ? 0 : visitedAt - Date.parse(at);
  const isBare = state === 'gone' || (state === 'no-metadata' && bareFor >= bareMs);
  if (!isBare && (visit?.failures ?? 0) < maxFailures) return false;
  if (records > 0 || hasLeaving === true) return false;
  return (await memory.leadsOf(url)).length === 0;
}
