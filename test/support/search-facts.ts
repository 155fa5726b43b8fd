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
}

/** What a record keeps of resources, of which only some parts are said. */
export function keptSearch(...resources: readonly SaidFacts[]): string {
  const whole = resources.map(({ places, times, texts, variables }) => ({
    places: { ...noSearchFacts.places, ...places },
    times: { ...noSearchFacts.times, ...times },
    texts: { ...noSearchFacts.texts, ...texts },
    variables: variables ?? [],
  }));
  return JSON.stringify(whole);
}
