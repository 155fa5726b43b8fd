import {
  createRelativeReferenceReader,
  endsAsFile,
  isNil,
  looksLikePlainText,
} from '../facts/text/missing-values.ts';
import { iriTerm, plainLiteral } from '../rdf/n-quads.ts';
import { rdf, schemaOrgNamespace } from '../rdf/vocabularies.ts';
import { replaceLoneSurrogates } from '../text/clean-text.ts';
import { asArray, isObject, type JsonObject, type JsonValue } from '../text/json.ts';
import type { FindingSink, Refused } from './findings.ts';
import { BlankNodeLabels, GraphTerms, literalTerm } from './graph-terms.ts';
import { OpenedLanguageMaps } from './language-maps.ts';
import { isNodeReference, nodeId } from './records/node-view.ts';
import { propertiesOfIris } from './schema-org/context.ts';

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

/** A statement as it is written, each term as in N-Quads. */
export interface ObservedStatement {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
  /** The expanded value; for a reversed property, the node that is the subject. */
  readonly value: JsonValue;
  /** The node object that has the property; undefined for items of lists. */
  readonly holder: JsonObject | undefined;
}

/** Learns from which parts of the expanded document a graph is made. */
export interface GraphObserver {
  /** @param term the name of a described node */
  addNode(node: JsonObject, term: string): void;
  addStatement(statement: ObservedStatement): void;
  /** @param statement with the type at `index` of its holder as object */
  addType(
    statement: Omit<ObservedStatement, 'value' | 'holder'> & {
      readonly holder: JsonObject;
      readonly index: number;
    },
  ): void;
}

interface WriteGraphOptions {
  readonly graph: string;
  /** The source document: as JSON, and the base of its relative references. */
  readonly source: { readonly json: string; readonly baseIri: string };
  readonly findings: FindingSink;
  /** Terms of the document's contexts that are not prefixes, with their IRIs. */
  readonly noPrefixes: ReadonlyMap<string, string>;
  /** Whether a node object belongs to another record; then only its name is written. */
  readonly isOthers: (node: JsonObject) => boolean;
  /** Node objects whose names in the graph are needed. */
  readonly named?: Iterable<JsonObject>;
  readonly observer?: GraphObserver | undefined;
}

/** V8 limits a string to 2^29 characters. */
const maxCharacters = 2 ** 28;

const type = iriTerm(rdf.type);
const first = iriTerm(rdf.first);
const rest = iriTerm(rdf.rest);
const nil = iriTerm(rdf.nil);

/**
 * Writes expanded JSON-LD as N-Quads in one named graph, in linear time and memory. It agrees with
 * `jsonld.toRDF` except for the repairs of `GraphTerms` and `literalTerm`; an invalid object
 * becomes a text, other invalid statements are dropped, and named graphs are merged.
 * @returns refused with `no-triples` or `graph-too-large`
 */
export function writeGraph(
  nodes: readonly JsonValue[],
  options: WriteGraphOptions,
): WrittenGraph | Refused {
  const writer = new GraphWriter(options);
  writer.describe(nodes);
  return writer.end();
}

type Task =
  | { readonly kind: 'node'; readonly subject: string; readonly node: JsonObject }
  | { readonly kind: 'list'; readonly head: string; readonly items: readonly JsonValue[] };

type Deferred = Omit<ObservedStatement, 'object'> & { readonly id: string };

/** Collects the statements of one graph. */
class GraphWriter {
  readonly #findings: FindingSink;
  readonly #isOthers: (node: JsonObject) => boolean;
  readonly #blankNodes: BlankNodeLabels;
  readonly #terms: GraphTerms;
  /** The lines of the graph, in the order of their insertion. */
  readonly #lines = new Set<string>();
  readonly #lineEnd: string;
  #characters = 0;
  readonly #tasks: Task[] = [];
  readonly #deferred: Deferred[] = [];
  readonly #coercedTexts: CoercedTextDetector;
  readonly #languageMaps = new OpenedLanguageMaps();
  readonly #named: Map<JsonObject, string | undefined>;
  readonly #observer: GraphObserver | undefined;

  constructor(options: WriteGraphOptions) {
    this.#observer = options.observer;
    const { graph, source, findings, noPrefixes, isOthers, named = [] } = options;
    this.#named = new Map(Array.from(named, (node) => [node, undefined]));
    this.#coercedTexts = new CoercedTextDetector(source, findings);
    this.#lineEnd = ` ${iriTerm(graph)} .\n`;
    this.#findings = findings;
    this.#isOthers = isOthers;
    this.#blankNodes = new BlankNodeLabels(graph);
    const base = source.baseIri;
    this.#terms = new GraphTerms(this.#blankNodes, { base, noPrefixes, findings });
  }

  /** Writes nodes and those below them, which wait in a queue: depth does not matter. */
  describe(nodes: readonly JsonValue[]): void {
    for (const node of nodes) this.#object(node);
    for (const task of this.#tasks) {
      if (task.kind === 'node') this.#writeNode(task.subject, task.node);
      else this.#writeList(task.head, task.items);
    }
    for (const { id, ...statement } of this.#deferred) {
      const object = this.#terms.referenceTerm(id);
      if (object === undefined) {
        this.#findings.add({ kind: 'iri-dropped', value: id, role: 'object' });
      }
      // An invalid reference may still be readable as text.
      const term = object ?? plainLiteral(replaceLoneSurrogates(id));
      this.#stateValue({ ...statement, object: term });
    }
    this.#coercedTexts.report();
    this.#languageMaps.report(this.#findings);
  }

  end(): WrittenGraph | Refused {
    if (this.#characters > maxCharacters) {
      return { kind: 'refused', reason: { kind: 'graph-too-large', maxCharacters } };
    }
    const { size: quads } = this.#lines;
    if (quads === 0) return { kind: 'refused', reason: { kind: 'no-triples' } };
    const nquads = [...this.#lines].join('');
    return { kind: 'written', nquads, quads, nameOf: (node) => this.#nameOf(node) };
  }

  #nameOf(node: JsonObject): string | undefined {
    const term = this.#named.get(node) ?? this.#referenceTerm(node);
    return term?.startsWith('<') === true ? term.slice(1, -1) : term;
  }

  #writeNode(subject: string, node: JsonObject): void {
    for (const [name, value] of Object.entries(node)) {
      if (name.startsWith('@')) this.#writeKeyword(subject, node, name, value);
      else this.#writeProperty({ subject, holder: node }, name, asArray(value));
    }
  }

  #writeKeyword(subject: string, node: JsonObject, keyword: string, value: JsonValue): void {
    switch (keyword) {
      case '@id':
      case '@index':
        break;
      case '@type':
        for (const index of asArray(value).keys()) this.#writeType(subject, node, index);
        break;
      case '@graph':
        this.#findings.add({ kind: 'named-graph-folded', name: nodeId(node) ?? '' });
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

  #writeType(subject: string, holder: JsonObject, index: number): void {
    const iri = asArray(holder['@type'] ?? [])[index];
    // Null where a type looked like a keyword, which expansion notes.
    if (typeof iri !== 'string') return;
    const object = iri.startsWith('_:')
      ? this.#blankNodes.named(iri)
      : this.#terms.vocabularyTerm(iri, 'type');
    if (object === undefined) return;
    this.#state(subject, type, object);
    this.#observer?.addType({ subject, predicate: type, object, holder, index });
  }

  #writeReverse(object: string, properties: JsonObject): void {
    for (const [property, subjects] of Object.entries(properties)) {
      const predicate = this.#predicate(property);
      for (const node of asArray(subjects)) {
        if (!isObject(node)) continue;
        const subject = this.#subject(node);
        if (predicate === undefined) continue;
        this.#stateValue({ subject, predicate, object, value: node, holder: undefined });
      }
    }
  }

  #writeProperty(
    { subject, holder }: Pick<ObservedStatement, 'subject' | 'holder'>,
    property: string,
    values: readonly JsonValue[],
  ): void {
    const predicate = this.#predicate(property);
    if (predicate !== undefined) this.#coercedTexts.addReferences(predicate, values);
    for (const value of values) {
      if (predicate === undefined) this.#describeOnly(value);
      else this.#writeObject({ subject, predicate, value, holder });
    }
  }

  /** Writes the nodes in a value whose property was dropped. */
  #describeOnly(value: JsonValue): void {
    if (!isObject(value) || '@value' in value) return;
    if (!('@list' in value)) this.#node(value);
    else for (const item of asArray(value['@list'] ?? null)) this.#describeOnly(item);
  }

  #predicate(property: string): string | undefined {
    if (!property.startsWith('_:')) return this.#terms.vocabularyTerm(property, 'predicate');
    this.#findings.add({ kind: 'blank-node-predicate', predicate: property });
    return undefined;
  }

  #writeObject(statement: Omit<ObservedStatement, 'object'>): void {
    const object = this.#object(statement.value);
    if (object !== undefined) this.#stateValue({ ...statement, object });
    // It may be described later in the document.
    else {
      const id = referredId(statement.value);
      if (id !== undefined) this.#deferred.push({ ...statement, id });
    }
  }

  #stateValue(statement: ObservedStatement): void {
    this.#state(statement.subject, statement.predicate, statement.object);
    this.#observer?.addStatement(statement);
  }

  /** The term for a value. The content of a node or list is written later. */
  #object(value: JsonValue): string | undefined {
    if (!isObject(value)) return undefined;
    if ('@value' in value) {
      this.#languageMaps.add(value);
      return literalTerm(value, this.#terms, this.#findings);
    }
    if (!('@list' in value)) return this.#node(value);
    const items = asArray(value['@list'] ?? null);
    if (items.length === 0) return nil;
    const head = this.#blankNodes.fresh();
    this.#tasks.push({ kind: 'list', head, items });
    return head;
  }

  #node(node: JsonObject): string | undefined {
    if (!isNodeReference(node) && !this.#isOthers(node)) return this.#subject(node);
    return this.#referenceTerm(node);
  }

  #referenceTerm(node: JsonObject): string | undefined {
    const id = nodeId(node);
    return id === undefined ? undefined : this.#terms.referenceTerm(id);
  }

  #subject(node: JsonObject): string {
    const id = nodeId(node);
    const subject = id === undefined ? this.#blankNodes.fresh() : this.#terms.subjectTerm(id);
    if (id !== undefined) this.#coercedTexts.addDescribed(id);
    if (this.#named.has(node)) this.#named.set(node, subject);
    this.#observer?.addNode(node, subject);
    this.#tasks.push({ kind: 'node', subject, node });
    return subject;
  }

  #writeList(head: string, items: readonly JsonValue[]): void {
    let cell = head;
    for (const [index, item] of items.entries()) {
      const next = index + 1 === items.length ? nil : this.#blankNodes.fresh();
      this.#writeObject({ subject: cell, predicate: first, value: item, holder: undefined });
      this.#state(cell, rest, next);
      cell = next;
    }
  }

  #state(subject: string, predicate: string, object: string): void {
    // A graph that is too large is refused at the end.
    if (this.#characters > maxCharacters) return;
    const line = `${subject} ${predicate} ${object}${this.#lineEnd}`;
    const { size } = this.#lines;
    if (this.#lines.add(line).size > size) this.#characters += line.length;
  }
}

/** The `@id` of a node reference; undefined for other values. */
function referredId(value: JsonValue): string | undefined {
  return isObject(value) && isNodeReference(value) ? nodeId(value) : undefined;
}

/** Each costs a search of the document, and so many show the fault. */
const maxReported = 20;

const coercedPredicates: ReadonlySet<string> = new Set(
  propertiesOfIris.map((name) => iriTerm(schemaOrgNamespace + name)),
);

/**
 * Detects texts that became relative IRIs because schema.org's context coerces the values of some
 * properties to IRIs (`license`, `url`).
 */
class CoercedTextDetector {
  readonly #json: string;
  readonly #relativeText: (iri: string) => string | undefined;
  readonly #findings: FindingSink;
  readonly #referred = new Set<string>();
  readonly #described = new Set<string>();

  constructor({ json, baseIri }: WriteGraphOptions['source'], findings: FindingSink) {
    this.#json = json;
    this.#relativeText = createRelativeReferenceReader(baseIri);
    this.#findings = findings;
  }

  /** @param predicate as an N-Quads term */
  addReferences(predicate: string, values: readonly JsonValue[]): void {
    if (!coercedPredicates.has(predicate)) return;
    for (const value of values) {
      const id = referredId(value);
      if (id !== undefined) this.#referred.add(id);
    }
  }

  /** A node that the document describes is not a coerced text, whatever its name. */
  addDescribed(id: string): void {
    this.#described.add(id);
  }

  /** Notes the texts as `text-as-iri`, after all nodes of the graph. */
  report(): void {
    const texts = Array.from(this.#referred, (iri) => ({
      iri,
      value: this.#relativeText(iri) ?? '',
    }));
    const suspects = texts.filter(
      ({ iri, value }) => isProbablyText(value) && !this.#described.has(iri) && !isNil(value),
    );
    for (const { iri, value } of suspects.slice(0, maxReported)) {
      if (this.#isPublished(value)) this.#findings.add({ kind: 'text-as-iri', value, iri });
    }
  }

  /** Rules out an IRI of the same folder that was written in full. */
  #isPublished(text: string): boolean {
    const published = JSON.stringify(text);
    return (
      this.#json.includes(published) ||
      this.#json.includes(published.replaceAll('/', String.raw`\/`))
    );
  }
}

/** Whether a text is probably not a relative reference: a sentence, or a word such as `CC0`. */
function isProbablyText(text: string): boolean {
  return looksLikePlainText(text) || (/^[^/?#]+$/u.test(text) && !endsAsFile(text));
}
