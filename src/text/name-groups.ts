/**
 * Groups of names that are used for one thing (disjoint sets). Each step takes nearly constant
 * time.
 */
export class NameGroups {
  readonly #parents = new Map<string, string>();

  /** Joins the groups of these names. */
  join(names: Iterable<string>): void {
    let group: string | undefined;
    for (const name of names) {
      const own = this.of(name);
      if (group === undefined) group = own;
      else if (own !== group) this.#parents.set(own, group);
    }
  }

  /** The representative of a name's group; stable until the next join. */
  of(name: string): string {
    let root = name;
    for (let parent = this.#parents.get(root); parent !== undefined;) {
      root = parent;
      parent = this.#parents.get(root);
    }
    // Shortens the path for later calls.
    for (let at = name; at !== root;) {
      const parent = this.#parents.get(at) ?? root;
      this.#parents.set(at, root);
      at = parent;
    }
    return root;
  }
}
