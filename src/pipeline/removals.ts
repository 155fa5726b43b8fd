import { startOf } from '../config/schema.ts';
import type { RemovalReason } from '../model/tombstone.ts';
import type { UrlRemoval } from '../model/url-update.ts';
import type { Running, RunningLine } from './harvest-plan.ts';

/** Of one source, what is to go when a run ends. */
interface Leaving {
  /** Known URLs that no source lists any more, and how many records each has. */
  readonly urls: Map<string, number>;
  /** Records that URLs do not have any more, by their URL. */
  readonly graphs: Map<string, string[]>;
  readonly reasons: Map<string, RemovalReason>;
}

/** By default a fifth of a source may go in a run. */
const usualShare = 0.2;

/**
 * Decides at the end of a run what goes: URLs that are known and were not listed, where the listing of each source that lists
 * them is complete; and records whose URL is gone, or gives others now. Of a source nothing goes where that is more than a
 * share of its records, unless the operator allows it.
 */
export async function settleRemovals(running: Running): Promise<void> {
  const leaving = new Map<RunningLine, Leaving>();
  await findUnlisted(running, leaving);
  await findLeaving(running, leaving);
  await leaveLists(running);
  if (leaving.size === 0) return;
  const sizes = await running.memory.sourceSizes();
  for (const [line, own] of leaving) {
    const size = sizes.find(({ source }) => source === line.source.name);
    await removeOrHold(line, { leaving: own, records: size?.records ?? 0 }, running);
  }
}

/**
 * Finds the known URLs that no source of the run listed. Of those that others list, or whose listing was not whole, nothing
 * goes; but a source that does not list a URL any more is no longer said to.
 */
async function findUnlisted(running: Running, leaving: Map<RunningLine, Leaving>): Promise<void> {
  const { listings, memory, context } = running;
  for await (const missing of memory.missing((each) => listings.has(each))) {
    const { url, records } = missing;
    const sources = missing.listings.map(({ source }) => source);
    const lines = running.sources.filter(({ source }) => sources.includes(source.name));
    const [first] = lines;
    if (first === undefined) continue;
    const complete = lines.filter(({ listing }) => listing.isComplete);
    if (complete.length === sources.length) {
      leavingOf(first, leaving).urls.set(url, records);
      continue;
    }
    if (complete.length > 0) {
      const left = complete.map(({ source }) => source.name);
      await remove({ url, sources: left }, 'unlisted', running);
    }
    // Where others list it, for whom the run is not, it is theirs now.
    const isLeft = complete.length === lines.length;
    first.ledger.settle(url, isLeft ? 'unlisted' : 'missing', context.now());
    first.ledger.record('kept', 0, records);
  }
}

/** Finds the records that wait to be removed, of URLs that were carried. */
async function findLeaving(running: Running, leaving: Map<RunningLine, Leaving>): Promise<void> {
  const { memory, losing } = running;
  for (const { graph, url, reason } of await memory.leaving()) {
    const line = losing.get(url);
    if (line === undefined) continue;
    const { graphs, reasons } = leavingOf(line, leaving);
    const others = graphs.get(url) ?? [];
    graphs.set(url, [...others, graph]);
    reasons.set(url, reason);
  }
}

function leavingOf(line: RunningLine, leaving: Map<RunningLine, Leaving>): Leaving {
  const known = leaving.get(line) ?? { urls: new Map(), graphs: new Map(), reasons: new Map() };
  leaving.set(line, known);
  return known;
}

/** Takes URLs out of sources that list them no more, where others still do; nothing goes by that. */
async function leaveLists({ former, sources, listings, ...running }: Running): Promise<void> {
  const complete = new Set(
    sources.filter(({ listing }) => listing.isComplete).map(({ source }) => source.name),
  );
  for (const [url, names] of former) {
    const current = new Set(listings.of(url).map(({ source }) => source));
    const left = names.filter((name) => complete.has(name) && !current.has(name));
    if (left.length > 0) await remove({ url, sources: left }, 'unlisted', running);
  }
}

interface Judged {
  readonly leaving: Leaving;
  /** All records that the source has now. */
  readonly records: number;
}

async function removeOrHold(
  line: RunningLine,
  { leaving: { urls, graphs, reasons }, records: all }: Judged,
  running: Running,
): Promise<void> {
  const { source, ledger } = line;
  const { context, looking } = running;
  const ofUrls = Array.from(graphs.values(), ({ length }) => length);
  const records = sumOf(urls.values()) + sumOf(ofUrls);
  const before = all - ledger.report().records.added;
  const share = source.maxRemovedShare ?? usualShare;
  const areHeld = !looking.allowRemovals && records > share * before;
  for (const [url, count] of urls) {
    // Where nothing is lost nothing is held.
    if (areHeld && count > 0) {
      ledger.settle(url, 'missing', context.now());
    } else {
      await remove({ url, sources: sourcesOf(running) }, 'unlisted', running);
      const gone = count === 0 ? {} : { records: { removed: count } };
      ledger.settle(url, 'unlisted', context.now(), gone);
    }
  }
  if (areHeld) {
    ledger.record('kept', 0, records);
    const facts = { source: source.name, records, of: before, share };
    const problem = { kind: 'removals-held', url: startOf(source), ...facts } as const;
    ledger.noteListing({ kind: 'noted', problem });
    return;
  }
  for (const [url, some] of graphs) {
    const reason = reasons.get(url) ?? 'dropped';
    await remove({ url, graphs: some }, reason, running);
    ledger.removed(url, reason, some);
  }
  ledger.record('removed', 0, sumOf(urls.values()));
}

function sourcesOf({ sources }: Pick<Running, 'sources'>): readonly string[] {
  return sources.map(({ source }) => source.name);
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

function sumOf(counts: Iterable<number>): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}
