import { startOf, type Source } from '../config/schema.ts';
import type { Listing } from '../model/target.ts';
import type { RemovalReason } from '../model/tombstone.ts';
import type { UrlRemoval } from '../model/url-update.ts';
import type { HarvestMemory } from './harvest-plan.ts';
import { completeSources, type Running, type RunningLine } from './running.ts';
import { isMeant } from './list-known.ts';

/** What is to go when a run ends: a known URL that no source lists any more, or some records of one. */
interface Leaving {
  readonly url: string;
  readonly reason: RemovalReason;
  /** The sources of which it goes; the first one counts it. */
  readonly lines: readonly [RunningLine, ...RunningLine[]];
  readonly records: number;
  /** Of a URL that stays. */
  readonly graphs?: readonly string[];
}

/** By default a fifth of a source may go in a run. */
const usualShare = 0.2;

/**
 * The largest share of its records that a source may lose in a run before somebody is to look at
 * it.
 */
export function losableShare({ maxRemovedShare = usualShare }: Source): number {
  return maxRemovedShare;
}

/**
 * Decides at the end of a run what goes: URLs that are known and were not listed, where each source that listed them has
 * listed all it has; and records whose URL is gone, or gives others now. Of a source nothing goes where that is more than a
 * share of its records, unless the operator allows it. What is not settled when the run is stopped
 * is left to the next run.
 */
export async function settleRemovals(running: Running): Promise<void> {
  const leaving = [...(await findUnlisted(running)), ...(await findLeaving(running))];
  await leaveLists(running);
  if (leaving.length === 0) return;
  const held = await holdLines(leaving, running);
  for (const each of leaving) {
    if (running.stop.aborted) return;
    // Where nothing is lost nothing is held.
    if (each.records > 0 && each.lines.some((line) => held.has(line))) hold(each, running);
    else await removeLeaving(each, running);
  }
}

/**
 * Finds the known URLs that no source of the run listed. Of those that others list, or may list, nothing goes; but a source
 * that does not list a URL any more is no longer said to.
 */
async function findUnlisted(running: Running): Promise<readonly Leaving[]> {
  const { listings, memory, context } = running;
  const leaving: Leaving[] = [];
  for await (const missing of memory.missing((each) => listings.has(each))) {
    if (running.stop.aborted) break;
    const { url, records } = missing;
    const [first, ...others] = linesOf(missing.listings, running);
    if (first === undefined) continue;
    const lines = [first, ...others] as const;
    const left = lines.filter((line) => line.listing.hasLeft(isMeant(missing, line, running)));
    if (left.length === missing.listings.length) {
      leaving.push({ url, reason: 'unlisted', lines, records });
      continue;
    }
    if (left.length > 0) {
      const names = left.map(({ source }) => source.name);
      await remove({ url, sources: names }, 'unlisted', running);
    }
    // Where others list it, for whom the run is not, it is theirs now.
    const isLeft = left.length === lines.length;
    first.ledger.settle(url, isLeft ? 'unlisted' : 'missing', context.now());
    first.ledger.record('kept', 0, records);
  }
  return leaving;
}

/** Finds the records that wait to be removed, of URLs that were carried. */
async function findLeaving(running: Running): Promise<readonly Leaving[]> {
  const { memory, losing, listings } = running;
  const byUrl = new Map<string, { readonly graphs: string[]; readonly reason: RemovalReason }>();
  for (const { graph, url, reason } of await memory.leaving()) {
    const known = byUrl.get(url) ?? { graphs: [], reason };
    known.graphs.push(graph);
    byUrl.set(url, known);
  }
  return Array.from(byUrl).flatMap(([url, { graphs, reason }]) => {
    const first = losing.get(url);
    if (first === undefined) return [];
    const others = linesOf(listings.of(url), running).filter((line) => line !== first);
    return [{ url, reason, lines: [first, ...others] as const, records: graphs.length, graphs }];
  });
}

/** Takes URLs out of sources that list them no more, where others still do; nothing goes by that. */
async function leaveLists({ former, sources, listings, ...running }: Running): Promise<void> {
  const complete = completeSources(sources);
  for (const [url, names] of former) {
    if (running.stop.aborted) return;
    const current = new Set(listings.of(url).map(({ source }) => source));
    const left = names.filter((name) => complete.has(name) && !current.has(name));
    if (left.length > 0) await remove({ url, sources: left }, 'unlisted', running);
  }
}

/** The sources of which too much would go, which is told. */
async function holdLines(
  leaving: readonly Leaving[],
  { memory, looking, stop }: Running,
): Promise<ReadonlySet<RunningLine>> {
  const counts = new Map<RunningLine, number>();
  for (const { lines, records } of leaving) {
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + records);
  }
  const held = new Set<RunningLine>();
  if (looking.allowRemovals) return held;
  const sizes = await recordsBySource(memory, stop);
  for (const [line, records] of counts) {
    const { source, ledger } = line;
    const before = (sizes.get(source.name) ?? 0) - ledger.records.added;
    const share = losableShare(source);
    if (records <= share * before) continue;
    held.add(line);
    const facts = { source: source.name, records, of: before, share };
    const problem = { kind: 'removals-held', url: startOf(source), ...facts } as const;
    ledger.noteListing({ kind: 'noted', problem });
  }
  return held;
}

function hold({ url, lines: [{ ledger }], records, graphs }: Leaving, { context }: Running): void {
  if (graphs === undefined) ledger.settle(url, 'missing', context.now());
  ledger.record('kept', 0, records);
}

async function removeLeaving(
  { url, reason, lines, records, graphs }: Leaving,
  running: Running,
): Promise<void> {
  const [{ ledger }] = lines;
  if (graphs !== undefined) {
    await remove({ url, graphs }, reason, running);
    ledger.removed(url, reason, graphs);
    return;
  }
  await remove({ url, sources: lines.map(({ source }) => source.name) }, reason, running);
  ledger.settle(
    url,
    'unlisted',
    running.context.now(),
    records === 0 ? {} : { records: { removed: records } },
  );
  ledger.record('removed', 0, records);
}

/** Those sources of the run that list a URL, in the order of the listings. */
function linesOf(
  listings: readonly Listing[],
  { lines }: Pick<Running, 'lines'>,
): readonly RunningLine[] {
  return listings.flatMap(({ source }) => lines.get(source) ?? []);
}

/**
 * How many records each source has in the catalogue. @throws the signal's reason when it is aborted
 */
export async function recordsBySource(
  memory: Pick<HarvestMemory, 'sourceSizes'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const sizes = await memory.sourceSizes(signal);
  return new Map(sizes.map(({ source, records }) => [source, records]));
}

async function remove(
  what:
    | { readonly url: string; readonly sources: readonly string[] }
    | { readonly url: string; readonly graphs: readonly string[] },
  reason: RemovalReason,
  { run, memory, context, writes }: Pick<Running, 'run' | 'memory' | 'context' | 'writes'>,
): Promise<void> {
  const because = { reason, run, at: context.now().toISOString() };
  const removal: UrlRemoval = { ...what, because };
  await writes.add(
    memory.remove(removal).then(() => undefined),
    0,
  );
}
