import type { SearchFacts } from '../../src/model/search-facts.ts';
import { emptySearchFacts } from '../../src/search/why-found.ts';

/** Optional parts of the facts. */
export interface SaidFacts {
  readonly places?: Partial<SearchFacts['places']>;
  readonly times?: Partial<SearchFacts['times']>;
  readonly texts?: Partial<SearchFacts['texts']>;
  readonly variables?: SearchFacts['variables'];
  readonly files?: number;
}

/** The facts of a resource, completed from the given parts. */
export function searchFacts({ places, times, texts, variables, ...files }: SaidFacts): SearchFacts {
  return {
    places: { ...emptySearchFacts.places, ...places },
    times: { ...emptySearchFacts.times, ...times },
    texts: { ...emptySearchFacts.texts, ...texts },
    variables: variables ?? [],
    ...files,
  };
}

/** The stored facts of the resources of a record. */
export function keptSearch(...resources: readonly SaidFacts[]): string {
  return JSON.stringify(resources.map(searchFacts));
}
