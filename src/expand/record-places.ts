import type { PlacedValue, RecordPlaces } from '../model/record-places.ts';
import type { JsonLdDocument } from '../model/record.ts';
import { iriTerm, nameOfTerm } from '../rdf/n-quads.ts';
import { rdf } from '../rdf/vocabularies.ts';
import { appendToPointer, parentPointer } from '../text/json-positions.ts';
import { asArray, isContainer, isObject, type JsonObject, type JsonValue } from '../text/json.ts';
import { expandDocument, type ExpandOptions } from './expand-document.ts';
import { Findings } from './findings.ts';
import {
  type DocumentTerms,
  type MarkedDocument,
  type MarkedPlace,
  markPlaces,
  placeProperty,
} from './mark-places.ts';
import { PropertyKeyCollector } from './property-keys.ts';
import { isNodeReference, nodeId } from './records/node-view.ts';
import type { GraphObserver, ObservedStatement } from './write-graph.ts';

/** Where the objects of an expanded document stood in the document. */
export interface LocatedDocument {
  /** For a node object, the object in the document, then the `@nest` objects in it. */
  readonly places: ReadonlyMap<JsonObject, readonly MarkedPlace[]>;
  readonly terms: DocumentTerms;
}

/**
 * Finds the places of expanded nodes by a second expansion, of a copy of the document with marks
 * (`markPlaces`), and a comparison of both results side by side. Where they differ, places are
 * unknown rather than wrong.
 * @returns undefined where the second expansion failed
 */
export async function locateExpanded(
  document: Pick<JsonLdDocument, 'json' | 'baseIri' | 'piece' | 'missingContext'>,
  nodes: readonly JsonValue[],
  { limits, processor, watch, contexts }: Omit<ExpandOptions, 'findings'>,
): Promise<LocatedDocument | undefined> {
  const marked = markPlaces(document, contexts);
  if (marked === undefined) return undefined;
  const expansion = await expandDocument(
    { ...document, json: marked.json },
    {
      // Each object has one more value.
      limits: { ...limits, jsonValues: 2 * limits.jsonValues },
      processor,
      watch,
      contexts,
      findings: new Findings(''),
    },
  );
  if (expansion.kind === 'refused') return undefined;
  return { places: comparePlaces(nodes, expansion.nodes, marked), terms: marked.terms };
}

function comparePlaces(
  nodes: readonly JsonValue[],
  markedNodes: readonly JsonValue[],
  { placeOf }: MarkedDocument,
): ReadonlyMap<JsonObject, readonly MarkedPlace[]> {
  const comparison = new Comparison(placeOf);
  comparison.compare(nodes, markedNodes);
  return comparison.places;
}

/** How far to look for the counterpart of a value where some have none. */
const maxSkipped = 64;

/** Compares an expanded document with its marked copy, without recursion. */
class Comparison {
  readonly places = new Map<JsonObject, readonly MarkedPlace[]>();
  readonly #placeOf: MarkedDocument['placeOf'];
  readonly #pending: (readonly [real: readonly JsonValue[], marked: readonly JsonValue[]])[] = [];

  constructor(placeOf: MarkedDocument['placeOf']) {
    this.#placeOf = placeOf;
  }

  compare(nodes: readonly JsonValue[], markedNodes: readonly JsonValue[]): void {
    this.#addNodes(nodes, unwrapGraph(nodes, markedNodes));
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      this.#compareValues(...next);
    }
  }

  /** Expansion drops nodes that have nothing but a name, unless a mark keeps them. */
  #addNodes(nodes: readonly JsonValue[], markedNodes: readonly JsonValue[]): void {
    const isSame = nodes.length === markedNodes.length;
    this.#pending.push([nodes, isSame ? markedNodes : markedNodes.filter((node) => !isBare(node))]);
  }

  #compareValues(values: readonly JsonValue[], marked: readonly JsonValue[]): void {
    if (values.length === marked.length) {
      for (const [index, value] of values.entries()) {
        const other = marked[index];
        if (this.#correspond(value, other, false)) this.#compareValue(value, other);
      }
      return;
    }
    let at = 0;
    for (const value of values) {
      const end = Math.min(marked.length, at + maxSkipped);
      let index = at;
      while (index < end && !this.#correspond(value, marked[index], true)) index += 1;
      if (index === end) continue;
      this.#compareValue(value, marked[index]);
      at = index + 1;
    }
  }

  /**
   * Whether a value and a marked one can stem from the same value of the document.
   * @param isStrict whether a reference must look like its IRI
   */
  #correspond(value: JsonValue, marked: JsonValue | undefined, isStrict: boolean): boolean {
    if (!isObject(value) || !isObject(marked)) return false;
    if ('@value' in value) return this.#isSourceOf(value, marked);
    if ('@list' in value || '@list' in marked) return '@list' in value && '@list' in marked;
    return this.#isSameNode(value, marked, isStrict);
  }

  #isSameNode(value: JsonObject, marked: JsonObject, isStrict: boolean): boolean {
    const reference = this.#textPlace(marked);
    if (reference === undefined) {
      const { '@id': id, '@type': types = [] } = value;
      const hasSameTypes =
        !isStrict || JSON.stringify(types) === JSON.stringify(marked['@type'] ?? []);
      return id === marked['@id'] && hasSameTypes;
    }
    const { source } = reference;
    if (typeof source !== 'string') return isObject(source);
    return isNodeReference(value) && (!isStrict || resembles(nodeId(value) ?? '', source));
  }

  #isSourceOf(literal: JsonObject, marked: JsonObject): boolean {
    const { '@value': value = null, '@type': type } = literal;
    const place = this.#textPlace(marked);
    if (place === undefined) return false;
    if (type === '@json') return true;
    const { source } = place;
    return typeof source === 'number' ? source === Number(value) : source === value;
  }

  /** The place of a literal, of a text that became a reference, or of a list without items. */
  #textPlace({ '@value': value, '@id': id, '@list': list }: JsonObject): MarkedPlace | undefined {
    const [item] = list === undefined ? [] : asArray(list);
    const place = isObject(item)
      ? (this.#placeOf(item['@value']) ?? this.#placeOf(item['@id']))
      : undefined;
    if (place !== undefined && Array.isArray(place.source)) return place;
    return this.#placeOf(value) ?? this.#placeOf(id);
  }

  #compareValue(value: JsonValue, marked: JsonValue | undefined): void {
    if (!isObject(value) || !isObject(marked)) return;
    const text = this.#textPlace(marked);
    const own = asArray(marked[placeProperty] ?? []).flatMap((each) =>
      isObject(each) ? (this.#placeOf(each['@value']) ?? []) : [],
    );
    const places = text === undefined ? own : [text];
    if (places.length > 0) this.places.set(value, places);
    if ('@value' in value) return;
    for (const [name, members] of Object.entries(value)) {
      this.#compareMembers(name, members, marked[name]);
    }
  }

  #compareMembers(name: string, members: JsonValue, marked: JsonValue | undefined): void {
    if (marked === undefined || plainKeywords.has(name)) return;
    if (name === '@reverse') {
      if (!isObject(members) || !isObject(marked)) return;
      for (const [property, subjects] of Object.entries(members)) {
        this.#pending.push([asArray(subjects), asArray(marked[property] ?? [])]);
      }
    } else if (name === '@graph') this.#addNodes(asArray(members), asArray(marked));
    else this.#pending.push([asArray(members), asArray(marked)]);
  }
}

/** Expansion unwraps the graph of a document that is nothing else, unless a mark keeps it. */
function unwrapGraph(
  nodes: readonly JsonValue[],
  markedNodes: readonly JsonValue[],
): readonly JsonValue[] {
  const [root, ...others] = markedNodes;
  const isWrapped =
    isObject(root) &&
    others.length === 0 &&
    Object.keys(root).every((name) => name === '@graph' || name === placeProperty);
  const [node] = nodes;
  const isWrappedToo = isObject(node) && '@graph' in node && Object.keys(node).length === 1;
  return isWrapped && !isWrappedToo ? asArray(root['@graph'] ?? []) : markedNodes;
}

const plainKeywords: ReadonlySet<string> = new Set(['@id', '@type', '@index']);

function isBare(node: JsonValue): boolean {
  return (
    isObject(node) && Object.keys(node).every((name) => name === '@id' || name === placeProperty)
  );
}

/** Whether an IRI ends as the text that it may have been made of. */
function resembles(iri: string, text: string): boolean {
  const start = Math.max(text.lastIndexOf('/'), text.lastIndexOf(':')) + 1;
  return iri.endsWith(text.slice(start).trim());
}

interface OrderedValue extends PlacedValue {
  readonly order: number;
}

function withoutOrder(value: OrderedValue): PlacedValue {
  const { order: _, ...placed } = value;
  return placed;
}

/** A node object or a text that stands for a node. */
interface NodePlace {
  readonly place: MarkedPlace;
  readonly describes: boolean;
}

const first = iriTerm(rdf.first);

/** Collects the places of one record while its graph is written. */
export class PlaceCollector implements GraphObserver {
  readonly #located: LocatedDocument;
  readonly #nodes = new Map<string, NodePlace[]>();
  readonly #values = new Map<string, Map<string, OrderedValue[]>>();
  readonly #keys: PropertyKeyCollector;
  readonly #originals: OriginalNodes;
  /** The subject and property that have a list, by its items. */
  readonly #owners = new Map<JsonValue, Pick<ObservedStatement, 'subject' | 'predicate'>>();

  constructor(located: LocatedDocument) {
    this.#located = located;
    this.#originals = new OriginalNodes(located);
    this.#keys = new PropertyKeyCollector(located.terms);
  }

  addNode(node: JsonObject, term: string): void {
    for (const origin of this.#originals.of(node)) {
      const place = this.#placeOf(origin);
      if (place !== undefined) this.#addNodePlace(term, { place, describes: true });
    }
  }

  addStatement(statement: ObservedStatement): void {
    const { value, holder, predicate } = statement;
    const owner = this.#owners.get(value);
    const owners = owner === undefined ? [statement] : [statement, owner];
    if (isObject(value) && '@list' in value) {
      for (const item of asArray(value['@list'] ?? [])) {
        this.#owners.set(item, owner ?? statement);
      }
    }
    const place = this.#placeOf(value);
    if (place === undefined) return;
    // A cell of a list stands where its item stands.
    if (predicate === first) this.#addNodePlace(statement.subject, { place, describes: true });
    for (const { subject, predicate: property } of owners) {
      this.#addValue({ ...statement, subject, predicate: property }, place);
    }
    this.#addReference(statement, place);
    const objects = (holder === undefined ? [] : this.#originals.of(holder)).flatMap(
      (origin) => this.#located.places.get(origin) ?? [],
    );
    this.#keys.addUse(objects, nameOfTerm(predicate), place.pointer);
  }

  /** Notes where a statement refers to a node that is not described there, or has a list. */
  #addReference({ value, object }: ObservedStatement, place: MarkedPlace): void {
    if (!isObject(value) || '@value' in value) return;
    const isReference = isNodeReference(value);
    if (isReference || '@list' in value) {
      this.#addNodePlace(object, { place, describes: !isReference });
    }
  }

  addType({ holder, index, ...statement }: Parameters<GraphObserver['addType']>[0]): void {
    const type = asArray(holder['@type'] ?? [])[index] ?? null;
    for (const origin of this.#originals.of(holder)) {
      const own = origin === holder ? index : asArray(origin['@type'] ?? []).indexOf(type);
      const place = own < 0 ? undefined : this.#placeOfType(origin, own);
      if (place !== undefined) this.#addValue(statement, place);
    }
  }

  /** The places of the record. */
  end(): RecordPlaces {
    const nodes = Array.from(this.#nodes, ([name, places]) => {
      const sorted = places.toSorted(
        (one, other) =>
          Number(other.describes) - Number(one.describes) || one.place.order - other.place.order,
      );
      return [name, [...new Set(sorted.map(({ place }) => place.pointer))]] as const;
    });
    const values = Array.from(this.#values, ([name, properties]) => {
      const sorted = Array.from(properties, ([property, placed]) => {
        const inOrder = placed.toSorted((one, other) => one.order - other.order);
        return [property, inOrder.map(withoutOrder)] as const;
      });
      return [name, new Map(sorted)] as const;
    });
    return { nodes: new Map(nodes), values: new Map(values), keys: this.#keys.end() };
  }

  #addNodePlace(term: string, place: NodePlace): void {
    const name = nameOfTerm(term);
    const places = this.#nodes.get(name) ?? [];
    places.push(place);
    this.#nodes.set(name, places);
  }

  #addValue(
    { subject, predicate, object }: Pick<ObservedStatement, 'subject' | 'predicate' | 'object'>,
    { order, pointer, valueObject }: Pick<MarkedPlace, 'order' | 'pointer' | 'valueObject'>,
  ): void {
    const name = nameOfTerm(subject);
    const properties = this.#values.get(name) ?? new Map<string, OrderedValue[]>();
    this.#values.set(name, properties);
    const property = nameOfTerm(predicate);
    const placed = properties.get(property) ?? [];
    properties.set(property, placed);
    const around = valueObject === undefined ? {} : { valueObject };
    placed.push({ order, value: nameOfTerm(object), pointer, ...around });
  }

  #placeOf(value: JsonValue | undefined): MarkedPlace | undefined {
    if (!isObject(value)) return undefined;
    const [place] = this.#located.places.get(value) ?? [];
    if (place !== undefined) return place;
    // An implicit graph object stands where its first node stands.
    if ('@graph' in value) return this.#placeOf(asArray(value['@graph'] ?? [])[0]);
    return '@list' in value ? this.#placeOfList(value) : undefined;
  }

  /** The array of the items; for a single item without an array, the item. */
  #placeOfList(list: JsonObject): MarkedPlace | undefined {
    const items = asArray(list['@list'] ?? []);
    const place = items.map((item) => this.#placeOf(item)).find((each) => each !== undefined);
    if (place === undefined) return undefined;
    const { pointer, valueObject = pointer, isItem } = place;
    const around = isItem ? parentPointer(valueObject) : valueObject;
    // Before its items; inner lists are items, too.
    return { order: place.order - 0.5, pointer: around, source: null, isItem };
  }

  #placeOfType(
    holder: JsonObject,
    index: number,
  ): Pick<MarkedPlace, 'order' | 'pointer'> | undefined {
    const { keywords } = this.#located.terms;
    const types = asArray(holder['@type'] ?? []);
    for (const { source, pointer, order } of this.#located.places.get(holder) ?? []) {
      const members = isObject(source) ? Object.entries(source) : [];
      const member = members.find(([name]) => (keywords.get(name) ?? name) === '@type');
      if (member === undefined) continue;
      const [key, written] = member;
      const place = appendToPointer(pointer, key);
      // The key of a type map comes before the written types.
      const item = index - (types.length - asArray(written).length);
      if (item < 0) return undefined;
      return { order: order + index / types.length, pointer: itemPointer(place, written, item) };
    }
    return undefined;
  }
}

/**
 * The expanded nodes that a node was made of, where a record has a copy: several descriptions of
 * one thing merged, or a list without its items.
 */
class OriginalNodes {
  readonly #located: LocatedDocument;
  /** By `@id`, and by the arrays of values, which copies of a list share; made when needed. */
  #known: ReadonlyMap<JsonValue, readonly JsonObject[]> | undefined;

  constructor(located: LocatedDocument) {
    this.#located = located;
  }

  of(node: JsonObject): readonly JsonObject[] {
    if (this.#located.places.has(node)) return [node];
    this.#known ??= this.#index();
    for (const mark of marksOf(node)) {
      const found = this.#known.get(mark);
      if (found !== undefined) return found;
    }
    return [node];
  }

  #index(): ReadonlyMap<JsonValue, readonly JsonObject[]> {
    const known = new Map<JsonValue, JsonObject[]>();
    for (const node of this.#located.places.keys()) {
      if ('@value' in node || isNodeReference(node)) continue;
      for (const mark of marksOf(node)) {
        const nodes = known.get(mark) ?? [];
        nodes.push(node);
        known.set(mark, nodes);
      }
    }
    return known;
  }
}

/** What a node has in common with its copies: its name, or else its arrays of values. */
function marksOf(node: JsonObject): readonly JsonValue[] {
  return typeof node['@id'] === 'string' ? [node['@id']] : Object.values(node).filter(isContainer);
}

function itemPointer(pointer: string, value: JsonValue, index: number): string {
  return Array.isArray(value) ? `${pointer}/${index}` : pointer;
}
