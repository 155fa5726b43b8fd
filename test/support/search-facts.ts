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

/** What a record keeps of resources, of which only some parts are said. */
export function keptSearch(
  ...resources: readonly { readonly [Part in keyof SearchFacts]?: Partial<SearchFacts[Part]> }[]
): string {
  const whole = resources.map(({ places, times, texts, variables }) => ({
    places: { ...noSearchFacts.places, ...places },
    times: { ...noSearchFacts.times, ...times },
    texts: { ...noSearchFacts.texts, ...texts },
    variables: variables ?? [],
  }));
  return JSON.stringify(whole);
}
