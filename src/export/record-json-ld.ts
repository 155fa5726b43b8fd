import { isBlankNode, iriTerm, iterateStatements, type StatementText } from '../rdf/n-quads.ts';
import { rdf } from '../rdf/vocabularies.ts';
import { jsonLdContext, jsonLdId, jsonLdName, jsonLdValue } from './serialisations.ts';

/** A record graph as a JSON-LD document of its own; see `recordJsonLdObject`. */
export function* recordJsonLd(record: PublishedRecord): Generator<string> {
  let start = `{${jsonLdContext},`;
  for (const part of recordJsonLdObject(record)) {
    // The object begins with its brace.
    yield start === '' || part === '' ? part : start + part.slice(1);
    if (part !== '') start = '';
  }
  yield '\n';
}

/** A record graph to publish. */
export interface PublishedRecord extends StatementText {
  /** The IRI of the record, where it is a node of its own. */
  readonly recordIri?: string | undefined;
  /** The described resources: IRIs or blank node labels. */
  readonly resources: readonly string[];
}

/**
 * A record graph as one JSON-LD 1.1 node object, for documents that publish metadata: its root has
 * all other nodes inside. A flat `@graph` would not do, because a harvester cannot tell the parts of
 * a record from further records. A node stands where the shortest path from the root leads, nodes
 * without a path in `@included` of the root, and RDF collections are `@list`s.
 * @yields text in parts; empty ones are pauses
 */
export function* recordJsonLdObject(record: PublishedRecord): Generator<string> {
  const tree = new NodeTree();
  for (const statement of iterateStatements(record)) {
    tree.add(statement.subject, statement.predicate, statement.object);
    if (tree.statements % statementsPerPause === 0) yield '';
  }
  const root = yield* tree.chooseRoot(record);
  // A graph without statements is an object all the same.
  if (root === undefined) yield '{"@type":[]}';
  else yield* tree.write(root);
}

const statementsPerPause = 1000;

/** How deep nodes are nested; harvesters refuse JSON that is nested without end. */
const maxNesting = 24;
/** How many nodes that nothing refers to are considered as the root. */
const maxCandidates = 4;

const type = iriTerm(rdf.type);
const [first, rest, nil] = [iriTerm(rdf.first), iriTerm(rdf.rest), iriTerm(rdf.nil)];
/** The values of these properties are not written as lists. */
const noListHead: ReadonlySet<string> = new Set(['@type', first, rest]);

function termOf(name: string): string {
  return isBlankNode(name) ? name : iriTerm(name);
}

/** The statements about a node. */
interface TreeNode {
  readonly term: string;
  /** The values of each property; IRIs and blank nodes as types under `@type`. */
  readonly properties: Map<string, string[]>;
  /** The number of statements with it as object, and their last predicate. */
  uses: number;
  usedBy: string;
}

/** The nodes that are reached from a node, and the place of each except the first. */
interface Walk {
  readonly reached: ReadonlySet<string>;
  readonly places: ReadonlyMap<string, string>;
}

/** How many subjects, and nodes, are reached from a node. */
interface Reach {
  readonly found: number;
  readonly size: number;
}

function isMore(one: Reach, other: Reach): boolean {
  return one.found > other.found || (one.found === other.found && one.size > other.size);
}

/** The nodes of a record, and the place of each in the document. */
class NodeTree {
  statements = 0;
  /** In document order. */
  readonly #nodes = new Map<string, TreeNode>();
  /** Uses of nodes whose own statements come later. */
  readonly #uses = new Map<string, Pick<TreeNode, 'uses' | 'usedBy'>>();
  /** The node inside which each node stands. */
  readonly #places = new Map<string, string>();
  /** The items of each list, by its first node. */
  readonly #lists = new Map<string, readonly string[]>();
  readonly #listParts = new Set<string>();

  add(subject: string, predicate: string, object: string): void {
    this.statements += 1;
    const node = this.#nodes.get(subject) ?? {
      term: subject,
      properties: new Map<string, string[]>(),
      uses: 0,
      usedBy: '',
      ...this.#uses.get(subject),
    };
    this.#nodes.set(subject, node);
    // `@type` takes no literals, but publishers do use literals as types.
    const name = predicate === type && !object.startsWith('"') ? '@type' : predicate;
    const values = node.properties.get(name);
    if (values === undefined) node.properties.set(name, [object]);
    else values.push(object);
    if (!object.startsWith('"')) this.#noteUse(object, name);
  }

  #noteUse(object: string, predicate: string): void {
    const known = this.#nodes.get(object) ?? this.#uses.get(object);
    if (known === undefined) this.#uses.set(object, { uses: 1, usedBy: predicate });
    else {
      known.uses += 1;
      known.usedBy = predicate;
    }
  }

  /**
   * The node from which most of the subjects, and then most nodes, are reached. Of equals it is the
   * record or its resource or, where several resources are described, the node that the publisher's
   * document begins with, which may be their whole.
   */
  *chooseRoot({ recordIri, resources }: PublishedRecord): Generator<string, string | undefined> {
    yield* this.#findLists();
    const [opening] = this.#nodes.keys();
    const record = recordIri === undefined ? [] : [iriTerm(recordIri)];
    const named = [...record, ...resources.map((name) => termOf(name))];
    const subjects = named.filter((term) => this.#nodes.has(term));
    const some = subjects.slice(0, maxCandidates);
    const likely = resources.length > 1 ? [opening, ...some] : [...some, opening];
    const candidates = new Set([...likely, ...this.#unused()].filter((term) => term !== undefined));
    let [best, most] = [opening, { found: -1, size: -1 }];
    for (const candidate of candidates) {
      const { reached } = yield* this.#walkFrom(candidate, new Set());
      const reach = {
        found: subjects.filter((each) => reached.has(each)).length,
        size: reached.size,
      };
      if (!isMore(reach, most)) continue;
      [best, most] = [candidate, reach];
      // A named record with its resources is not part of a work that refers to it.
      const isRecord = record.length > 0 && some.includes(candidate);
      const isAll = reach.size + this.#listParts.size === this.#nodes.size;
      if (reach.found === subjects.length && (isRecord || isAll)) break;
    }
    return best;
  }

  *#unused(): Generator<string> {
    let count = 0;
    for (const { term, uses } of this.#nodes.values()) {
      if (uses > 0) continue;
      yield term;
      count += 1;
      if (count === maxCandidates) return;
    }
  }

  /** Writes all nodes as one object. */
  *write(root: string): Generator<string> {
    const known = new Set<string>();
    const included: string[] = [];
    yield* this.#place(root, known);
    for (const { term } of this.#startsOfOthers()) {
      if (known.has(term)) continue;
      included.push(term);
      yield* this.#place(term, known);
      yield '';
    }
    yield* this.#writeNode(root, included);
  }

  /** The nodes that nothing refers to come first, so that the nodes they refer to stand in them. */
  *#startsOfOthers(): Generator<TreeNode> {
    for (const node of this.#nodes.values()) if (node.uses === 0) yield node;
    for (const node of this.#nodes.values()) if (!this.#listParts.has(node.term)) yield node;
  }

  *#place(start: string, known: Set<string>): Generator<string> {
    const { places } = yield* this.#walkFrom(start, known);
    for (const [node, place] of places) this.#places.set(node, place);
  }

  /**
   * Walks from a node in breadth, so that each node stands near the start.
   * @param known nodes that have a place already; the reached ones are added
   */
  *#walkFrom(start: string, known: Set<string>): Generator<string, Walk> {
    const places = new Map<string, string>();
    const reached = new Set([start]);
    known.add(start);
    let level = [start];
    for (let depth = 1; level.length > 0 && depth < maxNesting; depth += 1) {
      const next: string[] = [];
      for (const term of level) {
        for (const value of this.#nestedValues(term)) {
          if (known.has(value) || !this.#nodes.has(value)) continue;
          known.add(value);
          reached.add(value);
          places.set(value, term);
          next.push(value);
          if (reached.size % statementsPerPause === 0) yield '';
        }
      }
      level = next;
    }
    return { reached, places };
  }

  /** The nodes that may stand inside a node, or in a list of it. */
  *#nestedValues(term: string): Generator<string> {
    for (const [predicate, values] of this.#nodes.get(term)?.properties ?? []) {
      if (predicate === '@type') continue;
      for (const value of values) yield* this.#lists.get(value) ?? [value];
    }
  }

  /**
   * Finds the collections that JSON-LD can write as lists: chains of blank nodes that nothing else
   * refers to, each with one item and one rest. Lists of lists are left as they are.
   */
  *#findLists(): Generator<string> {
    let count = 0;
    for (const head of this.#nodes.values()) {
      count += 1;
      if (count % statementsPerPause === 0) yield '';
      if (noListHead.has(head.usedBy) || !this.#isListPart(head)) continue;
      const [items, parts]: [string[], string[]] = [[], []];
      let node: TreeNode | undefined = head;
      let next = '';
      while (node !== undefined && this.#isListPart(node)) {
        items.push(...(node.properties.get(first) ?? []));
        parts.push(node.term);
        next = node.properties.get(rest)?.[0] ?? '';
        node = this.#nodes.get(next);
      }
      if (next !== nil) continue;
      this.#lists.set(head.term, items);
      for (const part of parts) this.#listParts.add(part);
    }
  }

  #isListPart({ term, properties, uses }: TreeNode): boolean {
    return (
      isBlankNode(term) &&
      uses === 1 &&
      properties.size === 2 &&
      properties.get(first)?.length === 1 &&
      properties.get(rest)?.length === 1
    );
  }

  *#writeNode(term: string, included: readonly string[] = []): Generator<string> {
    const node = this.#nodes.get(term);
    if (node === undefined) return;
    const { properties, uses } = node;
    const needsName = !isBlankNode(term) || uses > (this.#places.has(term) ? 1 : 0);
    let before = '{';
    if (needsName) {
      yield `{"@id":${JSON.stringify(jsonLdId(term))}`;
      before = ',';
    }
    for (const [predicate, values] of properties) {
      yield* this.#writeProperty(before, node, { predicate, values });
      before = ',';
    }
    if (included.length > 0) {
      yield `${before}"@included":[`;
      for (const [at, other] of included.entries()) {
        if (at > 0) yield ',';
        yield* this.#writeNode(other);
      }
      yield ']';
    }
    yield '}';
  }

  *#writeProperty(
    before: string,
    node: TreeNode,
    { predicate, values }: { readonly predicate: string; readonly values: readonly string[] },
  ): Generator<string> {
    const isType = predicate === '@type';
    yield `${before}${JSON.stringify(isType ? '@type' : jsonLdName(predicate))}:`;
    if (values.length > 1) yield '[';
    for (const [at, value] of values.entries()) {
      if (at > 0) yield ',';
      if (isType) yield JSON.stringify(jsonLdName(value));
      else yield* this.#writeValue(node.term, value);
    }
    if (values.length > 1) yield ']';
  }

  *#writeValue(inside: string, value: string): Generator<string> {
    if (this.#places.get(value) === inside) {
      // A second statement with this node gets a reference.
      this.#places.set(value, '');
      yield* this.#writeNode(value);
      return;
    }
    const list = this.#lists.get(value);
    if (list === undefined) {
      yield jsonLdValue(value);
      return;
    }
    yield '{"@list":[';
    for (const [at, item] of list.entries()) {
      if (at > 0) yield ',';
      yield* this.#writeValue(inside, item);
    }
    yield ']}';
  }
}
