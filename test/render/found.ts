import type { SearchAnswer, SearchResult } from '../../src/search/search-answer.ts';

/**
 * An answer with a result for each of these, of which so much is known; one with a key has no IRI
 * but one that is given.
 */
export function found(...known: readonly Partial<SearchResult>[]): SearchAnswer {
  const { iri: _, ...nameless } = lake;
  return {
    total: known.length,
    results: known.map((each) => Object.assign({}, each.key === undefined ? lake : nameless, each)),
    unsearched: 0,
    unknown: [],
  };
}

const graph = 'http://example.org/g';

const lake: SearchResult = {
  iri: 'https://example.org/lake',
  key: 'http://example.org/lake',
  types: ['http://schema.org/Dataset'],
  from: {},
  variables: [],
  periods: [],
  ages: [],
  timeNames: [],
  boxes: [],
  placeNames: [],
  records: [{ graph, documentUrl: graph, sources: ['lakes'], matched: true }],
};
