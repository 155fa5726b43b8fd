import { nothingDone, type Receipt } from '../model/receipt.ts';
import type { UrlOutcome } from '../model/run.ts';
import type { Removal } from '../model/tombstone.ts';
import type { LeavingRecord, UrlEnd, UrlRemoval } from '../model/url-update.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import { formerGraphs } from './former-graphs.ts';
import { sourcesOf } from './former-sources.ts';
import { putOutcome, removeOutcome } from './outcome-writer.ts';
import { graphsOf, RecordWriter, type Tally } from './record-writer.ts';
import { storageKey } from './storage-key.ts';

/** What a look at a URL gave, and what may go of what it did not give. */
interface LookGiven {
  readonly url: string;
  readonly given: Pick<UrlEnd, 'graphs' | 'someGraphs'>;
  readonly outcome: UrlOutcome;
  readonly because: Removal;
  /** So many may go at once; more wait. */
  readonly mayGo: number;
}

/**
 * Of what a look did not give: removes it, marks it to be removed, or leaves it. Where one that it gave is the same under
 * another key, the former graph goes without a tombstone: nothing was removed but a name.
 */
export function removeGone(
  data: CatalogueData,
  { url, given: { graphs, someGraphs }, outcome, because, mayGo }: LookGiven,
  writer: RecordWriter,
): Omit<Receipt, 'graphs'> {
  const given = graphs ?? someGraphs;
  const others = Array.from(graphsOf(data, url, given), ({ graph }) => graph);
  const renamed = given === undefined ? [] : formerGraphs(data, url, given);
  writer.removeGraphs(renamed);
  const isRenamed = new Set(renamed);
  const rest = others.filter((graph) => !isRenamed.has(graph));
  if (outcome.state === 'gone') return mark(data, { url, graphs: rest, reason: 'gone' });
  stay(data, rest);
  if (graphs === undefined) {
    const kept = rest.filter((graph) => !data.leaving.doesExist(storageKey(graph))).length;
    return { removed: renamed, kept, leaving: 0 };
  }
  if (rest.length > mayGo) {
    return { ...mark(data, { url, graphs: rest, reason: 'dropped' }), removed: renamed };
  }
  writer.removeGraphs(rest, because);
  return { removed: others, kept: 0, leaving: 0 };
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
    putOutcome(data, before, { ...before, listings }, tally);
    return nothingDone;
  }
  const all = Array.from(graphsOf(data, url), ({ graph }) => graph);
  writer.removeGraphs(all, because);
  writer.removeDocumentsBut(url, new Set());
  removeOutcome(data, before, tally);
  return { ...nothingDone, removed: all };
}
