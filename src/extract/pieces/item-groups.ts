import type { HashIndex } from './hash.ts';
import { marks, relations } from './item-facts.ts';
import type { ItemTable } from './item-table.ts';

/** Which items make one record: a metadata record and what it describes, or several objects with one `@id`. */
export interface ItemGroups {
  /** The item that stands for the group of an item, which may be itself. */
  groupOf(item: number): number;
  /** Whether the group of an item is a record of its own wherever others refer to it. */
  isPinned(item: number): boolean;
  /** The items of the group of an item, ascending. */
  membersOf(item: number): Iterable<number>;
}

/** An `@id` that more items have than this (`nan`, an example) does not say which of them is meant. */
export const maxNamesakes = 16;

/**
 * Puts the items of an array or graph together as the expand stage will.
 * @param areSeparate whether each item is a document of its own, so that two with one `@id` are two
 */
export function groupItems(items: ItemTable, index: HashIndex, areSeparate: boolean): ItemGroups {
  const groups = new Groups(items.size);
  for (let item = 0; item < items.size; item += 1) {
    const id = items.ids.at(item);
    const isNamesake = !areSeparate && index.count(id) > 1 && index.count(id) <= maxNamesakes;
    if (isNamesake) for (const other of index.numbers(id)) groups.join(item, other);
  }
  for (let item = 0; item < items.size; item += 1) joinRelated(item, { items, index, groups });
  if (!areSeparate) pinListed(items, index, groups);
  return groups;
}

interface Grouping {
  readonly items: ItemTable;
  readonly index: HashIndex;
  readonly groups: Groups;
}

function joinRelated(item: number, { items, index, groups }: Grouping): void {
  if (items.is(item, marks.record)) groups.pin(item);
  items.forEachReference(item, (reference, relation) => {
    if ((relation & (relations.isAbout | relations.isUnder)) === 0) return;
    const target = onlyTarget(reference, index, groups);
    if (target === undefined || groups.groupOf(target) === groups.groupOf(item)) return;
    const isAbout = (relation & relations.isAbout) !== 0;
    const isUnder = (relation & relations.isUnder) !== 0;
    const isRecord =
      (isAbout && isSubjectOf(item, target, items)) || (isUnder && isRecordOf(item, target, items));
    if (!isRecord && !(isAbout && isTranslation(item, items))) return;
    groups.join(item, target);
    if (isRecord) groups.pin(item);
  });
}

/** What a reference means; nothing where several have the name and it could mean any. */
function onlyTarget(reference: number, index: HashIndex, groups: Groups): number | undefined {
  const [target, ...others] = firstOf(index.numbers(reference), maxNamesakes + 1);
  if (target === undefined) return undefined;
  const group = groups.groupOf(target);
  return others.every((other) => groups.groupOf(other) === group) ? target : undefined;
}

/** Whether an item is the metadata in another format, which belongs to what it is about. */
function isTranslation(item: number, items: ItemTable): boolean {
  return items.is(item, marks.otherFormat) && !items.is(item, marks.dataset);
}

function isSubjectOf(record: number, target: number, items: ItemTable): boolean {
  if (!items.is(record, marks.recordLike)) return false;
  return items.is(record, marks.catalogRecord) || !items.is(target, marks.topic);
}

function isRecordOf(resource: number, target: number, items: ItemTable): boolean {
  if (!items.is(target, marks.recordLike)) return false;
  return (
    items.is(resource, marks.dataset) ||
    !items.is(target, marks.dataset) ||
    items.is(target, marks.catalogRecord)
  );
}

function pinListed(items: ItemTable, index: HashIndex, groups: Groups): void {
  for (let item = 0; item < items.size; item += 1) {
    if (!items.is(item, marks.listing)) continue;
    items.forEachReference(item, (reference, relation) => {
      if ((relation & relations.lists) === 0 || index.count(reference) > maxNamesakes) return;
      for (const target of index.numbers(reference)) groups.pin(target);
    });
  }
}

function* firstOf(numbers: Iterable<number>, count: number): Iterable<number> {
  let left = count;
  for (const number of numbers) {
    if (left === 0) return;
    left -= 1;
    yield number;
  }
}

/** Disjoint sets of items, each with a parent that is nearer to the item that stands for it. */
class Groups implements ItemGroups {
  readonly #parents: Int32Array;
  readonly #pinned: Uint8Array;
  /** The next item of the same group; the last leads to the first. */
  readonly #next: Int32Array;

  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, item) => item);
    this.#next = this.#parents.slice();
    this.#pinned = new Uint8Array(size);
  }

  groupOf(item: number): number {
    let at = item;
    for (let parent = this.#parents[at] ?? at; parent !== at; parent = this.#parents[at] ?? at) {
      this.#parents[at] = this.#parents[parent] ?? parent;
      at = parent;
    }
    return at;
  }

  isPinned(item: number): boolean {
    return this.#pinned[this.groupOf(item)] === 1;
  }

  *membersOf(item: number): Iterable<number> {
    const members = [item];
    for (let at = this.#next[item] ?? item; at !== item; at = this.#next[at] ?? item)
      members.push(at);
    yield* members.toSorted((one, other) => one - other);
  }

  pin(item: number): void {
    this.#pinned[this.groupOf(item)] = 1;
  }

  join(one: number, other: number): void {
    const [to, from] = [this.groupOf(one), this.groupOf(other)];
    if (to === from) return;
    this.#parents[from] = to;
    if (this.#pinned[from] === 1) this.#pinned[to] = 1;
    const next = this.#next[to] ?? to;
    this.#next[to] = this.#next[from] ?? from;
    this.#next[from] = next;
  }
}
