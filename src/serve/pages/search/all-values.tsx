import { folded } from '../../../facts/text/fold.ts';
import type { FacetName, FacetValues } from '../../../search/facets.ts';
import { searchContent } from '../../../search/search-index.ts';
import type { SearchRequest } from '../../../search/search-request.ts';
import { amount, grouped } from '../../../text/amounts.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import { sitePath, type Site } from '../../site.ts';
import { FacetItems, facetTitle, labelOf } from './facets.tsx';
import { HiddenFields } from './hidden-fields.tsx';
import { searchHref, type SearchState } from './search-address.ts';

/** More would be a page that nobody reads; the field above finds the others. */
const mostListed = 500;

/** The values of one facet that are listed, and how many there are. */
export interface AllValues {
  readonly name: FacetName;
  readonly counted: FacetValues;
  /** How many have the text in them that is asked for. */
  readonly matching: number;
}

/** Counts all values of the facet of a search; undefined where it has none to list. */
export function countAllValues(
  { index, snapshot }: CatalogueState,
  request: SearchRequest,
  { all: name, having }: SearchState,
): AllValues | undefined {
  if (name === undefined || facetTitle(name) === undefined) return undefined;
  const facetLimit = having === undefined ? mostListed : undefined;
  const { facets } = searchContent(index, snapshot, {
    ...request,
    limit: 0,
    facets: [name],
    facetLimit,
  });
  const counted = facets?.[name];
  if (counted?.kind !== 'values') return undefined;
  if (having === undefined) return { name, counted, matching: counted.total };
  const wanted = folded(having);
  const values = counted.values.filter(({ label }) =>
    folded(labelOf(name, label)).includes(wanted),
  );
  const listed = { ...counted, values: values.slice(0, mostListed) };
  return { name, counted: listed, matching: values.length };
}

interface AllValuesListProps {
  readonly site: Site;
  readonly search: SearchState;
  readonly values: AllValues;
}

/** All values of one facet, with a field that finds some of them. */
export function AllValuesList({ site, search, values }: AllValuesListProps) {
  const { name, counted, matching } = values;
  const { having } = search;
  const left = matching - counted.values.length;
  return (
    <section class="all-values" aria-labelledby="all-values">
      <p>
        <a href={searchHref(site, { ...search, all: undefined, having: undefined })}>
          Back to the results
        </a>
      </p>
      <h2 id="all-values">
        {facetTitle(name)}{' '}
        <span class="count">{amount(counted.total, 'value')}, the most frequent first</span>
      </h2>
      <form class="having" action={sitePath(site, '/')}>
        <HiddenFields search={{ ...search, having: undefined }} />
        <label for="having">Only values with</label>
        <input id="having" name="having" type="search" value={having} autocomplete="off" />
        <button>Show</button>
      </form>
      {having === undefined ? null : (
        <p>
          {matching === 0 ? 'No value has' : `${amount(matching, 'value')} with`} <b>{having}</b>.{' '}
          <a href={searchHref(site, { ...search, having: undefined })}>Show all values</a>
        </p>
      )}
      <FacetItems {...{ site, search, name, counted }} />
      {left > 0 ? (
        <p class="soft">
          {grouped(left)} less frequent {left === 1 ? 'value is' : 'values are'} left out: the field
          above finds them.
        </p>
      ) : null}
    </section>
  );
}
