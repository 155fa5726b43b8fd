import { blankNodeLinks, digest, type BlankNodeLinks } from './blank-node-links.ts';
import type { Statement } from './statement.ts';

/**
 * A name for each blank node of a graph, different from all others of the graph and made of what is said of the node:
 * a digest of the statements it stands in. Where several nodes have the same digest, those of their neighbours are added
 * until they differ or nothing more can be told (colour refinement; what RDFC-1.0 does first, without its search, which
 * can be exponential). Of those that remain, the first in the text is set apart, what follows from that is told, and so
 * on: alike as they are, it does not matter which is first. The work is bounded by `maxLooksPerLink`.
 *
 * So names depend neither on labels nor on the order of statements, with two exceptions, in which the order decides:
 * nodes that only a search could tell apart (in graphs so regular that no publisher writes them by chance), and what is
 * left when the bound is reached.
 * @returns the names by label, in hexadecimal
 */
export function blankNodeNames(statements: Iterable<Statement>): ReadonlyMap<string, string> {
  const graph = blankNodeLinks(statements);
  const naming = new Naming(graph);
  naming.tellApart();
  return new Map([...graph.numbers].map(([label, number]) => [label, naming.nameOf(number)]));
}

/** How often the links of a graph are looked at on average; trees and lists need about three. */
const maxLooksPerLink = 16;

/** A partition of the nodes, by name, that gets finer. */
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

  /** Gives each node a name of its own. */
  tellApart(): void {
    this.#refine([...this.#names.keys()]);
    for (let shared = this.#sharedNames(); shared.length > 0; shared = this.#sharedNames()) {
      for (const name of shared) this.#setApart(name);
    }
  }

  /** The names that several nodes have, in an order that depends on nothing else. */
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

  /** Tells nodes apart by the names of their neighbours, round by round, as long as names change. */
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
   * Splits the nodes of a name by what they see. Those who are most keep the name, or a long list would be renamed as a
   * whole once for each of its members.
   * @returns the nodes that have got a new name: none where all that share it see the same
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
