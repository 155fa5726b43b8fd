import { rdf } from '../rdf/vocabularies.ts';
import { iriTerm, plainLiteral } from '../rdf/n-quads.ts';
import { wellFormed } from '../text/well-formed.ts';
import { createBlankNodes, type BlankNodes } from './blank-nodes.ts';
import type { Findings, Refused } from './findings.ts';
import { createCoercedTexts, type CoercedTexts } from './coerced-texts.ts';
import { createGraphTerms, type GraphTerms } from './graph-terms.ts';
import { asArray, isObject, type JsonObject, type JsonValue } from './json.ts';
import { literalTerm } from './literal.ts';
import { isReference } from './records/node-view.ts';
import { Statements } from './statements.ts';

/** A graph as N-Quads text: one distinct statement per line. */
export interface WrittenGraph {
  readonly kind: 'written';
  readonly nquads: string;
  readonly quads: number;
  /**
   * The name of a node object of `named` in the graph: its IRI, or its label with `_:`. Undefined
   * where the graph does not contain it.
   */
  readonly nameOf: (node: JsonObject) => string | undefined;
}

export interface WriteOptions {
  readonly graph: string;
  /** The source document: as JSON, and the base of its relative references. */
  readonly source: { readonly json: string; readonly baseIri: string };
  readonly findings: Findings;
  /** Terms of the document's contexts that are not prefixes, with their IRIs. */
  readonly noPrefixes: ReadonlyMap<string, string>;
  /** Whether a node object belongs to another record; then only its name is written. */
  readonly isOthers: (node: JsonObject) => boolean;
  /** Node objects whose names in the graph are needed. */
  readonly named?: Iterable<JsonObject>;
}

/** V8 limits a string to 2^29 characters. */
const maxCharacters = 2 ** 28;

const type = iriTerm(rdf.type);
const first = iriTerm(rdf.first);
const rest = iriTerm(rdf.rest);
const nil = iriTerm(rdf.nil);

/**
 * Writes expanded JSON-LD as N-Quads, all in one named graph, in linear time and memory. It agrees
 * with `jsonld.toRDF` except for the following, each noted in `findings`: schema.org's namespace is
 * canonical; well-known prefixes need no declaration; a placeholder (`nan`) is a blank node;
 * invalid IRIs, literals and language tags are repaired, else an object becomes a text and other
 * statements are dropped; named graphs are merged into the one.
 * @returns refused with `no-triples` or `graph-too-large`
 */
export function writeGraph(
  nodes: readonly JsonValue[],
  options: WriteOptions,
): WrittenGraph | Refused {
  const writer = new GraphWriter(options);
  writer.describe(nodes);
  return writer.end();
}

type Task =
  | { readonly kind: 'node'; readonly subject: string; readonly node: JsonObject }
  | { readonly kind: 'list'; readonly head: string; readonly items: readonly JsonValue[] };

interface Deferred {
  readonly subject: string;
  readonly predicate: string;
  readonly id: string;
}

/** Collects the statements of one graph. */
class GraphWriter {
  readonly #findings: Findings;
  readonly #isOthers: (node: JsonObject) => boolean;
  readonly #blankNodes: BlankNodes;
  readonly #terms: GraphTerms;
  readonly #statements: Statements;
  readonly #tasks: Task[] = [];
  readonly #deferred: Deferred[] = [];
  readonly #coercedTexts: CoercedTexts;
  readonly #named: Map<JsonObject, string | undefined>;

  constructor(options: WriteOptions) {
    const { graph, source, findings, noPrefixes, isOthers, named = [] } = options;
    this.#named = new Map(Array.from(named, (node) => [node, undefined]));
    this.#coercedTexts = createCoercedTexts(source, findings);
    this.#statements = new Statements(graph);
    this.#findings = findings;
    this.#isOthers = isOthers;
    this.#blankNodes = createBlankNodes(graph);
    const base = source.baseIri;
    this.#terms = createGraphTerms(this.#blankNodes, { base, noPrefixes, findings });
  }

  /** Writes nodes and those below them, which wait in a queue: depth does not matter. */
  describe(nodes: readonly JsonValue[]): void {
    for (const node of nodes) this.#object(node);
    for (const task of this.#tasks) {
      if (task.kind === 'node') this.#writeNode(task.subject, task.node);
      else this.#writeList(task.head, task.items);
    }
    for (const { subject, predicate, id } of this.#deferred) {
      const object = this.#terms.reference(id);
      if (object === undefined) {
        this.#findings.add({ kind: 'iri-dropped', value: id, role: 'object' });
      }
      // An invalid reference may still be readable as text.
      this.#state(subject, predicate, object ?? plainLiteral(wellFormed(id)));
    }
    this.#coercedTexts.report();
  }

  end(): WrittenGraph | Refused {
    const { count: quads, text: nquads } = this.#statements;
    if (nquads.length > maxCharacters) {
      return { kind: 'refused', reason: { kind: 'graph-too-large', maxCharacters } };
    }
    if (quads === 0) return { kind: 'refused', reason: { kind: 'no-triples' } };
    return { kind: 'written', nquads, quads, nameOf: (node) => this.#nameOf(node) };
  }

  #nameOf(node: JsonObject): string | undefined {
    const { '@id': id } = node;
    const term =
      this.#named.get(node) ?? (typeof id === 'string' ? this.#terms.reference(id) : undefined);
    return term?.startsWith('<') === true ? term.slice(1, -1) : term;
  }

  #writeNode(subject: string, node: JsonObject): void {
    for (const [name, value] of Object.entries(node)) {
      if (name.startsWith('@')) this.#writeKeyword(subject, node, name);
      else this.#writeProperty(subject, name, asArray(value));
    }
  }

  #writeKeyword(subject: string, node: JsonObject, keyword: string): void {
    const value = node[keyword] ?? null;
    switch (keyword) {
      case '@id':
      case '@index':
        break;
      case '@type':
        for (const iri of asArray(value)) this.#writeType(subject, iri);
        break;
      case '@graph':
        this.#findings.add({ kind: 'named-graph-folded', name: graphName(node) });
        for (const child of asArray(value)) this.#object(child);
        break;
      case '@included':
        for (const child of asArray(value)) this.#object(child);
        break;
      case '@reverse':
        if (isObject(value)) this.#writeReverse(subject, value);
        break;
      default:
        this.#findings.add({ kind: 'value-dropped', value: keyword, reason: 'reserved-name' });
    }
  }

  #writeType(subject: string, iri: JsonValue): void {
    // Null where a type looked like a keyword, which expansion notes.
    if (typeof iri !== 'string') return;
    const object = iri.startsWith('_:')
      ? this.#blankNodes.named(iri)
      : this.#terms.vocabulary(iri, 'type');
    if (object !== undefined) this.#state(subject, type, object);
  }

  #writeReverse(object: string, properties: JsonObject): void {
    for (const [property, subjects] of Object.entries(properties)) {
      const predicate = this.#predicate(property);
      for (const node of asArray(subjects)) {
        if (!isObject(node)) continue;
        const subject = this.#subject(node);
        if (predicate !== undefined) this.#state(subject, predicate, object);
      }
    }
  }

  #writeProperty(subject: string, property: string, values: readonly JsonValue[]): void {
    const predicate = this.#predicate(property);
    if (predicate !== undefined) this.#coercedTexts.refer(predicate, values);
    for (const value of values) {
      if (predicate === undefined) this.#describeOnly(value);
      else this.#writeObject(subject, predicate, value);
    }
  }

  /** Writes the nodes in a value whose property was dropped. */
  #describeOnly(value: JsonValue): void {
    if (!isObject(value) || '@value' in value) return;
    if (!('@list' in value)) this.#node(value);
    else for (const item of asArray(value['@list'] ?? null)) this.#describeOnly(item);
  }

  #predicate(property: string): string | undefined {
    if (!property.startsWith('_:')) return this.#terms.vocabulary(property, 'predicate');
    this.#findings.add({ kind: 'blank-node-predicate', predicate: property });
    return undefined;
  }

  #writeObject(subject: string, predicate: string, value: JsonValue): void {
    const object = this.#object(value);
    if (object !== undefined) this.#state(subject, predicate, object);
    // It may be described later in the document.
    else if (isObject(value) && isReference(value) && typeof value['@id'] === 'string') {
      this.#deferred.push({ subject, predicate, id: value['@id'] });
    }
  }

  /** The term for a value. The content of a node or list is written later. */
  #object(value: JsonValue): string | undefined {
    if (!isObject(value)) return undefined;
    if ('@value' in value) return literalTerm(value, this.#terms, this.#findings);
    if (!('@list' in value)) return this.#node(value);
    const items = asArray(value['@list'] ?? null);
    if (items.length === 0) return nil;
    const head = this.#blankNodes.fresh();
    this.#tasks.push({ kind: 'list', head, items });
    return head;
  }

  #node(node: JsonObject): string | undefined {
    if (!isReference(node) && !this.#isOthers(node)) return this.#subject(node);
    const { '@id': id } = node;
    return typeof id === 'string' ? this.#terms.reference(id) : undefined;
  }

  #subject(node: JsonObject): string {
    const { '@id': id } = node;
    const subject = typeof id === 'string' ? this.#terms.subject(id) : this.#blankNodes.fresh();
    if (typeof id === 'string') this.#coercedTexts.describe(id);
    if (this.#named.has(node)) this.#named.set(node, subject);
    this.#tasks.push({ kind: 'node', subject, node });
    return subject;
  }

  #writeList(head: string, items: readonly JsonValue[]): void {
    let cell = head;
    for (const [index, item] of items.entries()) {
      const next = index + 1 === items.length ? nil : this.#blankNodes.fresh();
      this.#writeObject(cell, first, item);
      this.#state(cell, rest, next);
      cell = next;
    }
  }

  #state(subject: string, predicate: string, object: string): void {
    // A graph that is too large is refused at the end.
    if (this.#statements.text.length > maxCharacters) return;
    this.#statements.add(subject, predicate, object);
  }
}

/** The name of a graph; empty where it has none. */
function graphName({ '@id': id }: JsonObject): string {
  return typeof id === 'string' ? id : '';
}
