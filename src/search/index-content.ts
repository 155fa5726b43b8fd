import { shownText } from '../facts/text/shown-text.ts';
import { sourcesOf } from '../store/former-sources.ts';
import type { PausingReading } from '../store/in-turns.ts';
import { entryOf, resourceOf } from '../store/index-statements.ts';
import { speakerOfTitle } from '../store/resource-claims.ts';
import { resourceName } from '../store/resource-name.ts';
import { readSearchFacts, type GraphFacts } from '../store/rows.ts';
import type { Snapshot } from '../store/snapshot.ts';
import { Columns, type ColumnName } from './columns/columns.ts';
import { EntryOrders } from './entry-order.ts';
import { EntryTable } from './entry-table.ts';
import type { FacetCounts } from './facets.ts';

/** Share of removed entries beyond which refilling takes less time and memory. */
const mostRemoved = 0.25;
/**
 * With more changed records the index is refilled in turns, since `follow` runs without pausing.
 */
const mostFollowed = 500;

/** The contents of the index at one state of the catalogue. */
export class IndexContent {
  readonly entries = new EntryTable();
  readonly columns: Columns;
  /** Cached facet counts of all entries, by facet name and limit. */
  readonly wholeFacets = new Map<string, FacetCounts>();
  /** The displayed title of resources whose records have different titles. */
  readonly #shownTitles = new Map<number, string>();
  #orders: EntryOrders | undefined;
  #change = 0;
  #unsearched = 0;
  /** Whether the last update was completed; partial content must not be used. */
  #isWhole = false;

  /** @param asked see `TextTable` */
  constructor(columns: ReadonlySet<ColumnName>, asked?: readonly string[]) {
    this.columns = new Columns(columns, asked);
  }

  /** Records written by an older version, missing until `rebuild` reads them. */
  get unsearched(): number {
    return this.#unsearched;
  }

  get orders(): EntryOrders {
    this.#orders ??= new EntryOrders(this.entries, this.columns, this.#shownTitles);
    return this.#orders;
  }

  /**
   * Fills an empty index with all records of a snapshot.
   * @param mayBeFound whether a record may match, by its stored search facts; other records are
   *   only added if they describe a resource of a matching one
   */
  *fill(
    snapshot: Snapshot,
    mayBeFound: (kept: string) => boolean = () => true,
  ): PausingReading<void> {
    this.#begin(snapshot);
    const others: GraphFacts[] = [];
    for (const { facts, search } of snapshot.searchedRecords()) {
      if (search === undefined || mayBeFound(search)) this.#addRecord(snapshot, facts, search);
      else others.push(facts);
      yield;
    }
    for (const facts of others) {
      if (this.#mayShareResource(facts)) this.#addRecord(snapshot, facts);
      yield;
    }
    for (let resource = 0; resource < this.entries.resources.size; resource += 1) {
      if (this.#chooseTitle(snapshot, resource)) yield;
    }
    this.#isWhole = true;
  }

  /**
   * Applies the changes since the last state.
   * @returns false, without any effect, if the index must be refilled
   */
  follow(snapshot: Snapshot): boolean {
    const { change } = snapshot.totals();
    if (!this.#isWhole) return false;
    if (change === this.#change) return true;
    const touched = snapshot.touchedSince(this.#change);
    if (touched === undefined || touched.size > mostFollowed) return false;
    if (this.entries.removed > this.entries.size * mostRemoved) return false;
    this.#isWhole = false;
    this.#begin(snapshot);
    const resources = this.#takeIn(snapshot, touched);
    for (const resource of resources) this.#chooseTitle(snapshot, resource);
    this.#orders?.renew(this.entries.resourceOfEntry.ownersOfAny([...resources]).toArray());
    this.#isWhole = true;
    return true;
  }

  /**
   * Re-reads records.
   * @returns the resources that they describe or described
   */
  #takeIn(snapshot: Snapshot, touched: ReadonlySet<string>): ReadonlySet<number> {
    const resources = new Set<number>();
    for (const graph of touched) {
      for (const entry of this.entries.remove(graph)) resources.add(this.entries.resourceOf(entry));
    }
    for (const graph of touched) {
      const facts = snapshot.factsOf(graph);
      if (facts === undefined) continue;
      const before = this.entries.size;
      this.#addRecord(snapshot, facts);
      for (let entry = before; entry < this.entries.size; entry += 1) {
        resources.add(this.entries.resourceOf(entry));
      }
    }
    return resources;
  }

  #begin(snapshot: Snapshot): void {
    this.wholeFacets.clear();
    this.#change = snapshot.totals().change;
    this.#unsearched = snapshot.unsearchedRecords();
  }

  /** Without an IRI, the resource is only known from the search facts. */
  #mayShareResource({ describes }: GraphFacts): boolean {
    const { resources } = this.entries;
    return describes.some((described) => {
      const name = resourceName(described, []);
      return name === undefined || resources.numberOf(name) !== undefined;
    });
  }

  /** @param kept its stored search facts */
  #addRecord(
    snapshot: Snapshot,
    { graph, documentUrl, describes, profiles }: GraphFacts,
    kept = snapshot.searchOf(graph),
  ): void {
    const sources = (): readonly string[] => sourcesOf(snapshot.listingsOf(documentUrl));
    const unnamed = new Set<string>();
    this.entries.addRecord(graph);
    for (const [place, facts] of readSearchFacts(kept).entries()) {
      const described = describes[place];
      if (described === undefined) continue;
      const resource = resourceOf(graph, described, facts);
      // Resources of one record without IRI and with equal facts are the same.
      const isUnnamed =
        described.iri === undefined && resource === entryOf(graph, described, facts);
      if (isUnnamed && unnamed.has(resource)) continue;
      if (isUnnamed) unnamed.add(resource);
      this.entries.addEntry(resource, place, shownText(facts.texts.titles)?.text);
      this.columns.add({ resource, described, facts, profiles, sources });
    }
  }

  /** @returns whether several records had to be compared */
  #chooseTitle(snapshot: Snapshot, resource: number): boolean {
    const { entries } = this;
    this.#shownTitles.delete(resource);
    if (entries.resourceOfEntry.ownersOf(resource).length < 2) return false;
    const own = entries.entriesOf(resource);
    if (own.length < 2) return false;
    const titles = own.map((entry) => [entries.graphOf(entry), entries.titleOf(entry)] as const);
    const [first, ...others] = new Set(titles.flatMap(([, title]) => title ?? []));
    if (first === undefined) return false;
    if (others.length === 0) {
      this.#shownTitles.set(resource, first);
      return false;
    }
    const speaker = speakerOfTitle(snapshot, entries.resources.nameOf(resource), titles);
    const title = titles.find(([graph, said]) => graph === speaker && said !== undefined)?.[1];
    if (title !== undefined) this.#shownTitles.set(resource, title);
    return true;
  }
}
