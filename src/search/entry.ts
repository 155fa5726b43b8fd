import type { DescribedResource } from '../model/record.ts';
import type { SearchFacts } from '../model/search-facts.ts';

/** What one record says of one resource: what the index finds. */
export interface Entry {
  /** The key under which the resource is one result: `cdif:resource` in docs/vocabulary.md. */
  readonly resource: string;
  readonly described: DescribedResource;
  readonly facts: SearchFacts;
  /** The profiles that the record claims. */
  readonly profiles: readonly string[];
  /** The names of the sources that list the record, which are looked up where they are needed. */
  readonly sources: () => readonly string[];
}

/** Part of what is known of all entries. Takes them one by one, in the order of their numbers. */
export interface Column {
  add(entry: Entry): void;
}
