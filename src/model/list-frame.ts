/** How the items of a list can be read one by one. */
export interface ListFrame {
  /**
   * What stands around each item, so that it means what it means in the list: its context, type and
   * name.
   */
  readonly envelope: Readonly<Record<string, unknown>>;
  /** The name of the list, as written, by which items may refer to it. */
  readonly id?: string;
  /** The members that hold the items; none where the context of the list cannot be had. */
  readonly itemKeys: readonly string[];
}

/**
 * Says how a list is to be read, which is a question of what its context means.
 * @param sample the root of the list as JSON, with the first item of each array in place of all
 * @returns undefined where it is no list, feed or catalogue
 */
export type ReadListFrame = (sample: string, baseIri: string) => Promise<ListFrame | undefined>;
