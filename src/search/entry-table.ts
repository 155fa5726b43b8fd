import { BitSet } from './bit-set.ts';
import { intList } from './number-list.ts';
import { NameTable } from './name-table.ts';
import { Relation } from './relation.ts';

/** Entries of which something is counted: those of one resource stand side by side. */
export interface Counted {
  readonly entries: Int32Array;
  /** Of each entry the number of its resource. */
  readonly resources: Int32Array;
}

/** What is known of every entry, whatever is searched for. Entries are numbered as they come. */
export class EntryTable {
  /** Those that have not been removed. */
  readonly live = new BitSet();
  /** The keys of resources; of each entry the one that it is about. */
  readonly resources = new NameTable();
  readonly resourceOfEntry = new Relation();
  /** The IRIs of the graphs of records. */
  readonly #graphs = new NameTable();
  /** Of each graph the first of its latest entries, behind which the others stand. */
  readonly #firstOfGraph: number[] = [];
  /** The graph of the record that was added last. */
  #record = 0;
  readonly #graphOfEntry = intList();
  /** The place of an entry in `describes` of its record. */
  readonly #places = intList();
  readonly #titles: (string | undefined)[] = [];
  #removed = 0;

  /** All entries, those that were removed among them. */
  get size(): number {
    return this.#graphOfEntry.length;
  }

  /** How many were removed. */
  get removed(): number {
    return this.#removed;
  }

  /** Adds a record, whose entries are added behind it. @param graph the IRI of its graph */
  addRecord(graph: string): void {
    this.#record = this.#graphs.add(graph);
    this.#firstOfGraph[this.#record] = this.size;
  }

  /** Adds an entry of the record that was added last. */
  addEntry(resource: string, place: number, title: string | undefined): void {
    this.live.add(this.size);
    this.resourceOfEntry.add([this.resources.add(resource)]);
    this.#graphOfEntry.push(this.#record);
    this.#places.push(place);
    this.#titles.push(title);
  }

  /** Removes the entries of a record. @returns them */
  remove(graph: string): readonly number[] {
    const record = this.#graphs.numberOf(graph);
    const removed: number[] = [];
    let entry = (record !== undefined && this.#firstOfGraph[record]) || 0;
    for (; entry < this.size && this.#graphOfEntry.at(entry) === record; entry += 1) {
      if (!this.live.has(entry)) continue;
      this.live.delete(entry);
      removed.push(entry);
    }
    this.#removed += removed.length;
    return removed;
  }

  /** The IRI of the graph of the record that says an entry. */
  graphOf(entry: number): string {
    return this.#graphs.nameOf(this.#graphOfEntry.at(entry));
  }

  placeOf(entry: number): number {
    return this.#places.at(entry);
  }

  /** The number of the resource that an entry is about. */
  resourceOf(entry: number): number {
    return this.resourceOfEntry.firstValueOf(entry);
  }

  /** The title of a resource as an entry has it. */
  titleOf(entry: number): string | undefined {
    return this.#titles[entry];
  }

  /** The live entries of a resource. */
  entriesOf(resource: number): readonly number[] {
    return [...this.resourceOfEntry.ownersOf(resource)].filter((entry) => this.live.has(entry));
  }

  /** All entries, those of one resource side by side. */
  groupedByResource(): Int32Array {
    return this.resourceOfEntry.allOwners();
  }

  trim(): void {
    for (const each of [this.resourceOfEntry, this.#graphOfEntry, this.#places]) each.trim();
  }
}
