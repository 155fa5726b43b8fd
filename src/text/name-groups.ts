/** Names that mean the same, by who uses them together (disjoint sets). Each step takes nearly constant time. */
export class NameGroups {
  readonly #parents = new Map<string, string>();

  /** Says that names mean the same. */
  join(names: Iterable<string>): void {
    let group: string | undefined;
    for (const name of names) {
      const own = this.of(name);
      if (group === undefined) group = own;
      else if (own !== group) this.#parents.set(own, group);
    }
  }

  /** One name of the group that a name belongs to, the same for all of them until a further join. */
  of(name: string): string {
    let root = name;
    for (let parent = this.#parents.get(root); parent !== undefined;) {
      root = parent;
      parent = this.#parents.get(root);
    }
    // Whoever asks next has one step to go.
    for (let at = name; at !== root;) {
      const parent = this.#parents.get(at) ?? root;
      this.#parents.set(at, root);
      at = parent;
    }
    return root;
  }
}
