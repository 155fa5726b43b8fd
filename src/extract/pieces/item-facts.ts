import { hasMembers, isObject, type JsonObject } from '../json-document.ts';
import { roleOf } from '../page-furniture.ts';
import { itemsOf, propertyOf } from '../top-level-nodes.ts';
import { hashOf, noHash } from './hash.ts';
import { namesOf, type ItemNames } from './item-names.ts';
import { containersIn, isContainer, isBare, headOf, membersOf } from './listing.ts';
import { isListName } from './list-names.ts';
import type { NameSpace } from './name-space.ts';
import { aboutOf, idOf, isReference, recordTraits } from './record-text.ts';

/** How an item refers to something; several may be true at once. */
export const relations = { mentions: 1, isAbout: 2, isUnder: 4, lists: 8 } as const;

/** What an item is; several may be true at once. */
export const marks = {
  /** It describes a page, a site or an agent, and is not there for its own sake. */
  furniture: 1,
  /** It is a list or catalogue among the items; what it lists is an entry of its own. */
  container: 2,
  /** It is such a container, and says nothing of itself that would make it a record. */
  bare: 4,
  /** It stands for what a container lists, and not for the container. */
  listing: 8,
  recordLike: 16,
  catalogRecord: 32,
  otherFormat: 64,
  dataset: 128,
  topic: 256,
  /** It is a metadata record that says itself what it is about. */
  record: 512,
  /** What it is called depends on a context that is not at hand. */
  unsureName: 1024,
  /** Its names are those of a metadata record, before which those of a resource do not count. */
  namedRecord: 2048,
  /** It refers to the list it is in, so that what that says of itself goes with it. */
  namesHead: 4096,
} as const;

/** What has to be known of an item to tell which others belong to it. All texts are hashed: see `hashOf`. */
export interface ItemFacts {
  /** Its own `@id`, or `noHash`. */
  readonly id: number;
  /** What it may be called; see `namesOf`. */
  readonly names: readonly number[];
  /** A sum of `marks`. */
  readonly marks: number;
  /** The `@id`s that are mentioned inside, each with a sum of `relations`. */
  readonly references: ReadonlyMap<number, number>;
}

/** Properties whose value may be a mere text where the context makes it an IRI. */
const referringNames = /(?:^|[:/#])(?:about|mainEntity|primaryTopic|subjectOf)$/u;

/** What an item stands in. */
export interface ListOfItem {
  /** Whether it may refer to the other items. */
  readonly isGraph: boolean;
  readonly space: NameSpace;
  /** The hash of the `@id` of what lists it. */
  readonly head?: number;
}

/**
 * Finds out what an item is called, and in a graph what it refers to.
 * @returns one, or for a container in a graph two: what it says of itself, and what it lists
 */
export function factsOf(
  item: unknown,
  { isGraph, space, head: list }: ListOfItem,
): readonly ItemFacts[] {
  if (!isObject(item)) return [{ id: noHash, names: [], marks: 0, references: new Map() }];
  if (!isGraph) {
    const found = namesOf(item, true, space);
    const isOfHead = list !== undefined && mentions(item, list, space.within(item));
    const itemMarks = marksOfNames(found) | (isOfHead ? marks.namesHead : 0);
    return [
      {
        id: idHash(item, space.within(item)),
        names: found.names,
        marks: itemMarks,
        references: new Map(),
      },
    ];
  }
  if (!isContainer(item)) return [nodeFacts(item, space)];
  const head = nodeFacts(headOf(item), space);
  const bare = isBare(item) ? marks.bare : 0;
  const isFurniture = head.marks & marks.furniture;
  const headMarks = (head.marks | marks.container | bare) - isFurniture;
  return [{ ...head, marks: headMarks }, listingFacts(item, space.within(item))];
}

/** The hash of an IRI that is written in a name space. */
export function hashOfName(text: string, space: NameSpace): number {
  return hashOf(space.expand(text) ?? text.trim());
}

function nodeFacts(node: JsonObject, around: NameSpace): ItemFacts {
  const names = namesOf(node, false, around);
  const space = around.within(node);
  const references = new Map<number, number>();
  noteMentions(node, references, space);
  const traits = recordTraits(node, space);
  if (traits.isRecordLike || traits.isOtherFormat) {
    noteRelated(aboutOf(node), relations.isAbout, { references, space });
  }
  noteRelated(propertyOf(node, 'subjectOf'), relations.isUnder, { references, space });
  return {
    id: idHash(node, space),
    names: names.names,
    marks:
      marksOfNames(names) |
      mark(hasMembers(node) && roleOf(node, () => false) === 'furniture', 'furniture') |
      mark(traits.isRecordLike, 'recordLike') |
      mark(traits.isCatalogRecord, 'catalogRecord') |
      mark(traits.isOtherFormat, 'otherFormat') |
      mark(traits.isDataset, 'dataset') |
      mark(traits.isTopic, 'topic') |
      mark(traits.isRecordLike && saysSubject(node, space), 'record'),
    references,
  };
}

function mark(is: boolean, name: keyof typeof marks): number {
  return is ? marks[name] : 0;
}

/** Whether a record is about a resource that it names or describes. Of a mere name the item that has it decides, if there is one. */
function saysSubject(record: JsonObject, space: NameSpace): boolean {
  const { isCatalogRecord, isDataset } = recordTraits(record, space);
  return itemsOf(aboutOf(record)).some((subject) => {
    if (isCatalogRecord) return true;
    return isReference(subject) ? !isDataset : !recordTraits(subject, space).isTopic;
  });
}

/** What is listed and stands inside the list may refer to other items, as an item does. */
function listingFacts(container: JsonObject, space: NameSpace): ItemFacts {
  const references = new Map<number, number>();
  for (const { value, names } of containersIn(container).flatMap((each) => membersOf(each))) {
    for (const name of names) add(references, hashOfName(name, space), relations.lists);
    // What a list in the list has is among these members, too.
    if (isObject(value)) noteMentions(headOf(value), references, space);
  }
  // What it is called depends on which of all this is not among the items: see `ContainerText`.
  return { id: noHash, names: [], marks: marks.listing, references };
}

function mentions(item: JsonObject, name: number, space: NameSpace): boolean {
  const references = new Map<number, number>();
  noteMentions(item, references, space);
  return references.has(name);
}

function marksOfNames({ isUnsure, areOfRecord }: ItemNames): number {
  return (isUnsure ? marks.unsureName : 0) | (areOfRecord ? marks.namedRecord : 0);
}

function idHash(node: JsonObject, space: NameSpace): number {
  const id = idOf(node);
  return id === undefined ? noHash : hashOfName(id, space);
}

function noteRelated(
  values: readonly unknown[],
  relation: number,
  { references, space }: { readonly references: Map<number, number>; readonly space: NameSpace },
): void {
  for (const value of values) {
    const name = isObject(value) ? idOf(value) : value;
    if (typeof name === 'string') add(references, hashOfName(name, space), relation);
  }
}

/** Notes the `@id`s inside an item but its own. What something in it lists as a catalogue does is no part of it. */
function noteMentions(item: JsonObject, references: Map<number, number>, space: NameSpace): void {
  const pending: unknown[] = [];
  const noteMembers = (node: JsonObject, isItem: boolean): void => {
    for (const [key, value] of Object.entries(node)) {
      if (key === '@context' || (isListName(key) && !isItem)) continue;
      if (typeof value === 'object' && value !== null) pending.push(value);
      for (const text of referringTexts(key, value, isItem)) {
        add(references, hashOfName(text, space), relations.mentions);
      }
    }
  };
  noteMembers(item, true);
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (isObject(value)) noteMembers(value, false);
    else if (Array.isArray(value)) {
      for (const one of value) if (typeof one === 'object' && one !== null) pending.push(one);
    }
  }
}

/** The texts of a member that name something, if they are not the name of the item itself. */
function referringTexts(key: string, value: unknown, isItem: boolean): readonly string[] {
  if (typeof value !== 'string' && !Array.isArray(value)) return [];
  const isId = key === '@id' || key === 'id';
  if (isId ? isItem : !referringNames.test(key)) return [];
  return [value].flat().filter((text) => typeof text === 'string');
}

function add(references: Map<number, number>, hash: number, relation: number): void {
  references.set(hash, (references.get(hash) ?? 0) | relation);
}
