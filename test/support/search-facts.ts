import type { SearchFacts } from '../../src/model/search-facts.ts';

/** The facts of a resource without any statements. */
export const noSearchFacts: SearchFacts = {
  places: { boxes: [], geometries: [], names: [], identifiers: [] },
  times: { periods: [], ages: [], names: [] },
  texts: {
    titles: [],
    descriptions: [],
    keywords: [],
    terms: [],
    agents: [],
    identifiers: [],
    licences: [],
    formats: [],
  },
  variables: [],
};

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
    places: { ...noSearchFacts.places, ...places },
    times: { ...noSearchFacts.times, ...times },
    texts: { ...noSearchFacts.texts, ...texts },
    variables: variables ?? [],
    ...files,
  };
}

/** The stored facts of the resources of a record. */
export function keptSearch(...resources: readonly SaidFacts[]): string {
  return JSON.stringify(resources.map(searchFacts));
}
