import { startOf } from '../config/schema.ts';
import type { RemovalReason, UrlRemoval } from '../model/url-update.ts';
import type { SourceLedger } from './report/source-ledger.ts';
import type { HarvestPlan } from './harvest-plan.ts';
import { mayStillList } from './list-sources.ts';
import type { PendingWrites } from './pending-writes.ts';
import type { RunSource, RunSources } from './run-sources.ts';
import type { UrlTable } from './url-table.ts';

/** What removals are settled with. */
interface RemovalContext {
  readonly plan: HarvestPlan;
  readonly urls: UrlTable;
  readonly sources: RunSources;
  readonly writes: PendingWrites;
}

/**
 * A removal that waits for the end of the run: a URL that no source lists, or some of its records.
 */
interface PendingRemoval {
  readonly url: string;
  readonly reason: RemovalReason;
  /** The sources that lose it; the first one counts it. */
  readonly sources: readonly [RunSource, ...RunSource[]];
  readonly records: number;
  /** The records that go, of a URL that stays. */
  readonly graphs?: readonly string[];
}

/**
 * The share of its records that a source may lose in a run, where the configuration says nothing.
 */
const usualShare = 0.2;

/**
 * Decides at the end of a run what goes: known URLs that were not listed, where every source that
 * listed them was listed whole; and records whose URL is gone, or gives others now. A source that
 * would lose more than its share loses nothing, unless the operator allows it. What is not settled
 * when the run is stopped is left to the next run.
 */
export async function settleRemovals(context: RemovalContext): Promise<void> {
  const { plan } = context;
  const pending = [...(await findUnlisted(context)), ...(await findPendingRecords(context))];
  await endListings(context);
  if (pending.length === 0) return;
  const held = await findHeldSources(pending, plan);
  for (const each of pending) {
    if (plan.stop.aborted) return;
    // A removal that costs no record is never held.
    if (each.records > 0 && each.sources.some((source) => held.has(source))) hold(each, plan);
    else await carryOut(each, context);
  }
}

/**
 * Finds the known URLs that no source of the run listed. A URL that others list, or may list,
 * stays; but the listing of a source that no longer has it ends.
 */
async function findUnlisted(context: RemovalContext): Promise<readonly PendingRemoval[]> {
  const { plan, urls, sources } = context;
  const pending: PendingRemoval[] = [];
  for await (const missing of plan.memory.missing((url) => urls.isListed(url))) {
    if (plan.stop.aborted) break;
    const { url, records, listings } = missing;
    const [first, ...others] = sources.listing(listings);
    if (first === undefined) continue;
    const own = [first, ...others] as const;
    const left = own.filter((source) => {
      return source.listing.isRemovable(mayStillList(missing, source, sources));
    });
    if (left.length === listings.length) {
      pending.push({ url, reason: 'unlisted', sources: own, records });
      continue;
    }
    if (left.length > 0) await remove({ url, sources: namesOf(left) }, 'unlisted', context);
    // Where sources list it that the run is not for, it is theirs now.
    const isLeft = left.length === own.length;
    first.ledger.settle(url, isLeft ? 'unlisted' : 'missing', plan.context.now());
    first.ledger.record('kept', 0, records);
  }
  return pending;
}

/** Finds the records that are pending removal, of URLs that were visited. */
async function findPendingRecords({
  plan,
  urls,
  sources,
}: RemovalContext): Promise<readonly PendingRemoval[]> {
  const byUrl = new Map<string, { readonly graphs: string[]; readonly reason: RemovalReason }>();
  for (const { graph, url, reason } of await plan.memory.leaving()) {
    const known = byUrl.get(url) ?? { graphs: [], reason };
    known.graphs.push(graph);
    byUrl.set(url, known);
  }
  return Array.from(byUrl).flatMap(([url, { graphs, reason }]) => {
    const name = urls.find(url)?.pendingRemovalOf;
    if (name === undefined) return [];
    const first = sources.get(name);
    const others = sources.listing(urls.listings(url)).filter((source) => source !== first);
    return [{ url, reason, sources: [first, ...others] as const, records: graphs.length, graphs }];
  });
}

/** Ends the listings of sources that do not list a URL any more which others still list. */
async function endListings(context: RemovalContext): Promise<void> {
  const { plan, urls, sources } = context;
  const whole = sources.listedWhole();
  for (const [url, { formerSources, listings }] of urls) {
    if (formerSources === undefined) continue;
    if (plan.stop.aborted) return;
    const current = new Set(listings.map(({ source }) => source));
    const left = formerSources.filter((name) => whole.has(name) && !current.has(name));
    if (left.length > 0) await remove({ url, sources: left }, 'unlisted', context);
  }
}

/** Finds the sources that would lose too much, and notes the problem of each. */
async function findHeldSources(
  pending: readonly PendingRemoval[],
  plan: HarvestPlan,
): Promise<ReadonlySet<RunSource>> {
  const counts = new Map<RunSource, number>();
  for (const { sources, records } of pending) {
    for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + records);
  }
  const held = new Set<RunSource>();
  if (plan.policy.allowRemovals) return held;
  const sizes = await recordsBySource(plan);
  for (const [each, records] of counts) {
    const { source, ledger } = each;
    const before = (sizes.get(source.name) ?? 0) - ledger.records.added;
    const { maxRemovedShare: share = usualShare } = source;
    if (records <= share * before) continue;
    held.add(each);
    const facts = { source: source.name, records, of: before, share };
    const problem = { kind: 'removals-held', url: startOf(source), ...facts } as const;
    ledger.noteListing({ kind: 'noted', problem });
  }
  return held;
}

function hold(
  { url, sources: [{ ledger }], records, graphs }: PendingRemoval,
  { context }: HarvestPlan,
): void {
  if (graphs === undefined) ledger.settle(url, 'missing', context.now());
  ledger.record('kept', 0, records);
}

async function carryOut(
  { url, reason, sources, records, graphs }: PendingRemoval,
  context: RemovalContext,
): Promise<void> {
  const [{ ledger }] = sources;
  if (graphs !== undefined) {
    await remove({ url, graphs }, reason, context);
    ledger.removed(url, reason, graphs);
    return;
  }
  await remove({ url, sources: namesOf(sources) }, reason, context);
  const facts = records === 0 ? {} : { records: { removed: records } };
  ledger.settle(url, 'unlisted', context.plan.context.now(), facts);
  ledger.record('removed', 0, records);
}

async function remove(
  what:
    | { readonly url: string; readonly sources: readonly string[] }
    | { readonly url: string; readonly graphs: readonly string[] },
  reason: RemovalReason,
  { plan, writes }: Pick<RemovalContext, 'plan' | 'writes'>,
): Promise<void> {
  const because = { reason, run: plan.run, at: plan.context.now().toISOString() };
  const removal: UrlRemoval = { ...what, because };
  const removed = plan.memory.remove(removal);
  await writes.add(
    removed.then(() => undefined),
    0,
  );
}

function namesOf(sources: readonly RunSource[]): readonly string[] {
  return sources.map(({ source }) => source.name);
}

/**
 * How many records each source has in the catalogue.
 * @throws the reason of `stop` when it is aborted
 */
async function recordsBySource({
  memory,
  stop,
}: HarvestPlan): Promise<ReadonlyMap<string, number>> {
  const sizes = await memory.sourceSizes(stop);
  return new Map(sizes.map(({ source, records }) => [source, records]));
}

/**
 * Notes at the end of a run where a source gave no records at all, or lost more of its records than
 * one run may remove: that is rather a broken source than one that was emptied. Not where the
 * operator wanted only a part of it, or confirmed that records go; nor where removals are held, or
 * most of what it lists is counted for another source. The sizes of the sources in the catalogue
 * are read only where a source is in doubt.
 */
export async function checkYields(plan: HarvestPlan, sources: RunSources): Promise<void> {
  if (plan.policy.allowRemovals || Number.isFinite(plan.limits.admittedPerSource)) return;
  const doubtful = sources.all.filter(isDoubtful);
  if (doubtful.length === 0) return;
  const sizes = await recordsBySource(plan);
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
  const facts = { url: startOf(source), source: source.name };
  if (before > 0 && before >= (all + removed - added) / 2) {
    const problem = { kind: 'source-shrunk', ...facts, before, now } as const;
    ledger.noteListing({ kind: 'noted', problem });
  } else if (now + before + all === 0 && ledger.hasUrls) {
    const problem = { kind: 'source-without-records', ...facts } as const;
    ledger.noteListing({ kind: 'noted', problem });
  }
}
