import { type BlankNode, DataFactory, type Literal, type NamedNode, type Quad, termToId } from 'n3';
import {
  isBlankNode,
  iriTerm,
  iterateStatements,
  literalParts,
  plainLiteral,
  type StatementText,
  taggedLiteral,
  typedLiteral,
  unescapeLiteral,
} from '../../rdf/n-quads.ts';
import { rdf, rdfs, xsd } from '../../rdf/vocabularies.ts';

/** A term of a graph; subjects are never literals, predicates are IRIs. */
export type GraphTerm = NamedNode | BlankNode | Literal;

/** A term of RDF/JS; those of shacl-engine are made by another library than ours. */
export interface ForeignTerm {
  readonly termType: string;
  readonly value: string;
  readonly id?: string;
}

/** The nodes that a path leads to from a node. */
type FollowPath = (graph: TermGraph, from: GraphTerm) => readonly GraphTerm[];

/** Paths by an IRI that stands for them. */
export type PathsByIri = ReadonlyMap<string, FollowPath>;

/** A list of statements, as RDF/JS has it: with `size`. */
class QuadList extends Array<Quad> {
  get size(): number {
    return this.length;
  }
}

/**
 * The statements of one graph, indexed by subject, predicate and object. Made for shacl-engine,
 * which asks millions of small questions: the store of n3 takes three times as long.
 */
export class TermGraph {
  readonly #bySubject = new Map<string, Quad[]>();
  readonly #byPredicate = new Map<string, Quad[]>();
  readonly #byObject = new Map<string, Quad[]>();
  readonly #paths: PathsByIri;

  /** @param paths each is a predicate of `match`, from a given subject to any object */
  constructor(paths: PathsByIri = new Map()) {
    this.#paths = paths;
  }

  /** Never 0: shacl-engine takes no statements for nothing to validate. */
  get size(): number {
    return 1 + this.#bySubject.size;
  }

  add(quad: Quad): void {
    listAt(this.#bySubject, quad.subject.id).push(quad);
    listAt(this.#byPredicate, quad.predicate.id).push(quad);
    listAt(this.#byObject, quad.object.id).push(quad);
  }

  /** The statements that have the given terms; in the order of the text. */
  match(
    subject?: ForeignTerm | null,
    predicate?: ForeignTerm | null,
    object?: ForeignTerm | null,
  ): QuadList {
    const path = predicate ? this.#paths.get(predicate.value) : undefined;
    if (path !== undefined && subject && predicate) return this.#follow(path, subject, predicate);
    const [s, p, o] = [keyOf(subject), keyOf(predicate), keyOf(object)];
    const found = new QuadList();
    for (const quad of this.#shortestList(s, p, o)) {
      if (s !== undefined && quad.subject.id !== s) continue;
      if (p !== undefined && quad.predicate.id !== p) continue;
      if (o === undefined || quad.object.id === o) found.push(quad);
    }
    return found;
  }

  /** Whether an IRI is the subject of a statement. */
  hasSubject(iri: string): boolean {
    return this.#bySubject.has(iri);
  }

  /** The predicates of a subject, each once. */
  predicates(subject: GraphTerm): ReadonlySet<string> {
    return new Set((this.#bySubject.get(subject.id) ?? []).map(({ predicate }) => predicate.value));
  }

  objects(subject: GraphTerm, predicate: string): readonly GraphTerm[] {
    const list = this.#bySubject.get(subject.id) ?? [];
    return list.filter(({ predicate: { id } }) => id === predicate).map(objectOf);
  }

  subjects(predicate: string, object?: GraphTerm): readonly GraphTerm[] {
    const key = object?.id;
    const list = key === undefined ? this.#byPredicate.get(predicate) : this.#byObject.get(key);
    return (list ?? [])
      .filter(({ predicate: { id } }) => id === predicate)
      .map(({ subject }) => subject as GraphTerm); // Quads of quads are never read.
  }

  /** The one object; undefined if there are several. */
  object(subject: GraphTerm, predicate: string): GraphTerm | undefined {
    const [first, second] = this.objects(subject, predicate);
    return second === undefined ? first : undefined;
  }

  /** The members of a list; undefined if it is no list, or has no end. */
  list(head: GraphTerm): readonly GraphTerm[] | undefined {
    const members: GraphTerm[] = [];
    const seen = new Set<string>();
    let node = head;
    while (node.value !== rdf.nil) {
      const first = this.object(node, rdf.first);
      const rest = this.object(node, rdf.rest);
      if (first === undefined || rest === undefined || seen.has(node.id)) return undefined;
      seen.add(node.id);
      members.push(first);
      node = rest;
    }
    return members;
  }

  /** All statements. */
  *quads(): Generator<Quad> {
    for (const list of this.#bySubject.values()) yield* list;
  }

  /** Whether a node has a class, or a class below it in this graph (SHACL §1.1). */
  isInstance(node: GraphTerm, classes: ReadonlySet<string>): boolean {
    return this.objects(node, rdf.type).some(({ id }) => classes.has(id));
  }

  /** A class and all classes below it in this graph. */
  subclassTerms(ofClass: GraphTerm): Iterable<GraphTerm> {
    const found = new Map([[ofClass.id, ofClass]]);
    // A map that grows while it is iterated yields what is added.
    for (const each of found.values()) {
      for (const below of this.subjects(rdfs.subClassOf, each)) found.set(below.id, below);
    }
    return found.values();
  }

  /** The objects of all statements with a predicate. */
  objectsOfPredicate(predicate: string): readonly GraphTerm[] {
    return (this.#byPredicate.get(predicate) ?? []).map(objectOf);
  }

  #follow(path: FollowPath, subject: ForeignTerm, predicate: ForeignTerm): QuadList {
    const found = new QuadList();
    const from = ownTerm(subject);
    // RDF has no literals as subjects, yet paths of length zero begin at them.
    const start = from as NamedNode;
    for (const end of path(this, from)) {
      found.push(DataFactory.quad(start, DataFactory.namedNode(predicate.value), end));
    }
    return found;
  }

  #shortestList(s?: string, p?: string, o?: string): Iterable<Quad> {
    const lists: (readonly Quad[])[] = [];
    if (s !== undefined) lists.push(this.#bySubject.get(s) ?? []);
    if (o !== undefined) lists.push(this.#byObject.get(o) ?? []);
    if (p !== undefined && lists.length === 0) lists.push(this.#byPredicate.get(p) ?? []);
    const [one, other] = lists;
    if (one === undefined) return this.quads();
    return other === undefined || one.length < other.length ? one : other;
  }
}

function objectOf({ object }: Quad): GraphTerm {
  return object as GraphTerm; // Variables and quads are never read.
}

/** Whether a term is the literal `true`. */
export function isTrue(term: GraphTerm): boolean {
  return (
    term.termType === 'Literal' && term.value === 'true' && term.datatype.value === xsd.boolean
  );
}

function keyOf(term: ForeignTerm | null | undefined): string | undefined {
  if (term === null || term === undefined) return undefined;
  return term.id ?? termToId(ownTerm(term));
}

function listAt(lists: Map<string, Quad[]>, key: string): Quad[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = []));
  return list;
}

/** The same term, made by n3. */
export function ownTerm(term: ForeignTerm): GraphTerm {
  if (term.id !== undefined) return term as GraphTerm; // Only terms of n3 have this member.
  if (term.termType === 'NamedNode') return DataFactory.namedNode(term.value);
  if (term.termType === 'BlankNode') return DataFactory.blankNode(term.value);
  const { language, datatype } = term as Literal; // There is no other kind of term.
  return DataFactory.literal(
    term.value,
    language === '' ? DataFactory.namedNode(datatype.value) : language,
  );
}

/**
 * The graph of a record.
 * @throws {InvalidStatementError}
 */
export function readRecordTerms(record: StatementText, paths: PathsByIri): TermGraph {
  const graph = new TermGraph(paths);
  const terms = new Map<string, GraphTerm>();
  const read = (text: string): GraphTerm => {
    let term = terms.get(text);
    if (term === undefined) terms.set(text, (term = parseTerm(text)));
    return term;
  };
  for (const { subject, predicate, object } of iterateStatements(record)) {
    // N-Quads has no other terms at these places.
    const [s, p] = [read(subject) as NamedNode | BlankNode, read(predicate) as NamedNode];
    graph.add(DataFactory.quad(s, p, read(object)));
  }
  return graph;
}

/** @param text as in N-Quads */
function parseTerm(text: string): GraphTerm {
  if (isBlankNode(text)) return DataFactory.blankNode(text.slice(2));
  if (text.startsWith('<')) return DataFactory.namedNode(unescapeLiteral(text.slice(1, -1)));
  const { escaped, language, datatype } = literalParts(text);
  const value = unescapeLiteral(escaped);
  if (language !== undefined) return DataFactory.literal(value, language);
  if (datatype === undefined) return DataFactory.literal(value);
  return DataFactory.literal(value, DataFactory.namedNode(datatype.slice(1, -1)));
}

/** A term as in N-Quads. */
export function termText(term: ForeignTerm): string {
  if (term.termType === 'NamedNode') return iriTerm(term.value);
  if (term.termType === 'BlankNode') return `_:${term.value}`;
  const { language, datatype } = term as Literal; // There is no other kind of term.
  const value = term.value.toWellFormed();
  if (language !== '') return taggedLiteral(value, language);
  if (datatype.value === xsd.string) return plainLiteral(value);
  return typedLiteral(value, iriTerm(datatype.value));
}
