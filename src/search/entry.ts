import type { DescribedResource } from '../model/record.ts';
import type { SearchFacts } from '../model/search-facts.ts';

/** The search facts that one record states about one resource: the unit of the index. */
export interface Entry {
  /** The key of the resource: `cdif:resource` in docs/vocabulary.md. */
  readonly resource: string;
  readonly described: DescribedResource;
  readonly facts: SearchFacts;
  /** The profiles that the record claims. */
  readonly profiles: readonly string[];
  /** The names of the sources that list the record; read lazily. */
  readonly sources: () => readonly string[];
}

/** One kind of facts of all entries, which are added in the order of their numbers. */
export interface Column {
  add(entry: Entry): void;
}
