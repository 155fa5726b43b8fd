import { asArray, isContainer, isObject, type JsonContainer, type JsonObject } from './json.ts';
import type { JsonValue } from './json.ts';
import { locateInvalid } from './invalid-json-ld.ts';
import type { Expansion, ExpansionRefusal, RefusedExpansion } from './json-ld-processor.ts';
import { namedByPage } from './records/furniture.ts';
import { isContainer as isList, membershipProperties } from './records/membership.ts';
import { createNodeViews } from './records/node-view.ts';
import { schema } from '../rdf/vocabularies.ts';

/** What the members of a document are together, without those that cannot be expanded. */
export interface JoinedMembers {
  readonly kind: 'expanded';
  readonly nodes: readonly JsonValue[];
  /** Why each of them could not, with its `item`. */
  readonly lost: readonly ExpansionRefusal[];
}

/** How documents are expanded. */
export interface MemberExpansion {
  /** Expands a document as a whole. It may change the document where that is mended. */
  readonly expand: (document: JsonContainer) => Promise<Expansion>;
  /** Tries to expand a document in order to find out what is at fault. */
  readonly attempt: (document: JsonContainer) => Promise<Expansion>;
}

/** A property of the root of a document that holds items, as the document spells it. */
export interface ItemsProperty {
  readonly key: string;
  /**
   * The IRI or `@graph` under which expansion puts the items; undefined where it puts them at the
   * top.
   */
  readonly property: string | undefined;
  /** Whether the root stands for what it holds, as a `ListItem` does, and is nothing without it. */
  readonly isWrapper: boolean;
  /** Whether they stand there in a `@list`. */
  readonly isOrdered: boolean;
  /** The expanded list without items, and without what is not repeated around each of them. */
  readonly frame: JsonObject | undefined;
}

/**
 * Expands a document that is refused as a whole member by member, so that a fault in an item of a
 * list, array or graph costs that item alone. Each member stands alone in the list that it belongs
 * to, so that it means what it means there. The others are joined to what the whole would be
 * without the lost ones (decision 0006).
 * @returns undefined where the document has no members, or nothing can be read of the list that
 * they stand in
 */
export async function expandMembers(
  document: JsonContainer,
  expansion: MemberExpansion,
): Promise<JoinedMembers | undefined> {
  const splitter = new MemberSplitter(expansion);
  const nodes = await splitter.expandParts(document, top);
  return nodes && { kind: 'expanded', nodes, lost: splitter.lost };
}

/**
 * Finds out which properties of the root of a document hold items, by what expansion makes of one
 * in their place: the properties of lists, feeds and catalogues, in any spelling, and `@graph`.
 */
export async function itemsPropertiesOf(
  root: JsonObject,
  expand: MemberExpansion['expand'],
): Promise<readonly ItemsProperty[]> {
  return new MemberSplitter({ expand, attempt: expand }).itemsProperties(root, top);
}

/** A place in a document. */
interface Place {
  /** The document with a value in this place, and without what stands beside it. */
  readonly holding: (value: JsonValue) => JsonContainer;
  /** What stands in this place of such a document once it is expanded. */
  readonly find: (nodes: readonly JsonValue[]) => readonly JsonValue[];
}

const top: Place = {
  holding: (value) => (isContainer(value) ? value : [value]),
  find: (nodes) => nodes,
};

const atTop = {
  property: undefined,
  isWrapper: false,
  isOrdered: false,
  frame: undefined,
} as const;

/**
 * Names no node, type or property that anybody uses: it is put where the meaning of a place is in
 * question.
 */
export const probe = 'urn:cdif-graph:probe';
/**
 * Of arrays of texts and numbers that are repeated around each member: long ones are no types or
 * contexts.
 */
const mostRepeated = 16;

class MemberSplitter {
  readonly lost: ExpansionRefusal[] = [];
  readonly #expand: MemberExpansion['expand'];
  readonly #attempt: MemberExpansion['attempt'];

  constructor({ expand, attempt }: MemberExpansion) {
    this.#expand = expand;
    this.#attempt = attempt;
  }

  /** Expands the parts of a value one by one; undefined where it has none. */
  async expandParts(
    value: JsonContainer,
    place: Place,
    called?: string,
  ): Promise<readonly JsonValue[] | undefined> {
    if (!Array.isArray(value)) return this.#expandList(value, place, called);
    return this.#expandEach(value, {
      holding: (member) => place.holding([member]),
      find: place.find,
    });
  }

  async itemsProperties(list: JsonObject, place: Place): Promise<readonly ItemsProperty[]> {
    const repeated = repeatedOf(list);
    const found: ItemsProperty[] = [];
    for (const [key, value] of Object.entries(list)) {
      if (key === '@context' || !holdsObjects(value)) continue;
      const probing = { ...repeated, [key]: { '@id': probe, '@type': probe } };
      const expansion = await this.#expand(place.holding(probing));
      if (expansion.kind === 'refused') continue;
      const nodes = place.find(expansion.nodes);
      const stands = nodes.some(isProbe) ? atTop : placeOfProbe(nodes);
      if (stands !== undefined) found.push({ key, ...stands });
    }
    return found;
  }

  async #expandList(
    list: JsonObject,
    place: Place,
    called?: string,
  ): Promise<readonly JsonValue[] | undefined> {
    const properties = await this.itemsProperties(list, place);
    if (properties.length === 0) return undefined;
    const keys = new Set(properties.map(({ key }) => key));
    const repeated = repeatedOf(list);
    const head = Object.fromEntries(Object.entries(list).filter(([key]) => !keys.has(key)));
    let hasItems = properties.every(({ property }) => property === undefined);
    let nodes = await this.#expandHead(head, place, nameOf(list) ?? called);
    for (const { key, property, isWrapper, isOrdered, frame } of properties) {
      const within: Place = {
        holding: (member) => place.holding({ ...repeated, [key]: around(list[key], member) }),
        find: (found) =>
          property === undefined
            ? place.find(found)
            : place.find(found).flatMap((node) => itemsAt(node, property)),
      };
      const name = isWrapper ? called : undefined;
      const items = await this.#expandEach(membersOf(list[key]), within, name);
      if (property === undefined) nodes = nodes.concat(items);
      else if (items.length > 0) {
        hasItems = true;
        const [self = frame, ...others] = nodes;
        nodes = [withItems(self, { property, isOrdered }, items), ...others];
      }
    }
    // What stands around an item that is lost, such as its page, is no record.
    if (!hasItems && properties.every(({ isWrapper }) => isWrapper)) return [];
    // A list of which no item is left is no record for having a type.
    return hasItems ? nodes : nodes.filter((node) => !isObject(node) || saysSomething(node));
  }

  /** Expands what a list says of itself. */
  async #expandHead(
    head: JsonObject,
    place: Place,
    called = 'the list itself',
  ): Promise<readonly JsonValue[]> {
    const document = place.holding(head);
    const expansion = await this.#expand(document);
    if (expansion.kind === 'expanded') return place.find(expansion.nodes);
    await this.#lose(called, document, expansion);
    return [];
  }

  /** @param called what a member is called that has no name; by default its place among them */
  async #expandEach(
    members: readonly JsonValue[],
    place: Place,
    called?: string,
  ): Promise<readonly JsonValue[]> {
    const found: JsonValue[] = [];
    for (const [index, member] of members.entries()) {
      const name = nameOf(member) ?? called ?? `item ${index + 1}`;
      const expansion = await this.#expand(place.holding(member));
      if (expansion.kind === 'expanded') {
        for (const node of place.find(expansion.nodes)) found.push(node);
        continue;
      }
      const parts = isContainer(member) ? await this.expandParts(member, place, name) : undefined;
      if (parts !== undefined) for (const node of parts) found.push(node);
      else await this.#lose(name, place.holding(member), expansion);
    }
    return found;
  }

  async #lose(item: string, document: JsonContainer, refusal: RefusedExpansion): Promise<void> {
    const reason = await locateInvalid(document, refusal, this.#attempt);
    // The pointer would be into a document that nobody published.
    const { pointer: _, ...facts } = { pointer: undefined, ...reason };
    this.lost.push({ ...facts, item });
  }
}

/**
 * What stands around each item of a list: its context, and the short members of the list itself,
 * such as its type.
 */
function repeatedOf(list: JsonObject): JsonObject {
  const repeated = Object.entries(list).filter(
    ([key, value]) =>
      key === '@context' || (!holdsObjects(value) && asArray(value).length <= mostRepeated),
  );
  return Object.fromEntries(repeated);
}

function holdsObjects(value: JsonValue): boolean {
  return asArray(value).some(isContainer);
}

/** The keyword by which a value says that it is a list or a set, where it does. */
function wrapperOf(value: JsonValue | undefined): '@list' | '@set' | undefined {
  if (!isObject(value)) return undefined;
  return (['@list', '@set'] as const).find((keyword) => keyword in value);
}

function membersOf(value: JsonValue = []): readonly JsonValue[] {
  const keyword = wrapperOf(value);
  return asArray(keyword !== undefined && isObject(value) ? (value[keyword] ?? []) : value);
}

/** A member in the place of all of them. */
function around(value: JsonValue | undefined, member: JsonValue): JsonValue {
  const keyword = wrapperOf(value);
  return keyword === undefined ? [member] : { [keyword]: [member] };
}

function isProbe(node: JsonValue): boolean {
  return isObject(node) && node['@id'] === probe;
}

/** The property of a list or of what stands around one, or the graph, in which the probe stands. */
function placeOfProbe(nodes: readonly JsonValue[]): Omit<ItemsProperty, 'key'> | undefined {
  for (const node of nodes.filter(isObject)) {
    const view = createNodeViews()(node);
    const property = Object.keys(node).find((name) => itemsAt(node, name).some(isProbe));
    const isWrapper = [...view.values(schema.item), ...namedByPage(view)].some(isProbe);
    const holds = isList(view)
      ? membershipProperties.some((each) => view.values(each).some(isProbe))
      : isWrapper || (property === '@graph' && !saysSomething(node));
    if (holds && property !== undefined) {
      const { [property]: items = [], ...frame } = node;
      const isOrdered = wrapperOf(asArray(items)[0]) !== undefined;
      return { property, isWrapper, isOrdered, frame };
    }
  }
  return undefined;
}

/** Whether a node has properties, and not only a name and types. */
function saysSomething(node: JsonObject): boolean {
  return Object.keys(node).some((name) => !name.startsWith('@'));
}

/** The items that a node has under a property, lists opened. */
function itemsAt(node: JsonValue, property: string): readonly JsonValue[] {
  const values = isObject(node) ? (node[property] ?? []) : [];
  return asArray(values).flatMap(membersOf);
}

/** The node with further items under a property. */
function withItems(
  node: JsonValue | undefined,
  { property, isOrdered }: { readonly property: string; readonly isOrdered: boolean },
  items: readonly JsonValue[],
): JsonObject {
  const head = isObject(node) ? node : {};
  const before = asArray(head[property] ?? []);
  const added = isOrdered ? [{ '@list': [...items] }] : items;
  return { ...head, [property]: [...before, ...added] };
}

/** What a member calls itself: the name of a `ListItem` is that of its item. */
function nameOf(member: JsonValue): string | undefined {
  if (!isObject(member)) return undefined;
  const own = nameProperties.map((key) => member[key]).find((name) => typeof name === 'string');
  if (typeof own === 'string') return own;
  const [item] = asArray(member['item'] ?? []);
  return item === undefined ? undefined : nameOf(item);
}

const nameProperties = ['@id', 'id', 'identifier', 'url'] as const;
