import { targetUrl } from '../model/target.ts';
import { keptRecord, type KeptRecords } from '../model/kept-records.ts';
import type { KeptDocument, RecordOrigin } from '../model/record.ts';
import type { Signpost } from '../model/typed-link.ts';
import { memoize } from '../text/collections.ts';
import { documentMissing } from './catalogue-fault.ts';
import { derivedStatements } from './derived/derived-statements.ts';
import { isEntryKey } from './derived/derived-terms.ts';
import { resourceIriOfEntry } from './derived/index-statements.ts';
import {
  type HarvestedCopy,
  recordOrigin,
  recordProvenance,
} from './derived/provenance-and-problems.ts';
import { signpostStatements } from './derived/view-statements.ts';
import type { InterruptibleReading } from './interruptible-reading.ts';
import { type GraphFacts, toGraphFacts, type RecordFacts } from './rows.ts';
import type { Snapshot, GraphPiece, Selection } from './snapshot.ts';
import type { Tombstone, UrlOutcome } from '../model/url-update.ts';
import { identifierName } from '../rdf/identifiers.ts';
import type { Retrieval } from '../model/http.ts';

/** A record that a name denotes, with its retrieval. */
export interface FoundRecord {
  readonly record: RecordFacts;
  /** How its document was retrieved, and by which run. */
  readonly retrieval: Retrieval;
  readonly run: string;
  /** The result of the latest visit to its URL. */
  readonly outcome: UrlOutcome | undefined;
  /** Present where it is only kept: the latest visit to its URL did not give it. */
  readonly kept?: KeptRecords;
  /** The index in `describes` of the resource whose key is the name; absent for all other names. */
  readonly resourceIndex?: number;
}

/** A record without its retrieval. */
export interface StoredRecord {
  readonly record: RecordFacts;
  /** The statements of its graph. */
  readonly nquads: string;
  /** The origin of the record. */
  readonly origin: RecordOrigin;
}

/**
 * Finds the records that a name denotes, in the order of their graph IRIs: see `RecordFinder.find`.
 * With pauses, since a name can have very many records.
 */
export function* readNamedRecords(
  snapshot: Snapshot,
  name: string,
  unnamed: UnnamedResources,
): InterruptibleReading<readonly FoundRecord[]> {
  const named = yield* readGraphsByName(snapshot, name);
  const found = named.length > 0 ? named.map((facts) => ({ facts })) : unnamed.find(snapshot, name);
  const outcomeOf = memoize((url) => snapshot.outcomeOf(url), 1);
  const records: FoundRecord[] = [];
  for (const { facts, ...at } of found) {
    yield;
    const record = withRetrieval(snapshot, facts, outcomeOf);
    if (record !== undefined) records.push({ ...record, ...at });
  }
  return records;
}

/** A record with its retrieval; undefined where its document is missing. */
export function withRetrieval(
  snapshot: Snapshot,
  facts: GraphFacts,
  outcomeOf: (url: string) => UrlOutcome | undefined = (url) => snapshot.outcomeOf(url),
): FoundRecord | undefined {
  const document = snapshot.documentFacts(facts.documentUrl, facts.document);
  if (document === undefined) return undefined;
  const { retrieval, run } = document;
  const outcome = outcomeOf(facts.documentUrl);
  const kept = outcome && keptCopy(snapshot, { facts, document }, outcome);
  return { record: toGraphFacts(facts), retrieval, run, outcome, ...(kept && { kept }) };
}

/** Why a record is only kept; undefined where the latest visit to its URL gave it. */
export function keptCopy(
  snapshot: Snapshot,
  { facts: { graph, documentUrl }, document }: Pick<HarvestedCopy, 'document' | 'facts'>,
  outcome: UrlOutcome,
): KeptRecords | undefined {
  const visit = snapshot.visitOf(documentUrl);
  const isOlder = document.isOlder === true;
  const isLeaving = snapshot.isLeaving(graph);
  return keptRecord({ outcome, visit }, { isOlder, isLeaving, at: document.retrieval.at });
}

function* readGraphsByName(
  snapshot: Snapshot,
  name: string,
): InterruptibleReading<readonly GraphFacts[]> {
  const found = new Map<string, GraphFacts>();
  const add = (facts: GraphFacts | undefined): void => {
    if (facts !== undefined) found.set(facts.graph, facts);
  };
  for (const place of placesOf(name)) {
    add(snapshot.factsOf(place));
    for (const facts of snapshot.factsOfUrl(place)) {
      add(facts);
      yield;
    }
  }
  for (const graph of snapshot.graphsNamed(name)) {
    if (!found.has(graph)) add(snapshot.factsOf(graph));
    yield;
  }
  return [...found.values()].toSorted((one, other) => (one.graph < other.graph ? -1 : 1));
}

/** A described resource, by its index in `describes` of its record. */
interface ResourcePlace {
  readonly graph: string;
  readonly resourceIndex: number;
}

/**
 * Finds resources that have neither an IRI nor a persistent identifier by their keys in search
 * results. The keys are not stored: they are computed from all records with such resources on first
 * use and after each change.
 */
export class UnnamedResources {
  #change: number | undefined;
  #places = new Map<string, ResourcePlace>();

  /** Finds the record that describes the resource with this key; empty for any other text. */
  find(
    snapshot: Snapshot,
    text: string,
  ): readonly { readonly facts: GraphFacts; readonly resourceIndex: number }[] {
    const key = text.trim();
    if (!isEntryKey(key)) return [];
    const { change } = snapshot.totals();
    if (this.#change !== change) {
      this.#places = unnamedIn(snapshot);
      this.#change = change;
    }
    const { graph = '', resourceIndex = 0 } = this.#places.get(key) ?? {};
    const facts = snapshot.factsOf(graph);
    return facts === undefined ? [] : [{ facts, resourceIndex }];
  }
}

/** Where several records share a key, because their values are equal, the first one counts. */
function unnamedIn(snapshot: Snapshot): Map<string, ResourcePlace> {
  const places = new Map<string, ResourcePlace>();
  for (const { graph, describes } of snapshot.facts()) {
    if (describes.every(({ iri }) => iri !== undefined)) continue;
    for (const [resourceIndex, search] of snapshot.searchFactsOf(graph).entries()) {
      const described = describes[resourceIndex];
      if (described === undefined || described.iri !== undefined) continue;
      const key = resourceIriOfEntry(graph, described, search);
      if (isEntryKey(key) && !places.has(key)) places.set(key, { graph, resourceIndex });
    }
  }
  return places;
}

/** The document a record was made from; undefined if the record does not exist. */
export function recordDocument(snapshot: Snapshot, graph: string): KeptDocument | undefined {
  const facts = snapshot.factsOf(graph);
  return facts && snapshot.document(facts.documentUrl, facts.document);
}

/** The provenance statements of a record, as N-Quads; empty if the record does not exist. */
export function provenanceStatements(snapshot: Snapshot, graph: string): string {
  const facts = snapshot.factsOf(graph);
  if (facts === undefined) return '';
  const links = signpostsOfUrl(snapshot, facts.documentUrl);
  return recordProvenance(harvestedCopy(snapshot, facts)) + signpostStatements(links);
}

/** The harvested copy of a record. @throws {DamageFound} where its document is missing */
export function harvestedCopy(snapshot: Snapshot, facts: GraphFacts): HarvestedCopy {
  const document = snapshot.documentFacts(facts.documentUrl, facts.document);
  const listings = snapshot.listingsOf(facts.documentUrl);
  if (document === undefined) throw documentMissing(facts);
  return { facts, document, listings };
}

/**
 * See `CatalogueStore.linksOf`. Links of a page that led to metadata are about the same resource.
 */
export function signpostsOfUrl(snapshot: Snapshot, url: string): readonly Signpost[] {
  const outcome = snapshot.outcomeOf(url);
  const pages = new Set(outcome?.listings.flatMap(({ found }) => found.in ?? []));
  return [outcome, ...Array.from(pages, (page) => snapshot.outcomeOf(page))].flatMap(
    (each) => each?.signposts?.links ?? [],
  );
}

/** The spellings under which a URL may be stored: URLs are stored as listed. */
function placesOf(name: string): Set<string> {
  const trimmed = name.trim();
  const places = new Set([trimmed]);
  // A URL with a fragment names a graph or a resource, not the whole document.
  const url = targetUrl(trimmed);
  if (url === undefined || /#./u.test(trimmed)) return places;
  const other = url.startsWith('https:')
    ? url.replace('https', 'http')
    : url.replace('http', 'https');
  for (const each of [url, other]) {
    places.add(each).add(each.endsWith('/') ? each.slice(0, -1) : `${each}/`);
  }
  return places;
}

/** The selected graphs in pieces of one graph each: record graphs, then derived graphs. */
export function* selectStatements(
  snapshot: Snapshot,
  { sources, without = [] }: Selection = {},
): Generator<GraphPiece> {
  if (sources === undefined) yield* snapshot.graphs();
  else {
    for (const facts of factsFrom(snapshot, sources)) {
      yield { graph: facts.graph, nquads: snapshot.wholeNquadsOf(facts) };
    }
  }
  yield* derivedStatements(snapshot, { sources, without });
}

/** See `CatalogueStore.records`. */
export function* recordsOfSources(
  snapshot: Snapshot,
  sources: readonly string[],
): Generator<StoredRecord> {
  for (const facts of factsFrom(snapshot, sources)) {
    const nquads = snapshot.wholeNquadsOf(facts);
    const origin = recordOrigin(harvestedCopy(snapshot, facts));
    yield { record: toGraphFacts(facts), nquads, origin };
  }
}

/** The facts of the records that one of these sources lists; of all where no names are given. */
export function* factsFrom(
  snapshot: Snapshot,
  names: readonly string[] | undefined,
): Generator<GraphFacts> {
  if (names === undefined) {
    yield* snapshot.allFacts();
    return;
  }
  const sources = new Set(names);
  const isWanted = memoize(
    (url) => snapshot.listingsOf(url).some(({ source }) => sources.has(source)),
    1,
  );
  for (const facts of snapshot.allFacts()) if (isWanted(facts.documentUrl)) yield facts;
}

/**
 * The tombstones that a name denotes: by graph IRI, document URL, or IRI of the record or of a
 * resource it described, in any spelling. In the order of their graph IRIs. Reads all tombstones.
 */
export function findTombstones(snapshot: Snapshot, name: string): Tombstone[] {
  const wanted = identifierName(name);
  const isNamed = (iri: string | undefined): boolean =>
    iri !== undefined && (iri === name || identifierName(iri) === wanted);
  return [...snapshot.tombstones()].filter(
    ({ graph, documentUrl, recordIri, describes }) =>
      [graph, documentUrl, recordIri].some(isNamed) || describes.some(isNamed),
  );
}
