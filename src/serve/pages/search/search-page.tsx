import type { FacetName } from '../../../search/facets.ts';
import { type FoundResources, searchIndexContent } from '../../../search/search-index.ts';
import type { SearchSort } from '../../../search/search-request.ts';
import { groupDigits } from '../../../text/amounts.ts';
import { htmlAnswer, type PageAnswer, type PageRequest } from '../../page.ts';
import { Layout, NothingHarvested } from '../../parts/layout.tsx';
import { PageLinks } from '../../parts/paging.tsx';
import { type Site, sitePath } from '../../site.ts';
import { ConditionChips, countWords, searchWords } from './condition-chips.tsx';
import { AllValuesList, countAllValues, facetSize, Filters, requestedFacets } from './facets.tsx';
import { Results } from './results.tsx';
import { readRequestedSearch, type RequestedSearch } from './run-search.ts';
import {
  isFormParameter,
  lastPage,
  pageSize,
  readSearchState,
  searchForOnly,
  searchHref,
  type SearchState,
} from './search-address.ts';
import { MoreConditions, SearchForm } from './search-form.tsx';
import { SearchMap } from './search-map.tsx';
import { BeyondEnd, NothingFound, SearchFaults, SearchNotRun } from './search-states.tsx';
import { searchCommand } from './sparql-page.tsx';
import { timeFacetOfSearch, TimeLine } from './time-line.tsx';

/** The search page: every state of a search has a URL. */
export function searchPage(request: PageRequest): PageAnswer {
  const { site, state, query } = request;
  const given = readSearchState(query);
  if (isFormParameter(query)) return redirection(searchHref(site, given));
  const requested = readRequestedSearch(given);
  const { graphs } = state.snapshot.totals();
  if (graphs === 0) {
    return htmlAnswer(
      <Layout site={site} state={state} title={site.title} section="/" kind="search">
        <NothingHarvested title="The catalogue is empty" />
      </Layout>,
    );
  }
  return htmlAnswer(
    <SearchDocument {...{ request, requested }} found={searchFor(request, requested)} />,
  );
}

/** Redirects to the URL without form fields and blanks. */
function redirection(location: string): PageAnswer {
  return {
    status: 303,
    contentType: 'text/plain; charset=utf-8',
    body: `${location}\n`,
    headers: { Location: location },
  };
}

function searchFor({ state }: PageRequest, { request, search }: RequestedSearch): FoundResources {
  const whereAndWhen: readonly FacetName[] = ['map', search.axis === 'Ma' ? 'ages' : 'years'];
  // The page of all values of a facet shows nothing else.
  const facets = search.all === undefined ? [...whereAndWhen, ...requestedFacets(search)] : [];
  return searchIndexContent(state.index, state.snapshot, {
    ...request,
    offset: (search.page - 1) * pageSize,
    limit: search.all === undefined ? pageSize : 0,
    facets,
    facetLimit: facetSize,
  });
}

interface SearchDocumentProps {
  readonly request: PageRequest;
  readonly requested: RequestedSearch;
  readonly found: FoundResources;
}

function SearchDocument({ request, requested, found }: SearchDocumentProps) {
  const { site, state } = request;
  const { search } = requested;
  const { total } = found;
  const values = countAllValues(state, requested.request, search);
  return (
    <Layout
      site={site}
      state={state}
      title={titleOf(site, search, total)}
      section="/"
      kind="search"
      head={<Head {...{ site, search, total }} isWhole={isAll(request.query)} />}
    >
      <SearchForm site={site} search={search} />
      <div class="found">
        <h1 id="count">{countWords(total, search)}</h1>
        <ConditionChips site={site} search={search} />
      </div>
      <SearchFaults faults={requested.faults} />
      <SearchNotRun records={found.unsearched} />
      {values === undefined ? (
        <div class="columns">
          <WhereAndWhen {...{ site, search, found }} />
          <div class="side">
            <MoreConditions site={site} search={search} />
            <Filters site={site} search={search} counts={found.facets ?? {}} />
          </div>
          <ResultSection {...{ request, requested, found }} />
        </div>
      ) : (
        <AllValuesList {...{ site, search, values }} />
      )}
    </Layout>
  );
}

function titleOf(site: Site, search: SearchState, total: number): string {
  const words = searchWords(search);
  const page = search.page > 1 ? `, page ${groupDigits(search.page)}` : '';
  if (words === undefined) return page === '' ? site.title : countWords(total, search) + page;
  return `${words}: ${countWords(total, search)}${page}`;
}

/** The same search as files, by path. */
const files = [
  { path: '/search.csv', name: 'CSV', type: 'text/csv' },
  { path: '/search.geojson', name: 'GeoJSON', type: 'application/geo+json' },
  { path: '/search.atom', name: 'Atom', type: 'application/atom+xml' },
] as const;

interface HeadProps {
  readonly site: Site;
  readonly search: SearchState;
  readonly total: number;
  readonly isWhole: boolean;
}

/**
 * Whether the page shows the whole catalogue: filters and views make more URLs than any crawler can
 * visit, so only this one may be indexed.
 */
function isAll(query: URLSearchParams): boolean {
  return [...query.keys()].every((name) => name === 'page');
}

function Head({ site, search, total, isWhole }: HeadProps) {
  const { page } = search;
  const last = lastPage(total);
  const href = (number: number): string => searchHref(site, { ...search, page: number });
  return (
    <>
      {files.map(({ path, name, type }) => (
        <link
          rel="alternate"
          type={type}
          title={`These results as ${name}`}
          href={searchHref(site, searchForOnly(search), path)}
        />
      ))}
      {page > 1 ? <link rel="prev" href={href(Math.min(page - 1, last))} /> : null}
      {page < last ? <link rel="next" href={href(page + 1)} /> : null}
      {isWhole ? (
        <link
          rel="alternate"
          type="application/atom+xml"
          title="Changed records"
          href={sitePath(site, '/changes.atom')}
        />
      ) : (
        <meta name="robots" content="noindex, nofollow" />
      )}
    </>
  );
}

function ResultSection({ request, requested, found }: SearchDocumentProps) {
  const { site, state, languages } = request;
  const { search } = requested;
  const { total } = found;
  if (total === 0) {
    const { total: whole } = searchIndexContent(state.index, state.snapshot, { limit: 0 });
    return (
      <section class="list" aria-label="Results">
        <NothingFound {...{ site, search, found, whole }} />
      </section>
    );
  }
  return (
    <section class="list" aria-labelledby="results">
      <h2 id="results" class="unseen">
        Results
      </h2>
      <div class="above">
        <Sorts site={site} search={search} />
        <Elsewhere site={site} search={search} />
      </div>
      {found.found.length === 0 ? (
        <BeyondEnd {...{ site, search, total }} />
      ) : (
        <Results
          {...{ site, languages }}
          snapshot={state.snapshot}
          request={requested.request}
          found={found.found}
          first={(search.page - 1) * pageSize + 1}
        />
      )}
      <PageLinks
        page={{ page: search.page, pages: lastPage(total) }}
        hrefOf={(page) => searchHref(site, { ...search, page })}
        label="Pages of results"
      />
    </section>
  );
}

interface OfSearch {
  readonly site: Site;
  readonly search: SearchState;
}

const sortNames = {
  relevance: 'Relevance',
  title: 'Title',
  time: 'Latest period',
  modified: 'Latest change',
} as const satisfies Record<SearchSort, string>;

function Sorts({ site, search }: OfSearch) {
  const hasWords = search.conditions.keyword !== undefined;
  // Without words, relevance has no meaning.
  const { relevance: _, ...others } = sortNames;
  // The keys of the object are sorts.
  const sorts = Object.entries(hasWords ? sortNames : others) as readonly [SearchSort, string][];
  const usual: SearchSort = hasWords ? 'relevance' : 'title';
  const current = search.sort === 'relevance' ? usual : search.sort;
  return (
    <nav class="sorts" aria-label="Order of the results">
      <span class="soft">Sort by</span>
      {sorts.map(([sort, name]) => (
        <a
          href={searchHref(site, { ...search, page: 1, sort: sort === usual ? 'relevance' : sort })}
          aria-current={sort === current ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

/** The same search in other forms. */
function Elsewhere({ site, search }: OfSearch) {
  const alone = searchForOnly(search);
  return (
    <div class="actions">
      {files.map(({ path, name }) => (
        <a href={searchHref(site, alone, path)}>{name}</a>
      ))}
      <a href={searchHref(site, alone, '/search/sparql')}>As SPARQL</a>
      <details class="as-command">
        <summary>As command</summary>
        <pre id="command" tabindex={0}>
          {searchCommand(search)}
        </pre>
        <button type="button" class="quiet with-script" data-copy="command">
          Copy
        </button>
      </details>
    </div>
  );
}

interface WhereAndWhenProps {
  readonly site: Site;
  readonly search: SearchState;
  /** Contains the facets `map` and, by the axis of the search, `years` or `ages`. */
  readonly found: FoundResources;
}

/** The map and the time line of a search, with equivalent form fields. */
function WhereAndWhen({ site, search, found }: WhereAndWhenProps) {
  return (
    <section class="where" id="where" aria-label="Where and when">
      <details open>
        <summary>Map and time line</summary>
        <div class="where-and-when">
          <SearchMap site={site} search={search} found={found} />
          <TimeLine
            site={site}
            search={search}
            counts={found.facets?.[timeFacetOfSearch(search)]}
          />
        </div>
      </details>
    </section>
  );
}
