import type { FoundResources } from '../../../search/search-index.ts';
import type { Site } from '../../site.ts';
import type { SearchState } from './search-address.ts';
import { SearchMap } from './search-map.tsx';
import { TimeLine, timeFacet } from './time-line.tsx';

export interface WhereAndWhenProps {
  readonly site: Site;
  readonly search: SearchState;
  /** Has the facets `map` and, by the axis of the search, `years` or `ages`. */
  readonly found: FoundResources;
}

/** The map and the time line of a search, with the fields that do the same without them. */
export function WhereAndWhen({ site, search, found }: WhereAndWhenProps) {
  return (
    <section class="where" id="where" aria-label="Where and when">
      <details open>
        <summary>Map and time line</summary>
        <div class="where-and-when">
          <SearchMap site={site} search={search} found={found} />
          <TimeLine site={site} search={search} counts={found.facets?.[timeFacet(search)]} />
        </div>
      </details>
    </section>
  );
}
