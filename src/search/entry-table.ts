import { BitSet } from './bit-set.ts';
import { intList, Relation } from './number-tables.ts';
import { NameTable } from './text-tables.ts';

/** Entries to count by, those of one resource consecutively. */
export interface CountedEntries {
  readonly entries: Int32Array;
  /** The resource of each entry. */
  readonly resources: Int32Array;
  /** The entries of resources with one entry, which come first in `entries`; their number. */
  readonly alone: BitSet;
  readonly aloneSize: number;
}

/** Number of resources with an entry in a set. */
export function countDistinctResources(counted: CountedEntries, set: BitSet): number {
  const { entries, resources, alone, aloneSize } = counted;
  let count = alone.sizeWith(set);
  let last = -1;
  for (let at = aloneSize; at < entries.length; at += 1) {
    const entry = entries[at] ?? 0;
    const resource = resources[entry] ?? 0;
    if (resource === last || !set.has(entry)) continue;
    last = resource;
    count += 1;
  }
  return count;
}

/** Data of every entry that all searches need. Entries are numbered in order of addition. */
export class EntryTable {
  /** Entries that are not removed. */
  readonly live = new BitSet();
  /** The keys of resources, and the resource of each entry. */
  readonly resources = new NameTable();
  readonly resourceOfEntry = new Relation();
  /** Entries of resources with several entries, including removed ones. */
  readonly shared = new BitSet();
  /** The shared entries grouped by resource; undefined if outdated. */
  #grouped: Int32Array | undefined;
  /** The first entry of each resource. */
  readonly #firstOfResource = intList();
  /** The graph IRIs of all records, including removed ones. */
  readonly graphs = new NameTable();
  /** The first of the latest entries of each graph; the others follow it. */
  readonly #firstOfGraph: number[] = [];
  /** The graph of the record added last. */
  #record = 0;
  readonly #graphOfEntry = intList();
  /** The index of an entry in `describes` of its record. */
  readonly #places = intList();
  readonly #titles: (string | undefined)[] = [];
  #removed = 0;

  /** The number of entries, including removed ones. */
  get size(): number {
    return this.#graphOfEntry.length;
  }

  /** The number of removed entries. */
  get removed(): number {
    return this.#removed;
  }

  /**
   * Adds a record; its entries are added next.
   * @param graph the IRI of its graph
   */
  addRecord(graph: string): void {
    this.#record = this.graphs.add(graph);
    this.#firstOfGraph[this.#record] = this.size;
  }

  /** Adds an entry of the record added last. */
  addEntry(resource: string, place: number, title: string | undefined): void {
    const [entry, number] = [this.size, this.resources.add(resource)];
    this.live.add(entry);
    this.resourceOfEntry.add([number]);
    if (number < this.#firstOfResource.length) {
      this.shared.add(entry);
      this.shared.add(this.#firstOfResource.at(number));
      this.#grouped = undefined;
    } else this.#firstOfResource.push(entry);
    this.#graphOfEntry.push(this.#record);
    this.#places.push(place);
    this.#titles.push(title);
  }

  /**
   * Removes the entries of a record.
   * @returns the removed entries
   */
  remove(graph: string): readonly number[] {
    const record = this.graphs.numberOf(graph);
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

  /** The graph IRI of an entry's record. */
  graphOf(entry: number): string {
    return this.graphs.nameOf(this.#graphOfEntry.at(entry));
  }

  placeOf(entry: number): number {
    return this.#places.at(entry);
  }

  /** The resource of an entry. */
  resourceOf(entry: number): number {
    return this.resourceOfEntry.firstValueOf(entry);
  }

  /** The title of a resource in the record of an entry. */
  titleOf(entry: number): string | undefined {
    return this.#titles[entry];
  }

  /** The live entries of a resource. */
  entriesOf(resource: number): readonly number[] {
    return [...this.resourceOfEntry.ownersOf(resource)].filter((entry) => this.live.has(entry));
  }

  /** The shared entries in a set, grouped by resource. */
  sharedIn(set: BitSet): Int32Array {
    this.#grouped ??= this.#groupShared();
    return this.#grouped.filter((entry) => set.has(entry));
  }

  /** Prepares a set of entries for counting. */
  counted(set: BitSet): CountedEntries {
    const alone = BitSet.difference(set, this.shared);
    const [first, others] = [alone.toArray(), this.sharedIn(set)];
    const entries = new Int32Array(first.length + others.length);
    entries.set(first);
    entries.set(others, first.length);
    const resources = this.resourceOfEntry.allValues;
    return { entries, resources, alone, aloneSize: first.length };
  }

  #groupShared(): Int32Array {
    const grouped: number[] = [];
    for (const entry of this.shared.toArray()) {
      const resource = this.resourceOf(entry);
      if (this.#firstOfResource.at(resource) !== entry) continue;
      for (const each of this.resourceOfEntry.ownersOf(resource)) grouped.push(each);
    }
    return Int32Array.from(grouped);
  }
}
