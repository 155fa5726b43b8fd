import type { SearchAnswer, SearchResult } from '../../src/query/search/search-answer.ts';

/** An answer with one result, of which this is known. */
export function found(known: Partial<SearchResult>): SearchAnswer {
  const result: SearchResult = {
    resource: 'http://example.org/lake',
    types: ['http://schema.org/Dataset'],
    from: {},
    periods: [],
    ages: [],
    timeNames: [],
    boxes: [],
    placeNames: [],
    records: [
      { graph: 'http://example.org/g', documentUrl: 'http://example.org/g', sources: ['lakes'] },
    ],
    ...known,
  };
  return { total: 1, results: [result] };
}
