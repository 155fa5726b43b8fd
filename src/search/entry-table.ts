import { BitSet } from './bit-set.ts';
import { intList } from './number-list.ts';
import { NameTable } from './name-table.ts';
import { Relation } from './relation.ts';

/** Entries of which something is counted: those of one resource stand side by side. */
export interface Counted {
  readonly entries: Int32Array;
  /** Of each entry the number of its resource. */
  readonly resources: Int32Array;
  /** The entries that are the only ones of their resource, which come first, and how many. */
  readonly alone: BitSet;
  readonly aloneSize: number;
}

/** How many of the resources have an entry in a set. */
export function resourcesIn(counted: Counted, set: BitSet): number {
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

/** What is known of every entry, whatever is searched for. Entries are numbered as they come. */
export class EntryTable {
  /** Those that have not been removed. */
  readonly live = new BitSet();
  /** The keys of resources; of each entry the one that it is about. */
  readonly resources = new NameTable();
  readonly resourceOfEntry = new Relation();
  /** Entries of resources that have others as well, perhaps removed ones. */
  readonly shared = new BitSet();
  /** The same, those of one resource side by side; undefined where one was added since. */
  #grouped: Int32Array | undefined;
  /** Of each resource its first entry. */
  readonly #firstOfResource = intList();
  /** The IRIs of the graphs of records, of those too that were removed since. */
  readonly graphs = new NameTable();
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
    this.#record = this.graphs.add(graph);
    this.#firstOfGraph[this.#record] = this.size;
  }

  /** Adds an entry of the record that was added last. */
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

  /** Removes the entries of a record. @returns them */
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

  /** The IRI of the graph of the record that says an entry. */
  graphOf(entry: number): string {
    return this.graphs.nameOf(this.#graphOfEntry.at(entry));
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

  /** Some of the shared entries, those of one resource side by side. */
  sharedIn(set: BitSet): Int32Array {
    this.#grouped ??= this.#groupShared();
    return this.#grouped.filter((entry) => set.has(entry));
  }

  /** Some entries, of which something is to be counted. */
  counted(set: BitSet): Counted {
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
