import { words } from '../facts/text/fold.ts';
import type { ColumnName } from './columns/columns.ts';
import {
  conditionNames,
  searchConditions,
  type Condition,
  type ConditionName,
  type Find,
} from './conditions.ts';
import { searchFacets, type FacetsAsked } from './facets.ts';
import { assertQualified } from './qualifiers.ts';
import type { SearchRequest, SearchSort } from './search-request.ts';

/** A request as it was read. */
export interface Search extends FacetsAsked {
  readonly conditions: readonly ReadCondition[];
  readonly sort: SearchSort;
  readonly offset: number;
  readonly limit: number;
  /** What of entries must be known to answer it. */
  readonly columns: readonly ColumnName[];
  /** The words in all texts of its conditions: what holds none of them is found by no word. */
  readonly words: readonly string[];
}

export interface ReadCondition {
  readonly name: ConditionName;
  readonly repeated: Condition['repeated'];
  /** One for each of its texts. */
  readonly finds: readonly Find[];
}

const sortColumns = {
  relevance: [],
  title: [],
  time: ['periods', 'ages'],
  modified: ['dates'],
} as const satisfies Record<SearchSort, readonly ColumnName[]>;

/** @throws {UsageFault} where a condition cannot be read, or a qualifier goes with none */
export function readSearch(request: SearchRequest): Search {
  const given = conditionNames.filter((name) => (request[name] ?? []).length > 0);
  assertQualified(request, new Set(given));
  const { sort = 'relevance', offset = 0, limit = Infinity } = request;
  const { facets = [], facetLimit = Infinity } = request;
  const conditions = given.map((name): ReadCondition => {
    const { read, repeated }: Condition = searchConditions[name];
    return { name, repeated, finds: (request[name] ?? []).map((text) => read(text, request)) };
  });
  const columns: readonly ColumnName[] = [
    ...given.flatMap((name): readonly ColumnName[] => searchConditions[name].columns),
    ...facets.flatMap((name) => searchFacets[name].columns),
    ...sortColumns[sort],
  ];
  const asked = given.flatMap((name) => request[name] ?? []).flatMap(words);
  return { conditions, sort, offset, limit, facets, facetLimit, columns, words: asked };
}
