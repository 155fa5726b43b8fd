import type { SearchFacts } from '../../src/model/search-facts.ts';

/** Of a resource of which nothing is said. */
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

/** Parts of what can be said. */
export interface SaidFacts {
  readonly places?: Partial<SearchFacts['places']>;
  readonly times?: Partial<SearchFacts['times']>;
  readonly texts?: Partial<SearchFacts['texts']>;
  readonly variables?: SearchFacts['variables'];
  readonly files?: number;
}

/** What is said of a resource, of which only some parts are. */
export function searchFacts({ places, times, texts, variables, ...files }: SaidFacts): SearchFacts {
  return {
    places: { ...noSearchFacts.places, ...places },
    times: { ...noSearchFacts.times, ...times },
    texts: { ...noSearchFacts.texts, ...texts },
    variables: variables ?? [],
    ...files,
  };
}

/** What a record keeps of resources. */
export function keptSearch(...resources: readonly SaidFacts[]): string {
  return JSON.stringify(resources.map(searchFacts));
}
