import { hash } from 'node:crypto';
import { isBlankNode, type Statement } from './n-quads.ts';

/**
 * Canonical names for the blank nodes of a graph: a digest of the statements of each node, refined
 * by the names of its neighbours until names differ or stop changing (colour refinement, the first
 * step of RDFC-1.0, without its exponential search). Of nodes that remain alike, the first gets a
 * name of its own, and refinement continues. Names depend on labels or the order of statements only
 * in very regular graphs, and beyond `maxVisitsPerLink`.
 * @returns the names by label, in hexadecimal
 */
export function canonicalBlankNodeNames(
  statements: Iterable<Statement>,
): ReadonlyMap<string, string> {
  const graph = blankNodeLinks(statements);
  const naming = new Naming(graph);
  naming.distinguishAll();
  return new Map([...graph.numbers].map(([label, number]) => [label, naming.nameOf(number)]));
}

/**
 * Colours of the blank nodes of a graph: as `canonicalBlankNodeNames`, but nodes that refinement
 * does not distinguish share one: colours never depend on labels or the order of statements.
 * @returns the colours by label, in hexadecimal
 */
export function blankNodeColours(statements: Iterable<Statement>): ReadonlyMap<string, string> {
  const graph = blankNodeLinks(statements);
  const naming = new Naming(graph);
  naming.refineAll();
  return new Map([...graph.numbers].map(([label, number]) => [label, naming.nameOf(number)]));
}

/** How often each link is visited, on average; trees and lists need about three visits. */
const maxVisitsPerLink = 16;

/** A partition of the nodes by name, refined step by step. */
class Naming {
  readonly #links: BlankNodeLinks['links'];
  readonly #names: string[];
  readonly #nodesByName = new Map<string, Set<number>>();
  #visitsLeft: number;

  constructor({ digests, links }: BlankNodeLinks) {
    this.#links = links;
    this.#names = [...digests];
    for (const [node, name] of this.#names.entries()) this.#sharersOf(name).add(node);
    this.#visitsLeft = maxVisitsPerLink * links.reduce((sum, { length }) => sum + length, 0);
  }

  nameOf(node: number): string {
    return this.#names[node] ?? '';
  }

  /** Gives nodes different names as far as their neighbours differ. */
  refineAll(): void {
    this.#refine([...this.#names.keys()]);
  }

  /** Gives each node a unique name. */
  distinguishAll(): void {
    this.refineAll();
    for (let shared = this.#sharedNames(); shared.length > 0; shared = this.#sharedNames()) {
      for (const name of shared) this.#distinguish(name);
    }
  }

  /** The names shared by several nodes, in an order that depends only on the names. */
  #sharedNames(): string[] {
    return [...this.#nodesByName]
      .filter(([, nodes]) => nodes.size > 1)
      .map(([name]) => name)
      .toSorted();
  }

  /** Renames the nodes of a name one by one until one is left, with all that follows for others. */
  #distinguish(name: string): void {
    const sharers = this.#sharersOf(name);
    let count = 0;
    for (const node of [...sharers].toSorted((one, other) => one - other)) {
      if (sharers.size === 1) return;
      if (this.nameOf(node) !== name) continue;
      count += 1;
      this.#rename([node], digest(`${name} ${count}`));
      this.#refine([node]);
    }
  }

  /** Refines names by the names of neighbours, in rounds, until names stop changing. */
  #refine(renamed: readonly number[]): void {
    for (let changed = renamed; changed.length > 0 && this.#visitsLeft > 0;) {
      const views = [...this.#neighboursByView(changed)];
      changed = views.flatMap(([name, byView]) => this.#split(name, byView));
    }
  }

  /** The neighbours of nodes that share a name, by their name and their view (`#viewFrom`). */
  #neighboursByView(nodes: readonly number[]): Map<string, Map<string, number[]>> {
    const views = new Map<string, Map<string, number[]>>();
    const neighbours = new Set(
      nodes.flatMap((node) => this.#linksOf(node).map((link) => link.node)),
    );
    for (const node of neighbours) {
      const name = this.nameOf(node);
      if (this.#sharersOf(name).size === 1) continue;
      const view = this.#viewFrom(node);
      const byView = views.get(name) ?? new Map<string, number[]>();
      views.set(name, byView);
      const alike = byView.get(view) ?? [];
      byView.set(view, alike);
      alike.push(node);
    }
    return views;
  }

  /** A digest of the names of a node's neighbours. */
  #viewFrom(node: number): string {
    const links = this.#linksOf(node);
    this.#visitsLeft -= links.length;
    const lines = links.map((link) => `${link.relation} ${this.nameOf(link.node)}`);
    return digest(lines.toSorted().join('\n'));
  }

  /**
   * Splits the nodes of a name by their neighbours. The largest part keeps the name; otherwise a
   * long list would be renamed once for each of its members.
   * @returns the renamed nodes: none where all see the same neighbours
   */
  #split(name: string, byView: ReadonlyMap<string, readonly number[]>): number[] {
    const [most, ...others] = [...byView].toSorted(
      ([oneView, one], [otherView, other]) =>
        other.length - one.length || (oneView < otherView ? -1 : 1),
    );
    if (most === undefined) return [];
    const seeing = new Set([...byView.values()].flat());
    const sharers = this.#sharersOf(name);
    const unchanged = sharers.size - seeing.size;
    if (unchanged >= most[1].length) others.push(most);
    else if (unchanged > 0) others.push(['', [...sharers].filter((node) => !seeing.has(node))]);
    return others.flatMap(([view, nodes]) => this.#rename(nodes, digest(`${name} ${view}`)));
  }

  #rename(nodes: readonly number[], name: string): readonly number[] {
    for (const node of nodes) {
      this.#nodesByName.get(this.nameOf(node))?.delete(node);
      this.#names[node] = name;
      this.#sharersOf(name).add(node);
    }
    return nodes;
  }

  #linksOf(node: number): BlankNodeLinks['links'][number] {
    return this.#links[node] ?? [];
  }

  #sharersOf(name: string): Set<number> {
    const nodes = this.#nodesByName.get(name) ?? new Set<number>();
    this.#nodesByName.set(name, nodes);
    return nodes;
  }
}

/** The blank nodes of a graph, numbered by first occurrence. */
interface BlankNodeLinks {
  /** The numbers by label. */
  readonly numbers: ReadonlyMap<string, number>;
  /** By number: a digest of the node's statements, in which all other blank nodes are alike. */
  readonly digests: readonly string[];
  /** By number: the statements that link it to other blank nodes. */
  readonly links: readonly (readonly BlankNodeLink[])[];
}

interface BlankNodeLink {
  /** The direction and the predicate. */
  readonly relation: string;
  /** The number of the other node. */
  readonly node: number;
}

/** Replaces other blank nodes in a digest; no term is written like this. */
const someBlankNode = '_';

function digest(text: string): string {
  return hash('sha256', text);
}

function blankNodeLinks(statements: Iterable<Statement>): BlankNodeLinks {
  const numbers = new Map<string, number>();
  const facts: string[][] = [];
  const links: BlankNodeLink[][] = [];

  function numberOf(label: string): number {
    const number = numbers.get(label) ?? numbers.size;
    if (number < numbers.size) return number;
    numbers.set(label, number);
    facts.push([]);
    links.push([]);
    return number;
  }
  /** Records a statement with one of its nodes; `relation` has its direction. */
  function record(node: number, relation: string, other: string): void {
    const otherNode = isBlankNode(other) ? numberOf(other) : undefined;
    facts[node]?.push(`${relation} ${otherNode === undefined ? other : someBlankNode}`);
    if (otherNode !== undefined) links[node]?.push({ relation, node: otherNode });
  }

  for (const { subject, predicate, object } of statements) {
    // A statement about the node itself differs from one about another blank node.
    if (subject === object && isBlankNode(subject)) facts[numberOf(subject)]?.push(`=${predicate}`);
    else {
      if (isBlankNode(subject)) record(numberOf(subject), `>${predicate}`, object);
      if (isBlankNode(object)) record(numberOf(object), `<${predicate}`, subject);
    }
  }
  const digests = facts.map((lines) => digest(lines.toSorted().join('\n')));
  return { numbers, digests, links };
}
