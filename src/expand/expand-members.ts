import type { ListFrame, ReadListFrame } from '../model/record.ts';
import type { ContextSupply } from '../model/remote-context.ts';
import { schema } from '../rdf/vocabularies.ts';
import {
  asArray,
  isContainer,
  isObject,
  type JsonContainer,
  type JsonObject,
  type JsonValue,
} from '../text/json.ts';
import { prepareDcatUs } from './dcat-us.ts';
import type { FindingSink } from './findings.ts';
import { locateInvalidMember } from './invalid-json-ld.ts';
import type {
  Expansion,
  ExpansionProblem,
  FailedExpansion,
  JsonLdProcessor,
} from './json-ld-processor.ts';
import { type ExpandLimits, prepareDocument } from './prepare-document.ts';
import {
  createNodeViews,
  isListNode as isList,
  membershipProperties,
  nodesNamedByPage,
} from './records/node-view.ts';

/** The members of a document together, without those that cannot be expanded. */
interface JoinedMembers {
  readonly kind: 'expanded';
  readonly nodes: readonly JsonValue[];
  /** Why each lost member could not be expanded, with its `item`. */
  readonly lost: readonly ExpansionProblem[];
}

/** How documents are expanded. */
interface MemberExpansion {
  /** Expands a document. It may be repaired in place. */
  readonly expand: (document: JsonContainer) => Promise<Expansion>;
  /** Tries to expand a document in order to locate a fault. */
  readonly attempt: (document: JsonContainer) => Promise<Expansion>;
}

/** A property of the root of a document that holds items, as spelt in the document. */
interface ItemsProperty {
  readonly key: string;
  /** The IRI or `@graph` under which expansion puts the items; undefined for the top level. */
  readonly property: string | undefined;
  /** Whether the root is only a wrapper of its items, as a `ListItem` is. */
  readonly isWrapper: boolean;
  readonly isOrdered: boolean;
  /** The expanded list without its items and without long members. */
  readonly frame: JsonObject | undefined;
}

/**
 * Expands an invalid document member by member, so that a fault in an item of a list, array or
 * graph loses that item only. Each member is expanded alone in its list, so that it keeps its
 * meaning, and the results are joined (decision 0006).
 * @returns undefined where the document has no members, or the list around them cannot be read
 */
export async function expandMembers(
  document: JsonContainer,
  expansion: MemberExpansion,
): Promise<JoinedMembers | undefined> {
  const splitter = new MemberSplitter(expansion);
  const nodes = await splitter.expandParts(document, top);
  return nodes && { kind: 'expanded', nodes, lost: splitter.lost };
}

/** A place in a document. */
interface Place {
  /** The document with only this value in this place. */
  readonly holding: (value: JsonValue) => JsonContainer;
  /** The values in this place of such a document after expansion. */
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

/** Names nothing that anybody uses; put where the meaning of a place is to be found out. */
const probeIri = 'urn:cdif-graph:probe';
/**
 * The longest array of texts or numbers to repeat around each member: longer ones are not types or
 * contexts.
 */
const maxRepeated = 16;

class MemberSplitter {
  readonly lost: ExpansionProblem[] = [];
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
    defaultName?: string,
  ): Promise<readonly JsonValue[] | undefined> {
    if (!Array.isArray(value)) return this.#expandList(value, place, defaultName);
    return this.#expandEach(value, {
      holding: (member) => place.holding([member]),
      find: place.find,
    });
  }

  /**
   * Finds the properties of a list that hold items, by expanding a probe in their place: those of
   * lists, feeds and catalogues, in any spelling, and `@graph`.
   */
  async itemsProperties(list: JsonObject, place: Place): Promise<readonly ItemsProperty[]> {
    const repeated = repeatedMembers(list);
    const found: ItemsProperty[] = [];
    for (const [key, value] of Object.entries(list)) {
      if (key === '@context' || !holdsObjects(value)) continue;
      const probing = { ...repeated, [key]: { '@id': probeIri, '@type': probeIri } };
      const expansion = await this.#expand(place.holding(probing));
      if (expansion.kind === 'refused') continue;
      const nodes = place.find(expansion.nodes);
      const itemsPlace = nodes.some(isProbe) ? atTop : findProbe(nodes);
      if (itemsPlace !== undefined) found.push({ key, ...itemsPlace });
    }
    return found;
  }

  async #expandList(
    list: JsonObject,
    place: Place,
    defaultName?: string,
  ): Promise<readonly JsonValue[] | undefined> {
    const properties = await this.itemsProperties(list, place);
    if (properties.length === 0) return undefined;
    const keys = new Set(properties.map(({ key }) => key));
    const repeated = repeatedMembers(list);
    const head = Object.fromEntries(Object.entries(list).filter(([key]) => !keys.has(key)));
    let hasItems = properties.every(({ property }) => property === undefined);
    let nodes = await this.#expandHead(head, place, memberName(list) ?? defaultName);
    for (const { key, property, isWrapper, isOrdered, frame } of properties) {
      const within: Place = {
        holding: (member) =>
          place.holding({ ...repeated, [key]: replaceMembers(list[key], member) }),
        find: (found) =>
          property === undefined
            ? place.find(found)
            : place.find(found).flatMap((node) => itemsAt(node, property)),
      };
      const name = isWrapper ? defaultName : undefined;
      const items = await this.#expandEach(membersIn(list[key]), within, name);
      if (property === undefined) nodes = nodes.concat(items);
      else if (items.length > 0) {
        hasItems = true;
        const [self = frame, ...others] = nodes;
        nodes = [withItems(self, { property, isOrdered }, items), ...others];
      }
    }
    // A wrapper of a lost item, such as its page, is not a record.
    if (!hasItems && properties.every(({ isWrapper }) => isWrapper)) return [];
    // A list without any remaining item is not a record for its type alone.
    return hasItems ? nodes : nodes.filter((node) => !isObject(node) || hasProperties(node));
  }

  async #expandHead(
    head: JsonObject,
    place: Place,
    defaultName = 'the list itself',
  ): Promise<readonly JsonValue[]> {
    const document = place.holding(head);
    const expansion = await this.#expand(document);
    if (expansion.kind === 'expanded') return place.find(expansion.nodes);
    await this.#lose(defaultName, document, expansion);
    return [];
  }

  /** @param defaultName of a member without a name; by default its number */
  async #expandEach(
    members: readonly JsonValue[],
    place: Place,
    defaultName?: string,
  ): Promise<readonly JsonValue[]> {
    const found: JsonValue[] = [];
    for (const [index, member] of members.entries()) {
      const name = memberName(member) ?? defaultName ?? `item ${index + 1}`;
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

  async #lose(item: string, document: JsonContainer, refusal: FailedExpansion): Promise<void> {
    const reason = await locateInvalidMember(document, refusal, this.#attempt);
    // A pointer into the split document would be wrong in the published one.
    const { pointer: _, ...facts } = { pointer: undefined, ...reason };
    this.lost.push({ ...facts, item });
  }
}

/**
 * The members to repeat around each item: the context, and short members of the list such as its
 * type.
 */
function repeatedMembers(list: JsonObject): JsonObject {
  const repeated = Object.entries(list).filter(
    ([key, value]) =>
      key === '@context' || (!holdsObjects(value) && asArray(value).length <= maxRepeated),
  );
  return Object.fromEntries(repeated);
}

function holdsObjects(value: JsonValue): boolean {
  return asArray(value).some(isContainer);
}

/** The keyword that makes a value a list or a set, if any. */
function containerKeyword(value: JsonValue | undefined): '@list' | '@set' | undefined {
  if (!isObject(value)) return undefined;
  return (['@list', '@set'] as const).find((keyword) => keyword in value);
}

function membersIn(value: JsonValue = []): readonly JsonValue[] {
  const keyword = containerKeyword(value);
  return asArray(keyword !== undefined && isObject(value) ? (value[keyword] ?? []) : value);
}

/** One member in the place of all. */
function replaceMembers(value: JsonValue | undefined, member: JsonValue): JsonValue {
  const keyword = containerKeyword(value);
  return keyword === undefined ? [member] : { [keyword]: [member] };
}

function isProbe(node: JsonValue): boolean {
  return isObject(node) && node['@id'] === probeIri;
}

/** The property of a list, wrapper or graph that holds the probe. */
function findProbe(nodes: readonly JsonValue[]): Omit<ItemsProperty, 'key'> | undefined {
  for (const node of nodes.filter(isObject)) {
    const view = createNodeViews()(node);
    const property = Object.keys(node).find((name) => itemsAt(node, name).some(isProbe));
    const isWrapper = [...view.values(schema.item), ...nodesNamedByPage(view)].some(isProbe);
    const holds = isList(view)
      ? membershipProperties.some((each) => view.values(each).some(isProbe))
      : isWrapper || (property === '@graph' && !hasProperties(node));
    if (holds && property !== undefined) {
      const { [property]: items = [], ...frame } = node;
      const isOrdered = containerKeyword(asArray(items)[0]) !== undefined;
      return { property, isWrapper, isOrdered, frame };
    }
  }
  return undefined;
}

/** Whether a node has properties besides its name and types. */
function hasProperties(node: JsonObject): boolean {
  return Object.keys(node).some((name) => !name.startsWith('@'));
}

/** The items that a node has under a property, with lists opened. */
function itemsAt(node: JsonValue, property: string): readonly JsonValue[] {
  const values = isObject(node) ? (node[property] ?? []) : [];
  return asArray(values).flatMap(membersIn);
}

/** Adds items to a node under a property. */
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

/** The name of a member; a `ListItem` has that of its item. */
function memberName(member: JsonValue): string | undefined {
  if (!isObject(member)) return undefined;
  const own = nameProperties.map((key) => member[key]).find((name) => typeof name === 'string');
  if (typeof own === 'string') return own;
  const [item] = asArray(member['item'] ?? []);
  return item === undefined ? undefined : memberName(item);
}

const nameProperties = ['@id', 'id', 'identifier', 'url'] as const;

/** Keywords that describe a node, as properties do. */
const describing: ReadonlySet<string> = new Set(['@graph', '@included', '@reverse']);

/**
 * Creates the function that finds out how a list can be read item by item, by expanding its root.
 * The nodes of a `@graph` belong together.
 */
export function createListFrameReader(options: ListFrameOptions): ReadListFrame {
  return (sample, base, contexts) =>
    readListFrame(JSON.parse(sample) as JsonObject, base, { ...options, contexts });
}

interface ListFrameOptions {
  readonly limits: ExpandLimits;
  readonly processor: JsonLdProcessor;
  readonly contexts?: ContextSupply | undefined;
}

async function readListFrame(
  sample: JsonObject,
  base: string,
  { limits, processor, contexts }: ListFrameOptions,
): Promise<ListFrame | undefined> {
  prepareDcatUs(sample);
  const prepared = structuredClone(sample);
  // Not a document: each item is counted by itself.
  const unlimitedValues = { ...limits, jsonValues: Infinity };
  const preparing = { base, limits: unlimitedValues, contexts };
  const preparation = prepareDocument(prepared, preparing, ignoredFindings);
  if (preparation.kind === 'refused') return undefined;
  const algorithm = processor.open(preparation.contexts, contexts);
  const expand = (part: JsonContainer): Promise<Expansion> =>
    algorithm(part, { base, findings: ignoredFindings });
  const { '@context': context = null } = prepared;
  const isReadable =
    (await expand({ '@context': context, [probeIri]: probeIri })).kind === 'expanded';
  const splitter = new MemberSplitter({ expand, attempt: expand });
  const properties = await splitter.itemsProperties(withObjects(prepared), top);
  const lists = properties.filter(
    ({ property = '@graph', isWrapper }) => property !== '@graph' && !isWrapper,
  );
  if (isReadable && lists.length === 0) return undefined;
  const keywords = new Map<string, string>();
  for (const [name, value] of Object.entries(prepared)) {
    const keyword = await keywordOf(name, value, context, expand);
    if (keyword !== undefined) keywords.set(keyword, name);
  }
  const id = sample[keywords.get('@id') ?? ''];
  return {
    envelope: Object.fromEntries(
      Array.from(keywords.values(), (name) => [name, sample[name] ?? null]),
    ),
    ...(typeof id === 'string' ? { id } : {}),
    itemKeys: lists.map(({ key }) => key),
  };
}

/** Replaces arrays of texts in the root by an object: a list may consist of names only. */
function withObjects(root: JsonObject): JsonObject {
  const members = Object.entries(root).map(([name, value]): [string, JsonValue] => {
    const isOther = name.startsWith('@') || !Array.isArray(value) || value.some(isContainer);
    return [name, isOther ? value : [{}]];
  });
  return Object.fromEntries(members);
}

/** The keyword that a member has or is an alias of, unless it describes something. */
async function keywordOf(
  name: string,
  value: JsonValue,
  context: JsonValue,
  expand: MemberExpansion['expand'],
): Promise<string | undefined> {
  if (name.startsWith('@')) return describing.has(name) ? undefined : name;
  if (asArray(value).some(isContainer)) return undefined;
  const expansion = await expand({ '@context': context, [name]: probeIri, [probeIri]: probeIri });
  const [node] = expansion.kind === 'expanded' ? expansion.nodes : [];
  if (!isObject(node)) return undefined;
  return ['@id', '@type'].find((keyword) => asArray(node[keyword] ?? []).includes(probeIri));
}

const ignoredFindings: FindingSink = { add: () => undefined };
