import { DataFactory } from 'n3';
import {
  type BlankNode,
  blankNode,
  literal,
  type Literal,
  namedNode,
  type NamedNode,
  quad,
  type Quad,
  Store,
  type Term,
} from 'oxigraph';
import {
  isBlankNode,
  iterateStatements,
  plainLiteral,
  type StatementText,
} from '../../rdf/n-quads.ts';
import { freeStore, oxigraphLoad } from '../../rdf/oxigraph.ts';
import {
  bindingIri,
  bindingsIri,
  type PreparedQuery,
  targetGraph,
  type TargetQuery,
} from './prebound-query.ts';
import { type GraphTerm, ownTerm, type TermGraph } from './term-graph.ts';

/** The graph of the shapes, for queries that read it. */
export const shapesGraphIri = 'urn:cdif-graph:shapes';

const labelsIri = 'urn:cdif-graph:labels';
const labelsGraph = namedNode(labelsIri);
const bindings = namedNode(bindingsIri);
const namedGraphs = [bindings, namedNode(shapesGraphIri)];

/** A row of a query. */
export type Row = ReadonlyMap<string, GraphTerm>;

/** Record graphs, and the graph of shapes, in an engine of SPARQL. */
export class RecordStore {
  readonly #store = new Store();
  /** The labels of blank nodes by the names that the engine gives them. */
  readonly #labels = new Map<string, string>();
  readonly #names = new Map<string, BlankNode>();

  /** @param shapes is there for queries that read the graph of shapes */
  constructor(records: readonly StatementText[], shapes: TermGraph | undefined) {
    if (records.length > 0) this.#load(records);
    for (const { subject, predicate, object } of shapes?.quads() ?? []) {
      const from = engineTerm(ownTerm(subject)) as BlankNode; // No literal is a subject.
      const to = engineTerm(ownTerm(object));
      this.#store.add(quad(from, namedNode(predicate.value), to, namedNode(shapesGraphIri)));
    }
  }

  /** Frees the memory of the engine. */
  close(): void {
    freeStore(this.#store);
  }

  /** The focus nodes of a target, by graph. */
  findTargets(query: TargetQuery, graphs: readonly string[]): ReadonlyMap<string, GraphTerm[]> {
    const found = new Map<string, GraphTerm[]>(graphs.map((graph) => [graph, []]));
    if (query.textForAll !== undefined) {
      const named = graphs.map((graph) => namedNode(graph));
      for (const row of this.#select(query.textForAll, {
        default_graph: labelsGraph,
        named_graphs: named,
      })) {
        this.#collect(row, found.get(row.get(targetGraph)?.value ?? ''));
      }
      return found;
    }
    for (const [graph, nodes] of found) {
      const options = { default_graph: namedNode(graph), named_graphs: [] };
      for (const row of this.#select(query.text, options)) this.#collect(row, nodes);
    }
    return found;
  }

  #collect(row: ReadonlyMap<string, Term>, nodes: GraphTerm[] | undefined): void {
    const node = row.get('this');
    if (node !== undefined) nodes?.push(this.#graphTerm(node));
  }

  /**
   * Evaluates a query on the graph of one record with values of variables.
   * @returns whether ASK is true, or the rows of SELECT
   */
  evaluate(
    query: PreparedQuery,
    graph: string,
    values: ReadonlyMap<string, GraphTerm>,
  ): boolean | readonly Row[] {
    const statements = query.bound.flatMap((name) => {
      const value = values.get(name);
      return value === undefined ? [] : [this.#binding(name, value)];
    });
    for (const each of statements) this.#store.add(each);
    try {
      const options = { default_graph: namedNode(graph), named_graphs: namedGraphs };
      if (query.form === 'ASK') return this.#store.query(query.text, options) === true;
      return this.#select(query.text, options).map(
        (row) => new Map([...row].map(([name, term]) => [name, this.#graphTerm(term)])),
      );
    } finally {
      for (const each of statements) this.#store.delete(each);
    }
  }

  #binding(name: string, value: GraphTerm): Quad {
    const isBlank = value.termType === 'BlankNode';
    const known = isBlank ? this.#names.get(value.value) : undefined;
    return quad(bindings, namedNode(bindingIri(name)), known ?? engineTerm(value), bindings);
  }

  #select(
    text: string,
    options: Parameters<Store['query']>[1],
  ): readonly ReadonlyMap<string, Term>[] {
    // The query is a SELECT.
    return this.#store.query(text, options) as Map<string, Term>[];
  }

  #graphTerm(term: Term): GraphTerm {
    if (term.termType !== 'BlankNode') return ownTerm(term);
    return DataFactory.blankNode(this.#labels.get(term.value) ?? term.value);
  }

  /**
   * Loads records together with a statement on the label of each blank node, by one call, since
   * each call gives blank nodes new names. Two graphs may share a node: no query reads two.
   */
  #load(records: readonly StatementText[]): void {
    const labels = new Set<string>();
    for (const record of records) {
      for (const { subject, object } of iterateStatements(record)) {
        if (isBlankNode(subject)) labels.add(subject);
        if (isBlankNode(object)) labels.add(object);
      }
    }
    const lines = Array.from(
      labels,
      (label) => `${label} <${labelsIri}> ${plainLiteral(label.slice(2))} <${labelsIri}> .\n`,
    );
    const texts = records.map(({ nquads }) => nquads);
    this.#store.load([...texts, ...lines].join(''), oxigraphLoad);
    for (const { subject, object } of this.#store.match(null, null, null, labelsGraph)) {
      const name = subject as BlankNode; // Only blank nodes have labels.
      this.#names.set(object.value, name);
      this.#labels.set(name.value, object.value);
    }
  }
}

function engineTerm(term: GraphTerm): NamedNode | BlankNode | Literal {
  if (term.termType === 'NamedNode') return namedNode(term.value);
  if (term.termType === 'BlankNode') return blankNode(term.value);
  if (term.language !== '') return literal(term.value, term.language);
  return literal(term.value, namedNode(term.datatype.value));
}
