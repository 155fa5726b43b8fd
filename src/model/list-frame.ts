/** How to read the items of a list one by one. */
export interface ListFrame {
  /** The context, type and name of the list, which give each item its meaning. */
  readonly envelope: Readonly<Record<string, unknown>>;
  /** The name of the list, as written, to which items may refer. */
  readonly id?: string;
  /** The members that hold the items; empty where the context of the list is not available. */
  readonly itemKeys: readonly string[];
}

/**
 * Determines how to read a list, which depends on its context.
 * @param sample the root of the list as JSON, with only the first item of each array
 * @returns undefined where it is no list, feed or catalogue
 */
export type ReadListFrame = (sample: string, baseIri: string) => Promise<ListFrame | undefined>;
