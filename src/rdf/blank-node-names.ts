import { blankNodeLinks, digest, type BlankNodeLinks } from './blank-node-links.ts';
import type { Statement } from './statement.ts';

/**
 * Canonical names for the blank nodes of a graph: a digest of the statements of each node, refined
 * by the names of its neighbours until names differ or stop changing (colour refinement, the first
 * step of RDFC-1.0, without its exponential search). Of nodes that remain alike, the first in the
 * text is set apart and refinement continues; alike as they are, it does not matter which is first.
 * `maxLooksPerLink` bounds the work. Names do not depend on labels or on the order of statements,
 * except for nodes that only a search could distinguish (very regular graphs), and for those left
 * when the bound is reached.
 * @returns the names by label, in hexadecimal
 */
export function blankNodeNames(statements: Iterable<Statement>): ReadonlyMap<string, string> {
  const graph = blankNodeLinks(statements);
  const naming = new Naming(graph);
  naming.tellApart();
  return new Map([...graph.numbers].map(([label, number]) => [label, naming.nameOf(number)]));
}

/** How often each link is visited, on average; trees and lists need about three visits. */
const maxLooksPerLink = 16;

/** A partition of the nodes by name, refined step by step. */
class Naming {
  readonly #links: BlankNodeLinks['links'];
  readonly #names: string[];
  readonly #nodesByName = new Map<string, Set<number>>();
  #looksLeft: number;

  constructor({ digests, links }: BlankNodeLinks) {
    this.#links = links;
    this.#names = [...digests];
    for (const [node, name] of this.#names.entries()) this.#sharersOf(name).add(node);
    this.#looksLeft = maxLooksPerLink * links.reduce((sum, { length }) => sum + length, 0);
  }

  nameOf(node: number): string {
    return this.#names[node] ?? '';
  }

  /** Gives each node a unique name. */
  tellApart(): void {
    this.#refine([...this.#names.keys()]);
    for (let shared = this.#sharedNames(); shared.length > 0; shared = this.#sharedNames()) {
      for (const name of shared) this.#setApart(name);
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
  #setApart(name: string): void {
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
    for (let changed = renamed; changed.length > 0 && this.#looksLeft > 0;) {
      const views = [...this.#lookAround(changed)];
      changed = views.flatMap(([name, alike]) => this.#split(name, alike));
    }
  }

  /** What is seen from the neighbours of nodes, by their present name; those that are alone with theirs are left out. */
  #lookAround(nodes: readonly number[]): Map<string, Map<string, number[]>> {
    const views = new Map<string, Map<string, number[]>>();
    const neighbours = new Set(
      nodes.flatMap((node) => this.#linksOf(node).map((link) => link.node)),
    );
    for (const node of neighbours) {
      const name = this.nameOf(node);
      if (this.#sharersOf(name).size === 1) continue;
      const view = this.#viewFrom(node);
      const alike = views.get(name) ?? new Map<string, number[]>();
      views.set(name, alike);
      const seers = alike.get(view) ?? [];
      alike.set(view, seers);
      seers.push(node);
    }
    return views;
  }

  #viewFrom(node: number): string {
    const links = this.#linksOf(node);
    this.#looksLeft -= links.length;
    const lines = links.map((link) => `${link.relation} ${this.nameOf(link.node)}`);
    return digest(lines.toSorted().join('\n'));
  }

  /**
   * Splits the nodes of a name by their neighbours. The largest part keeps the name; otherwise a
   * long list would be renamed once for each of its members.
   * @returns the renamed nodes: none where all see the same neighbours
   */
  #split(name: string, alike: ReadonlyMap<string, readonly number[]>): number[] {
    const [most, ...others] = [...alike].toSorted(
      ([oneView, one], [otherView, other]) =>
        other.length - one.length || (oneView < otherView ? -1 : 1),
    );
    if (most === undefined) return [];
    const seeing = new Set([...alike.values()].flat());
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
