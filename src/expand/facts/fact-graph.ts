import { isWrittenIri } from '../../rdf/iri-spellings.ts';
import { repairIri } from '../../rdf/iri.ts';
import { repairLanguageTag } from '../../rdf/language-tag.ts';
import { rdf } from '../../rdf/vocabularies.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import { wellFormed } from '../../text/well-formed.ts';
import { withBlanks } from '../blank-iris.ts';
import type { RelativeText } from '../folder-of-base.ts';
import { asArray, isObject, type JsonObject, type JsonValue } from '../json.ts';
import { isNode, isReference, type NodeView, type NodeViews } from '../records/node-view.ts';
import type { NameTest } from '../records/usable-name.ts';
import { canonicalTerm } from '../../rdf/schema-org.ts';
import { canonicalNode } from '../schema-org/namespace.ts';
import { withNamespace } from '../undeclared-prefix.ts';
import type { FactLiteral, FactNode, FactValue } from './fact-node.ts';
import type { ReadingBudget } from './reading-budget.ts';

/** The nodes of one record, to read search facts from. */
export interface FactGraph {
  /** All that the record says of the resource that a view is of. */
  readonly nodeOf: (view: NodeView) => FactNode;
}

export interface FactGraphOptions {
  readonly views: NodeViews;
  /** Whether a node object is another record's, of which nothing but the name counts. */
  readonly isOthers: (node: JsonObject) => boolean;
  readonly isUsable: NameTest;
  readonly relativeText: RelativeText;
  /** When it is spent, no named node has values any more but the one that was asked for last. */
  readonly budget: ReadingBudget;
}

/**
 * Puts together what a record says of each node: under one name in several places, or the other way round (`@reverse`). So the
 * framing of a document changes nothing.
 * @param nodes all of the record, as they are written into its graph
 */
export function createFactGraph(nodes: readonly JsonValue[], options: FactGraphOptions): FactGraph {
  const idOf = createIdOf(options.isUsable);
  const index = indexOf(nodes, options.isOthers, idOf);
  const known = new Map<JsonObject | string, FactNode>();
  let asked: JsonObject | string | undefined;

  function nodeOf(node: JsonObject): FactNode {
    const id = idOf(node);
    const name = id ?? node;
    const before = known.get(name);
    if (before !== undefined) return before;
    const told =
      (id === undefined ? undefined : index.described.get(id)) ?? ownOf(node, options.isOthers);
    const views = told.map(options.views);
    const { iri, writtenAs } = namesOf(id, told.length > 0, options);
    const values = valuesOf(views, index.reversed.get(name));
    const standsAlone = id === undefined && !('@reverse' in node);
    // All with the same properties in the same order, which makes them fast to read.
    const made = {
      kind: 'node',
      iri,
      writtenAs,
      standsAlone,
      known: standsAlone ? undefined : new Map<object, unknown>(),
      types: typesOf(views),
      values: standsAlone ? values : withinBudget(values, () => name === asked, options.budget),
    } as const;
    known.set(name, made);
    return made;
  }

  function valuesOf(
    views: readonly NodeView[],
    reversed: ReadonlyMap<string, readonly JsonObject[]> | undefined,
  ): FactNode['values'] {
    return (properties) => {
      options.budget.spend(views.length);
      // Asked for a hundred properties of a node that has ten.
      let found: FactValue[] | undefined;
      for (const property of properties) {
        for (const view of views) {
          for (const value of view.values(property)) {
            const fact = valueOf(value);
            if (fact !== undefined) (found ??= []).push(fact);
          }
        }
        const subjects = reversed?.get(property);
        for (const subject of subjects ?? []) (found ??= []).push(nodeOf(subject));
      }
      return found ?? nothing;
    };
  }

  function valueOf(value: JsonValue): FactValue | undefined {
    if (!isObject(value)) return undefined;
    if (isLiteral(value)) return literalOf(value, options.budget);
    return isNode(value) ? nodeOf(value) : undefined;
  }

  return {
    nodeOf: ({ node }) => {
      asked = idOf(node) ?? node;
      return nodeOf(node);
    },
  };
}

/** Of what is another record's nothing is taken, and of a mere name there is nothing. */
function ownOf(node: JsonObject, isOthers: FactGraphOptions['isOthers']): readonly JsonObject[] {
  return isReference(node) || isOthers(node) ? [] : [node];
}

/** Nothing, where the budget is spent and the node is not the one that is read now. */
function withinBudget(
  values: FactNode['values'],
  isRead: () => boolean,
  budget: ReadingBudget,
): FactNode['values'] {
  return (properties) => (!isRead() && budget.refuses() ? nothing : values(properties));
}

const nothing: readonly FactValue[] = [];

interface NodeIndex {
  /** By `@id`: the node objects that say something of it. */
  readonly described: ReadonlyMap<string, readonly JsonObject[]>;
  /** By `@id`, or the object where there is none, and property: what is said to have it as a value. */
  readonly reversed: ReadonlyMap<JsonObject | string, ReadonlyMap<string, readonly JsonObject[]>>;
}

function indexOf(
  nodes: readonly JsonValue[],
  isOthers: (node: JsonObject) => boolean,
  idOf: IdOf,
): NodeIndex {
  const described = new Map<string, JsonObject[]>();
  const reversed = new Map<JsonObject | string, Map<string, JsonObject[]>>();
  const pending: JsonValue[] = [...nodes];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) pushNodes(pending, next);
    else if (isObject(next) && !isLiteral(next) && !isReference(next) && !isOthers(next)) {
      const id = idOf(next);
      if (id !== undefined) add(described, id, next);
      const { '@reverse': reverse } = next;
      if (isObject(reverse)) addReversed(reversed, next, { properties: reverse, idOf });
      for (const value of Object.values(next)) pushNodes(pending, value);
    }
  }
  return { described, reversed };
}

/** What can hold nodes: the value, or each where it is several. Most are literals, and hold none. */
function pushNodes(pending: JsonValue[], value: JsonValue): void {
  if (Array.isArray(value)) for (const each of value) pushNode(pending, each);
  else pushNode(pending, value);
}

function pushNode(pending: JsonValue[], value: JsonValue): void {
  if (Array.isArray(value) || (isObject(value) && !isLiteral(value))) pending.push(value);
}

/** As `'@value' in`, but asked in the way that costs least: literals of each shape come by. */
function isLiteral(value: JsonObject): boolean {
  return value['@value'] !== undefined;
}

function addReversed(
  reversed: Map<JsonObject | string, Map<string, JsonObject[]>>,
  object: JsonObject,
  { properties, idOf }: { readonly properties: JsonObject; readonly idOf: IdOf },
): void {
  for (const [property, subjects] of Object.entries(properties)) {
    for (const subject of asArray(subjects)) {
      if (!isObject(subject)) continue;
      const of = idOf(subject) ?? subject;
      const ofSubject = reversed.get(of) ?? new Map<string, JsonObject[]>();
      reversed.set(of, ofSubject);
      add(ofSubject, canonicalTerm(withNamespace(property)), object);
    }
  }
}

function add<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** What a node object is known by in its record. */
type IdOf = (node: JsonObject) => string | undefined;

/** What names nothing (`nan`) does not make one node of several. */
function createIdOf(isUsable: NameTest): IdOf {
  return ({ '@id': id }) =>
    typeof id === 'string' && (id.startsWith('_:') || isUsable(id)) ? id : undefined;
}

function namesOf(
  id: string | undefined,
  isDescribed: boolean,
  { isUsable, relativeText }: FactGraphOptions,
): Pick<FactNode, 'iri' | 'writtenAs'> {
  if (id === undefined || id.startsWith('_:')) return {};
  const repaired = repairIri(id);
  // What was not repaired is known to be usable.
  const isName = repaired !== undefined && (repaired === id || isUsable(repaired));
  const iri = isName ? canonicalNode(withNamespace(repaired)) : undefined;
  const text = isDescribed ? undefined : (relativeText(id) ?? textInPlaceOf(id, repaired));
  return {
    ...(iri === undefined ? {} : { iri }),
    ...(text === undefined ? {} : { writtenAs: wellFormed(text) }),
  };
}

/** What cannot be mended to be an IRI was none; what begins like one and had blanks is hardly one, but for a URL or URN. */
function textInPlaceOf(id: string, repaired: string | undefined): string | undefined {
  if (repaired === undefined) return id;
  const text = withBlanks(repaired);
  return text === repaired || isWrittenIri(repaired) ? undefined : text;
}

/** A tag that is none says nothing (BCP 47). */
function languageOf(language: JsonValue | undefined): Pick<FactLiteral, 'language'> {
  const tag = typeof language === 'string' ? repairLanguageTag(language) : undefined;
  return tag === undefined ? {} : { language: tag.toLowerCase() };
}

function typesOf(views: readonly NodeView[]): readonly string[] {
  const [view, ...others] = views;
  if (view === undefined) return [];
  const types = others.length === 0 ? view.types : views.flatMap((each) => each.types);
  return types.length < 2 ? types : [...new Set(types)].toSorted();
}

function literalOf(value: JsonObject, budget: ReadingBudget): FactLiteral | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  budget.spend(text.length);
  const { '@type': type, '@language': language } = value;
  if (type === undefined && language === undefined) return { kind: 'literal', text };
  if (type === '@json') return { kind: 'literal', text, datatype: rdf.JSON };
  return {
    kind: 'literal',
    text,
    ...languageOf(language),
    ...(typeof type === 'string' ? { datatype: canonicalTerm(withNamespace(type)) } : {}),
  };
}

function textOf({ '@value': value = null, '@type': type }: JsonObject): string | undefined {
  if (value === null) return undefined;
  if (type === '@json') return canonicalJson(value);
  return typeof value === 'string' ? wellFormed(value) : JSON.stringify(value);
}
