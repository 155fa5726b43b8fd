import type { RemovalReason } from '../model/run.ts';
import type { UrlRemoval } from '../model/url-update.ts';
import { groupBy } from '../text/collections.ts';
import type { HarvestPlan } from './harvest-plan.ts';
import type { SourceLedger } from './report/source-ledger.ts';
import { problemPlace, type RunSource, type RunState } from './run-state.ts';

/** What the end of the run may remove: a URL that no source lists, or some of its records. */
interface PendingRemoval {
  readonly url: string;
  readonly reason: RemovalReason;
  /** The sources that lose it; the first one counts it. */
  readonly sources: readonly [RunSource, ...RunSource[]];
  readonly records: number;
  /** The records that go, of a URL that stays. */
  readonly graphs?: readonly string[];
}

/** The share of its records that a source may lose in a run, by default. */
const usualShare = 0.2;

/**
 * Decides at the end of a run what is removed: known URLs that were not listed, where every source
 * that listed them was listed whole; and records whose URL is gone, or gives others now. A source
 * that would lose more than its share loses nothing, unless the operator allows it. What is not
 * settled when the run is stopped is left to the next run.
 */
export async function settleRemovals(run: RunState): Promise<void> {
  const { plan } = run;
  const pending = [...(await findUnlisted(run)), ...(await findPendingRecords(run))];
  await endListings(run);
  if (pending.length === 0) return;
  const held = await findHeldSources(pending, plan);
  for (const each of pending) {
    if (plan.stop.aborted) return;
    // A removal that costs no record is never held.
    if (each.records === 0 || each.sources.every((source) => !held.has(source))) {
      await carryOut(each, run);
      continue;
    }
    const [{ ledger }] = each.sources;
    if (each.graphs === undefined) ledger.settle(each.url, 'missing', plan.context.now());
    ledger.record('kept', 0, each.records);
  }
}

/**
 * Finds the known URLs that no source of the run listed. A URL that others list, or may list,
 * stays; but the listing of a source that no longer has it ends.
 */
async function findUnlisted(run: RunState): Promise<readonly PendingRemoval[]> {
  const { plan, urls, sources } = run;
  const pending: PendingRemoval[] = [];
  for await (const missing of plan.memory.missing((url) => urls.isListed(url))) {
    if (plan.stop.aborted) break;
    const { url, records, listings } = missing;
    const [first, ...others] = sources.havingListed(listings);
    if (first === undefined) continue;
    const own = [first, ...others] as const;
    const left = own.filter((source) => {
      return source.listing.isRemovable(sources.mayStillList(missing, source));
    });
    if (left.length === listings.length) {
      pending.push({ url, reason: 'unlisted', sources: own, records });
      continue;
    }
    if (left.length > 0)
      await removeFromCatalogue({ url, sources: namesOf(left) }, 'unlisted', run);
    // Where sources list it that the run is not for, it is theirs now.
    const isLeft = left.length === own.length;
    first.ledger.settle(url, isLeft ? 'unlisted' : 'missing', plan.context.now());
    first.ledger.record('kept', 0, records);
  }
  return pending;
}

/** Finds the records that are pending removal, of URLs that were visited. */
async function findPendingRecords(run: RunState): Promise<readonly PendingRemoval[]> {
  const { plan, urls, sources } = run;
  const byUrl = groupBy(await plan.memory.leaving(), ({ url }) => url);
  return Array.from(byUrl).flatMap(([url, leaving]) => {
    const { pendingRemovalOf: name, listings = [] } = urls.get(url) ?? {};
    const [{ reason } = {}] = leaving;
    if (name === undefined || reason === undefined) return [];
    const first = sources.get(name);
    const others = sources.havingListed(listings).filter((source) => source !== first);
    const graphs = leaving.map(({ graph }) => graph);
    return [{ url, reason, sources: [first, ...others] as const, records: graphs.length, graphs }];
  });
}

/** Ends the listings of sources that do not list a URL any more which others still list. */
async function endListings(run: RunState): Promise<void> {
  const { plan, urls, sources } = run;
  const whole = sources.listedWhole();
  for (const [url, { formerSources, listings }] of urls) {
    if (formerSources === undefined) continue;
    if (plan.stop.aborted) return;
    const current = new Set(listings.map(({ source }) => source));
    const left = formerSources.filter((name) => whole.has(name) && !current.has(name));
    if (left.length > 0) await removeFromCatalogue({ url, sources: left }, 'unlisted', run);
  }
}

/** Finds the sources that would lose too much, and notes the problem of each. */
async function findHeldSources(
  pending: readonly PendingRemoval[],
  plan: HarvestPlan,
): Promise<ReadonlySet<RunSource>> {
  const held = new Set<RunSource>();
  if (plan.policy.allowRemovals) return held;
  const counts = new Map<RunSource, number>();
  for (const { sources, records } of pending) {
    for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + records);
  }
  const sizes = await countRecords(plan);
  for (const [each, records] of counts) {
    const { source, ledger } = each;
    const before = (sizes.get(source.name) ?? 0) - ledger.records.added;
    const { maxRemovedShare: share = usualShare } = source;
    if (records <= share * before) continue;
    held.add(each);
    const facts = { ...problemPlace(source), records, of: before, share };
    ledger.noteListing({ kind: 'noted', problem: { kind: 'removals-held', ...facts } });
  }
  return held;
}

async function carryOut(
  { url, reason, sources, records, graphs }: PendingRemoval,
  run: RunState,
): Promise<void> {
  const [{ ledger }] = sources;
  if (graphs !== undefined) {
    await removeFromCatalogue({ url, graphs }, reason, run);
    ledger.removed(url, reason, graphs);
    return;
  }
  await removeFromCatalogue({ url, sources: namesOf(sources) }, reason, run);
  const facts = records === 0 ? {} : { records: { removed: records } };
  ledger.settle(url, 'unlisted', run.plan.context.now(), facts);
  ledger.record('removed', 0, records);
}

/**
 * Removes a URL, as far as some sources list it, or some of its records. Resolves when there is
 * room for further writes.
 */
export async function removeFromCatalogue(
  what:
    | { readonly url: string; readonly sources: readonly string[] }
    | { readonly url: string; readonly graphs: readonly string[] },
  reason: RemovalReason,
  { plan, writes }: RunState,
): Promise<void> {
  const because = { reason, run: plan.run, at: plan.context.now().toISOString() };
  const removal: UrlRemoval = { ...what, because };
  await writes.add(plan.memory.remove(removal));
}

function namesOf(sources: readonly RunSource[]): readonly string[] {
  return sources.map(({ source }) => source.name);
}

/** How many records each source has in the catalogue. @throws the reason of `stop` if aborted */
async function countRecords({ memory, stop }: HarvestPlan): Promise<ReadonlyMap<string, number>> {
  const sizes = await memory.sourceSizes(stop);
  return new Map(sizes.map(({ source, records }) => [source, records]));
}

/**
 * Notes at the end of a run where a source gave no records, or lost more of them than one run may
 * remove: it is rather broken than emptied. Not where the operator wanted only a part of it, or
 * confirmed that records go; nor where removals are held, or most of its records are counted for
 * another source. The sizes in the catalogue are read only where a source is in doubt.
 */
export async function checkYields({ plan, sources }: RunState): Promise<void> {
  if (plan.policy.allowRemovals || Number.isFinite(plan.limits.admittedPerSource)) return;
  const doubtful = sources.all.filter(isDoubtful);
  if (doubtful.length === 0) return;
  const sizes = await countRecords(plan);
  for (const each of doubtful) checkYield(each, sizes.get(each.source.name) ?? 0);
}

/** Whether a source lost much, or gave nothing. */
function isDoubtful({ source, ledger }: RunSource): boolean {
  // Removals that are held are reported as such.
  if (ledger.countOf('removals-held') > 0) return false;
  const now = recordsNow(ledger);
  const before = ledger.recordsBefore;
  return before - now > (source.maxRemovedShare ?? usualShare) * before || now === 0;
}

/** How many records the run saw. */
function recordsNow({ records }: SourceLedger): number {
  const { added, replaced, unchanged } = records;
  return added + replaced + unchanged + records['not-due'] + records['would-load'];
}

/** @param all how many records the catalogue has of the source when the run ends */
function checkYield({ source, ledger }: RunSource, all: number): void {
  const { added, removed } = ledger.records;
  const now = recordsNow(ledger);
  const before = ledger.recordsBefore;
  const place = problemPlace(source);
  if (before > 0 && before >= (all + removed - added) / 2) {
    const problem = { kind: 'source-shrunk', ...place, before, now } as const;
    ledger.noteListing({ kind: 'noted', problem });
  } else if (now + before + all === 0 && ledger.hasUrls) {
    ledger.noteListing({ kind: 'noted', problem: { kind: 'source-without-records', ...place } });
  }
}
