import type { JsonLdDocument } from '../model/record.ts';
import type { ContextSupply } from '../model/remote-context.ts';
import { appendToPointer } from '../text/json-positions.ts';
import {
  asArray,
  containersIn,
  isObject,
  type JsonContainer,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../text/json.ts';
import { isSchemaOrgReference, recogniseContext } from './contexts/bundled-contexts.ts';
import { mayBeCoordinates } from './coordinate-arrays.ts';
import { prepareDcatUs } from './dcat-us.ts';
import { contextUrl, findRemoteContext } from './remote-contexts.ts';

/** The property of each object of a marked document whose value is the mark of the object. */
export const placeProperty = 'urn:cdif-graph:place';
const markBeginning = `${placeProperty}#`;

/** A value of a document. */
export interface MarkedPlace {
  /** Its number in document order. */
  readonly order: number;
  readonly pointer: string;
  /** The pointer of the value object whose `@value` it is. */
  readonly valueObject?: string;
  readonly source: JsonValue;
  /** Whether it is an item of an array. */
  readonly isItem: boolean;
}

/** A copy of a document in which marks tell where everything stood. */
export interface MarkedDocument {
  readonly json: string;
  /** Finds the place that a mark stands for; undefined for other values. */
  readonly placeOf: (mark: JsonValue | undefined) => MarkedPlace | undefined;
  readonly terms: DocumentTerms;
}

/**
 * Marks a JSON-LD document for a second expansion: each object that may be a node gets a property
 * with its mark, and each value of a property that is a string, number or boolean becomes a mark,
 * which is an absolute IRI, so that no coercion changes it. Keywords, their aliases and contexts
 * stay. Undefined for what is not JSON.
 */
export function markPlaces(
  document: Pick<JsonLdDocument, 'baseIri' | 'json' | 'missingContext'>,
  contexts?: ContextSupply,
): MarkedDocument | undefined {
  const published = parseJson(document.json);
  const prepared = parseJson(document.json);
  if (!isObject(published) && !Array.isArray(published)) return undefined;
  // Marks would hide by what a catalogue without a context is recognised.
  if (isObject(prepared)) prepareDcatUs(prepared);
  const assumesSchemaOrg = document.missingContext !== undefined;
  const terms = readDocumentTerms(published, {
    assumesSchemaOrg,
    base: document.baseIri,
    contexts,
  });
  const marker = new Marker(terms);
  const marked = marker.markValue(published, { pointer: '', isItem: false });
  if (isObject(marked) && isObject(prepared) && prepared['@context'] !== undefined) {
    marked['@context'] = prepared['@context'];
  }
  return { json: JSON.stringify(marked), placeOf: (mark) => marker.placeOf(mark), terms };
}

/** Where a value stands. */
interface Site {
  readonly pointer: string;
  readonly isItem: boolean;
}

class Marker {
  readonly #terms: DocumentTerms;
  readonly #places: MarkedPlace[] = [];

  constructor(terms: DocumentTerms) {
    this.#terms = terms;
  }

  placeOf(mark: JsonValue | undefined): MarkedPlace | undefined {
    if (typeof mark !== 'string' || !mark.startsWith(markBeginning)) return undefined;
    return this.#places[Number(mark.slice(markBeginning.length))];
  }

  /** A copy of a value of a property, or of nodes, with marks. */
  markValue(value: JsonValue, site: Site): JsonValue {
    if (Array.isArray(value)) {
      return value.map((item, index) =>
        this.markValue(item, { pointer: `${site.pointer}/${index}`, isItem: true }),
      );
    }
    if (isObject(value)) return this.#markObject(value, site);
    return isMarkable(value) ? this.#mark(value, site) : value;
  }

  #mark(source: JsonValue, { pointer, isItem }: Site, valueObject?: string): string {
    const order = this.#places.length;
    const around = valueObject === undefined ? {} : { valueObject };
    this.#places.push({ order, pointer, source, isItem, ...around });
    return markBeginning + String(order);
  }

  #markObject(object: JsonObject, site: Site): JsonObject {
    const names = Object.keys(object);
    const keywords = new Set(names.map((name) => this.#keyword(name)));
    if (keywords.has('@value')) return this.#markValueObject(object, site);
    const isNode = !['@list', '@set', '@language'].some((keyword) => keywords.has(keyword));
    const mark = isNode ? { [placeProperty]: this.#mark(object, site) } : {};
    return Object.assign(this.#markMembers(object, site.pointer), mark);
  }

  #markMembers(object: JsonObject, pointer: string): JsonObject {
    return mapMembers(object, (value, name) =>
      this.#markMember(name, value, { pointer: appendToPointer(pointer, name), isItem: false }),
    );
  }

  #markMember(name: string, value: JsonValue, site: Site): JsonValue {
    const keyword = this.#keyword(name);
    if (keyword === '@reverse') {
      return isObject(value) ? this.#markMembers(value, site.pointer) : value;
    }
    const isList = keyword === '@list' || this.#terms.ofLists.has(name);
    if (isList && Array.isArray(value) && value.length === 0) return [this.#mark(value, site)];
    if (keyword !== undefined) {
      return holdingKeywords.has(keyword) ? this.markValue(value, site) : value;
    }
    return this.#markProperty(name, value, site);
  }

  #markProperty(name: string, value: JsonValue, site: Site): JsonValue {
    if (this.#terms.ofJson.has(name)) return this.#mark(value, site);
    // Expansion keeps such an array as one value.
    if (mayBeCoordinates(name, value)) return this.#mark(value, site);
    if (this.#terms.ofMaps.has(name) && isObject(value) && !hasKeyword(value)) {
      return mapMembers(value, (entry, key) =>
        this.markValue(entry, { pointer: appendToPointer(site.pointer, key), isItem: false }),
      );
    }
    return this.markValue(value, site);
  }

  #markValueObject(object: JsonObject, site: Site): JsonObject {
    const { pointer } = site;
    const isJson = Object.entries(object).some(
      ([name, value]) =>
        this.#keyword(name) === '@type' &&
        typeof value === 'string' &&
        this.#keyword(value) === '@json',
    );
    return mapMembers(object, (value, name) => {
      if (this.#keyword(name) !== '@value' || !(isJson || isMarkable(value))) return value;
      const own = { pointer: appendToPointer(pointer, name), isItem: false };
      return this.#mark(value, { ...own, isItem: site.isItem }, pointer);
    });
  }

  #keyword(name: string): string | undefined {
    return name.startsWith('@') ? name : this.#terms.keywords.get(name);
  }
}

/** Keywords whose values are nodes or values of properties. */
const holdingKeywords: ReadonlySet<string> = new Set([
  '@graph',
  '@included',
  '@list',
  '@nest',
  '@set',
]);

/** A map has no keywords but `@none`, so an object with others is a node or value after all. */
function hasKeyword(object: JsonObject): boolean {
  return Object.keys(object).some((name) => name.startsWith('@') && name !== '@none');
}

/** Whether expansion keeps a value: neither null nor an infinite number. */
function isMarkable(value: JsonValue): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : value !== null;
}

function mapMembers(
  object: JsonObject,
  change: (value: JsonValue, name: string) => JsonValue,
): JsonObject {
  const members = Object.entries(object).map(([name, value]) => [name, change(value, name)]);
  // Members named `__proto__` stay members.
  return Object.fromEntries(members) as JsonObject;
}

/** What the contexts of a document define, wherever they stand. */
export interface DocumentTerms {
  /** Aliases, with their keywords. */
  readonly keywords: ReadonlyMap<string, string>;
  /** Terms whose values are JSON literals. */
  readonly ofJson: ReadonlySet<string>;
  /** Terms whose values are language, index, id or type maps. */
  readonly ofMaps: ReadonlySet<string>;
  /** Terms whose values are lists. */
  readonly ofLists: ReadonlySet<string>;
  /**
   * The definitions of terms: IRIs, terms or compact IRIs; those of reversed terms are left out.
   */
  readonly definitions: ReadonlyMap<string, string>;
  /** All terms. */
  readonly names: ReadonlySet<string>;
  /** The last `@vocab`. */
  readonly vocabulary: string | undefined;
  /** Whether schema.org's context is in use. */
  readonly hasSchemaOrg: boolean;
}

/** How the contexts of a document are found. */
interface TermReading {
  /** Whether nodes without a context get that of schema.org. */
  readonly assumesSchemaOrg: boolean;
  /** The base of relative references. */
  readonly base: string;
  /** The contexts that are not bundled, which are loaded by now. */
  readonly contexts?: ContextSupply | undefined;
}

/** Reads the contexts within a document, and those that they name. */
export function readDocumentTerms(document: JsonContainer, reading: TermReading): DocumentTerms {
  const reader = new TermReader(reading);
  for (const container of containersIn(document)) {
    if (!isObject(container) || !Object.hasOwn(container, '@context')) continue;
    reader.read(container['@context'] ?? null);
  }
  return reader.end();
}

const mapContainers: ReadonlySet<JsonValue> = new Set(['@language', '@index', '@id', '@type']);

class TermReader implements DocumentTerms {
  readonly keywords = new Map<string, string>();
  readonly ofJson = new Set<string>();
  readonly ofMaps = new Set<string>();
  readonly ofLists = new Set<string>();
  readonly definitions = new Map<string, string>();
  readonly names = new Set<string>();
  vocabulary: string | undefined;
  hasSchemaOrg: boolean;
  readonly #reading: TermReading;
  /** The URLs of contexts that were read; some name each other. */
  readonly #read = new Set<string>();

  constructor(reading: TermReading) {
    this.#reading = reading;
    this.hasSchemaOrg = reading.assumesSchemaOrg;
  }

  read(context: JsonValue): void {
    if (typeof context === 'string') this.#readReference(context);
    if (Array.isArray(context)) for (const each of context) this.read(each);
    if (!isObject(context)) return;
    const { '@vocab': vocabulary, '@import': imported } = context;
    if (typeof vocabulary === 'string') this.vocabulary = vocabulary;
    if (typeof imported === 'string') this.#readReference(imported);
    for (const [name, definition] of Object.entries(context)) {
      if (!name.startsWith('@')) this.#readDefinition(name, definition);
    }
  }

  end(): DocumentTerms {
    if (this.hasSchemaOrg) {
      for (const name of ['id', 'type']) {
        if (!this.names.has(name)) this.keywords.set(name, `@${name}`);
      }
    }
    // An alias of an alias is one, too.
    for (const [name, meaning] of this.definitions) {
      const keyword = this.keywords.get(meaning);
      if (keyword !== undefined) this.keywords.set(name, keyword);
    }
    return this;
  }

  #readReference(reference: string): void {
    const bundled = recogniseContext(reference)?.bundled.context;
    if (isSchemaOrgReference(reference)) this.hasSchemaOrg = true;
    else if (bundled !== undefined) this.read(bundled);
    else if (reference.trim() !== '') {
      const { base, contexts } = this.#reading;
      this.#readRemote(contextUrl(reference, base), contexts);
    }
  }

  #readRemote(url: string, contexts: ContextSupply | undefined): void {
    if (this.#read.has(url)) return;
    this.#read.add(url);
    const found = findRemoteContext(url, contexts);
    if (found !== undefined && 'body' in found) this.read(found.body);
  }

  #readDefinition(name: string, definition: JsonValue): void {
    this.names.add(name);
    if (!isObject(definition)) {
      this.#readMeaning(name, definition);
      return;
    }
    const { '@id': id = name, '@type': type, '@container': container = null } = definition;
    if (type === '@json') this.ofJson.add(name);
    const containers = asArray(container);
    if (containers.some((each) => mapContainers.has(each))) this.ofMaps.add(name);
    if (containers.includes('@list')) this.ofLists.add(name);
    if (definition['@reverse'] === undefined) this.#readMeaning(name, id);
  }

  #readMeaning(name: string, meaning: JsonValue): void {
    if (typeof meaning !== 'string') return;
    if (meaning.startsWith('@')) this.keywords.set(name, meaning);
    else this.definitions.set(name, meaning);
  }
}
