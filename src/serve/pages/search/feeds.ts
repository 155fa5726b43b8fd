import { searchCsv } from '../../../render/search-csv.ts';
import { searchGeoJsonText } from '../../../render/search-geojson.ts';
import type { SearchResult } from '../../../search/search-answer.ts';
import { searchContent, streamContent } from '../../../search/search-index.ts';
import type { FoundResource } from '../../../search/search-results.ts';
import type { SearchRequest } from '../../../search/search-request.ts';
import type { Answer, PageRequest } from '../../page.ts';
import type { Site } from '../../site.ts';
import { readAskedSearch, type AskedSearch } from './asked-search.ts';
import { atomFeed } from './atom-feed.ts';
import { searchWords } from './chips.tsx';
import { readSearchState, searchedAlone, searchHref } from './search-address.ts';

/** All results as CSV. */
export function searchCsvFile(request: PageRequest): Answer {
  return fileAnswer(request, ({ state }, asked) => {
    const { found } = streamContent(state.index, state.snapshot, asked);
    return {
      contentType: 'text/csv; charset=utf-8; header=present',
      headers: { 'Content-Disposition': 'attachment; filename="search.csv"' },
      body: searchCsv(resultsOf(found)),
    };
  });
}

/** All results as GeoJSON. */
export function searchGeoJsonFile(request: PageRequest): Answer {
  return fileAnswer(request, ({ state }, asked) => {
    const { total, found } = streamContent(state.index, state.snapshot, asked);
    return {
      contentType: 'application/geo+json',
      headers: { 'Content-Disposition': 'inline; filename="search.geojson"' },
      body: searchGeoJsonText({ total, results: resultsOf(found) }),
    };
  });
}

/** So many entries are in a feed: readers of feeds ask again. */
const feedSize = 50;

/** The results that were changed last as an Atom feed. */
export function searchAtomFeed(request: PageRequest): Answer {
  return fileAnswer(request, ({ site, state, languages }, asked, { search }) => {
    const { snapshot } = state;
    const latest = { ...asked, sort: 'modified', limit: feedSize } as const;
    const { found } = searchContent(state.index, snapshot, latest);
    const alone = { ...searchedAlone(search), sort: 'relevance' } as const;
    const words = searchWords(search);
    const body = atomFeed({
      site,
      snapshot,
      title: words === undefined ? site.title : `${words} · ${site.title}`,
      self: absolute(site, searchHref(site, alone, '/search.atom')),
      page: absolute(site, searchHref(site, alone)),
      found,
      languages,
    });
    return { contentType: 'application/atom+xml; charset=utf-8', body };
  });
}

function absolute({ base }: Site, path: string): string {
  return new URL(path, base).href;
}

/** Programs would not see that a condition is left out: a search with a wrong one has no answer. */
function fileAnswer(
  request: PageRequest,
  answer: (request: PageRequest, asked: SearchRequest, search: AskedSearch) => Answer,
): Answer {
  const asked = readAskedSearch(readSearchState(request.query));
  if (asked.faults.length === 0) return answer(request, asked.request, asked);
  return {
    status: 400,
    contentType: 'text/plain; charset=utf-8',
    body: asked.faults.map(({ name, reason }) => `${name}: ${reason}\n`).join(''),
  };
}

function* resultsOf(found: Iterable<FoundResource>): Generator<SearchResult> {
  for (const { result } of found) yield result;
}
