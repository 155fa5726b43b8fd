import { folded, words } from '../facts/text/fold.ts';
import { UsageFault } from '../model/fault.ts';
import { printable } from '../text/printable.ts';
import type { ColumnName } from './columns/columns.ts';
import {
  conditionNames,
  searchConditions,
  wholeNameOf,
  type Condition,
  type ConditionName,
  type Find,
} from './conditions.ts';
import { facetNames, searchFacets, type FacetsAsked } from './facets.ts';
import { assertQualified, qualifierNames } from './qualifiers.ts';
import { searchSorts, type SearchRequest, type SearchSort } from './search-request.ts';

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

/** More would take seconds of a large catalogue; a title that is copied has fewer. */
const mostWords = 100;

/**
 * @throws {UsageFault} where a condition cannot be read, a qualifier goes with none, or a value is
 *   none of those that there are
 */
export function readSearch(request: SearchRequest): Search {
  assertValues(request);
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
  const looks = given.flatMap((name) => (request[name] ?? []).map((text) => looksFor(name, text)));
  const looked = looks.reduce((sum, each) => sum + each, 0);
  if (looked > mostWords) {
    const count = looked.toLocaleString('en');
    throw new UsageFault(`a search takes ${mostWords} words at most, and these are ${count}`);
  }
  const role = request.role === undefined ? undefined : folded(request.role);
  return { conditions, sort, offset, limit, facets, facetLimit, role, columns, words: asked };
}

/** What is looked for word by word, unless an equals sign says that it is a whole name. */
const wordConditions: ReadonlySet<ConditionName> = new Set([
  'keyword',
  'place',
  'variable',
  'person',
  'organization',
  'publisher',
  'funder',
]);

/** How many words are looked for: what is compared as a whole, such as a geometry, is one. */
function looksFor(name: ConditionName, text: string): number {
  if (!wordConditions.has(name)) return 1;
  return name !== 'keyword' && wholeNameOf(text) !== undefined ? 1 : words(text).length;
}

/** What a value is to be, and in words. */
interface ValueKind {
  readonly isOf: (value: unknown) => boolean;
  readonly meaning: string;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const texts: ValueKind = {
  isOf: (value) => Array.isArray(value) && value.every(isText),
  meaning: 'a list of texts',
};
const count: ValueKind = {
  isOf: (value) => typeof value === 'number' && value >= 0,
  meaning: 'a number from 0',
};
const isAmong = (names: readonly unknown[]) => (value: unknown) => names.includes(value);

/** Of everything that a request can have. */
const valueKinds: ReadonlyMap<string, ValueKind> = new Map([
  ...conditionNames.map((name) => [name, texts] as const),
  ...qualifierNames.map((name) => [name, { isOf: isText, meaning: 'a text' }] as const),
  ['within', { isOf: (value) => typeof value === 'boolean', meaning: 'true or false' }],
  ['offset', count],
  ['limit', count],
  ['facetLimit', count],
  ['sort', { isOf: isAmong(searchSorts), meaning: `one of ${searchSorts.join(', ')}` }],
  [
    'facets',
    {
      isOf: (value) => Array.isArray(value) && value.every(isAmong(facetNames)),
      meaning: `a list of some of ${facetNames.join(', ')}`,
    },
  ],
]);

/**
 * What is asked may come from a form or an address.
 * @throws {UsageFault} where a value is not of its kind, or nothing has its name
 */
function assertValues(request: SearchRequest): void {
  for (const [name, value] of Object.entries(request) as [string, unknown][]) {
    const kind = valueKinds.get(name);
    if (kind === undefined) throw new UsageFault(`a search has no ${printable(name)}`);
    if (value !== undefined && !kind.isOf(value)) {
      throw new UsageFault(`${name} of a search is ${kind.meaning}`);
    }
  }
}
