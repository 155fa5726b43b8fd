import { isToldByContent, nameOf } from '../model/record-identity.ts';
import { nothingDone, type Receipt } from '../model/receipt.ts';
import type { Removal } from '../model/tombstone.ts';
import type { LeavingRecord, UrlEnd, UrlRemoval } from '../model/url-update.ts';
import type { TextLookup } from '../text/text-set.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import { sourcesOf } from './former-sources.ts';
import type { GraphFacts } from './rows.ts';
import { putOutcome, removeOutcome } from './outcome-writer.ts';
import { graphsOf, RecordWriter, type Tally } from './record-writer.ts';
import { storageKey } from './storage-key.ts';

/** What a visit found, and what may be removed because it was not found. */
interface LookGiven {
  readonly url: string;
  readonly given: Pick<UrlEnd, 'graphs' | 'someGraphs'>;
  /** Whether the URL is gone with everything it had. */
  readonly isGone: boolean;
  readonly because: Removal;
  readonly waits?: UrlEnd['waits'];
}

/**
 * Handles the records that a visit did not find: removes them, marks them as pending removal, or
 * keeps them. Where a found record is the same under another key, the old graph is removed without
 * a tombstone, as it was only renamed.
 * @returns with the removed graphs in the order of their IRIs
 */
export function removeGone(
  data: CatalogueData,
  { url, given: { graphs, someGraphs }, isGone, because, waits }: LookGiven,
  writer: RecordWriter,
): Omit<Receipt, 'graphs'> {
  const given = graphs ?? someGraphs;
  const others = Array.from(graphsOf(data, url, given));
  if (others.length === 0) return nothingDone;
  const renamed = given === undefined ? [] : formerGraphs(data, url, given);
  writer.removeGraphs(renamed);
  const isRenamed = new Set(renamed);
  const rest = others.filter(({ graph }) => !isRenamed.has(graph));
  if (isGone) return mark(data, { url, graphs: irisOf(rest), reason: 'gone' });
  stay(data, irisOf(rest));
  if (graphs === undefined) {
    const kept = rest.filter(({ graph }) => !data.leaving.doesExist(storageKey(graph))).length;
    return { removed: renamed, kept, leaving: 0 };
  }
  const waiting =
    waits === undefined
      ? new Set<string>()
      : new Set(irisOf(waitingOf(rest, waits, namesOf(data, url, graphs))));
  writer.removeGraphs(irisOf(rest.filter(({ graph }) => !waiting.has(graph))), because);
  mark(data, { url, graphs: [...waiting], reason: 'dropped' });
  const removed = irisOf(others).filter((graph) => !waiting.has(graph));
  return { removed, kept: 0, leaving: waiting.size };
}

const irisOf = (records: readonly GraphFacts[]): string[] => records.map(({ graph }) => graph);

/** The names of the records of a URL that a visit found. */
function namesOf(
  data: Pick<CatalogueData, 'facts'>,
  url: string,
  given: TextLookup,
): ReadonlySet<string | undefined> {
  const records = Array.from(graphsOf(data, url)).filter(({ graph }) => given.has(graph));
  return new Set(records.map((facts) => nameOf(facts)));
}

/**
 * The records that a complete visit did not find and that become pending: see `UrlEnd.waits`. Each
 * found record of the same name replaces one of them.
 * @param names of the found records
 */
function waitingOf(
  gone: readonly GraphFacts[],
  { rewritten }: NonNullable<UrlEnd['waits']>,
  names: ReadonlySet<string | undefined>,
): readonly GraphFacts[] {
  let left = rewritten;
  return gone.filter((facts) => {
    const name = nameOf(facts);
    if (name !== undefined && names.has(name)) return false;
    if (left === 0 || !isToldByContent(facts)) return true;
    left -= 1;
    return false;
  });
}

interface Marked {
  readonly url: string;
  readonly graphs: readonly string[];
  readonly reason: LeavingRecord['reason'];
}

/** Marks records as pending removal until the end of the run. */
function mark(
  { leaving }: Pick<CatalogueData, 'leaving'>,
  { url, graphs, reason }: Marked,
): Omit<Receipt, 'graphs'> {
  for (const graph of graphs) leaving.putSync(storageKey(graph), { graph, url, reason });
  return { removed: [], kept: 0, leaving: graphs.length };
}

/** Cancels pending removals that were marked because the URL was gone: it answers again. */
function stay({ leaving }: Pick<CatalogueData, 'leaving'>, graphs: readonly string[]): void {
  for (const graph of graphs) {
    const key = storageKey(graph);
    if (leaving.get(key)?.reason === 'gone') leaving.removeSync(key);
  }
}

/**
 * Removes records of a URL, or the whole URL where no other source lists it.
 * @returns the removed graphs
 */
export function removeUrl(data: CatalogueData, removal: UrlRemoval, tally: Tally): Receipt {
  const { url, because: reason, graphs, sources = [] } = removal;
  const writer = new RecordWriter(data, tally);
  const before = data.outcomes.get(storageKey(url));
  if (before === undefined) return nothingDone;
  const because = { ...reason, sources: sourcesOf(before.listings) };
  if (graphs !== undefined) {
    const documents = new Set(graphs.map((each) => data.facts.get(storageKey(each))?.document));
    writer.removeGraphs(graphs, because);
    writer.removeDocumentsBut(url, { has: (sha256) => !documents.has(sha256) });
    return { ...nothingDone, removed: graphs };
  }
  const gone = new Set(sources);
  const listings = before.listings.filter(({ source }) => !gone.has(source));
  if (listings.length > 0) {
    // The URL must be re-processed without the wishes of the removed source.
    const { answer: _, negotiated: __, ...rest } = before;
    putOutcome(data, before, { ...rest, listings }, tally);
    return nothingDone;
  }
  const all = Array.from(graphsOf(data, url), ({ graph }) => graph);
  writer.removeGraphs(all, because);
  writer.removeDocumentsBut(url, new Set());
  removeOutcome(data, before, tally);
  return { ...nothingDone, removed: all };
}

/**
 * After a partly failed visit everything stays. But a found record may have another key than
 * before, because it is or is no longer the only one: then its old graph is removed.
 * @param given the graphs that the latest visit found
 * @returns the IRIs of the old graphs, sorted
 */
function formerGraphs(
  data: Pick<CatalogueData, 'facts'>,
  url: string,
  given: TextLookup,
): readonly string[] {
  /**
   * The graph that has a name; undefined where several have it, since they cannot be told apart.
   */
  const bearers = new Map<string, string | undefined>();
  for (const facts of graphsOf(data, url, given)) {
    const name = nameOf(facts);
    if (name !== undefined) bearers.set(name, bearers.has(name) ? undefined : facts.graph);
  }
  if (bearers.size === 0) return [];
  const counts = new Map<string, number>();
  for (const facts of graphsOf(data, url)) {
    const name = nameOf(facts);
    if (name === undefined || !bearers.has(name) || !given.has(facts.graph)) continue;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Array.from(bearers).flatMap(([name, graph]) =>
    graph !== undefined && counts.get(name) === 1 ? [graph] : [],
  );
}
