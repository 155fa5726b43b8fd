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

/** What a look at a URL gave, and what may go of what it did not give. */
interface LookGiven {
  readonly url: string;
  readonly given: Pick<UrlEnd, 'graphs' | 'someGraphs'>;
  /** Whether the URL is gone, and all that it had with it. */
  readonly isGone: boolean;
  readonly because: Removal;
  readonly waits?: UrlEnd['waits'];
}

/**
 * Of what a look did not give: removes it, marks it to be removed, or leaves it. Where one that it gave is the same under
 * another key, the former graph goes without a tombstone: nothing was removed but a name.
 * @returns with what is gone in the order of the IRIs
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
  writer.removeGraphs(irisOf(rest.filter(({ graph }) => waits?.fresh.has(graph) === true)));
  writer.removeGraphs(irisOf(rest.filter(({ graph }) => !waiting.has(graph))), because);
  mark(data, { url, graphs: [...waiting], reason: 'dropped' });
  const removed = irisOf(others).filter((graph) => !waiting.has(graph));
  return { removed, kept: 0, leaving: waiting.size };
}

const irisOf = (records: readonly GraphFacts[]): string[] => records.map(({ graph }) => graph);

/** The names of those records of a URL that a look gave. */
function namesOf(
  data: Pick<CatalogueData, 'facts'>,
  url: string,
  given: TextLookup,
): ReadonlySet<string | undefined> {
  const records = Array.from(graphsOf(data, url)).filter(({ graph }) => given.has(graph));
  return new Set(records.map((facts) => nameOf(facts)));
}

/**
 * Of records that a whole look did not give, those that wait: see `UrlEnd.waits`. Others that are called the same have the place
 * of one.
 * @param names of what the look gave
 */
function waitingOf(
  gone: readonly GraphFacts[],
  { rewritten, fresh }: NonNullable<UrlEnd['waits']>,
  names: ReadonlySet<string | undefined>,
): readonly GraphFacts[] {
  let left = rewritten;
  return gone.filter((facts) => {
    const name = nameOf(facts);
    if (fresh.has(facts.graph) || (name !== undefined && names.has(name))) return false;
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

/** Has records wait to be removed when the run ends. */
function mark(
  { leaving }: Pick<CatalogueData, 'leaving'>,
  { url, graphs, reason }: Marked,
): Omit<Receipt, 'graphs'> {
  for (const graph of graphs) leaving.putSync(storageKey(graph), { graph, url, reason });
  return { removed: [], kept: 0, leaving: graphs.length };
}

/** Records no longer wait to be removed since their URL is gone: it is not. */
function stay({ leaving }: Pick<CatalogueData, 'leaving'>, graphs: readonly string[]): void {
  for (const graph of graphs) {
    const key = storageKey(graph);
    if (leaving.get(key)?.reason === 'gone') leaving.removeSync(key);
  }
}

/**
 * Removes records of a URL, or a URL with all that is kept of it where no other source lists it.
 * @returns the graphs that are gone
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
    // What only that source wanted is to be looked at anew.
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
 * Of a page of which a part failed everything stays, but what it gave may have another key than before, since it is alone
 * now, or is not any more: then its former graph is to go.
 * @param given the graphs that the latest look gave
 * @returns the IRIs of former graphs, in their order
 */
function formerGraphs(
  data: Pick<CatalogueData, 'facts'>,
  url: string,
  given: TextLookup,
): readonly string[] {
  /** Of the names that others have, what has them: undefined where several do, since nothing tells which is which. */
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
