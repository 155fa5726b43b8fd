import { foldedWords, foldText } from '../facts/text/word-folding.ts';
import { UsageFault } from '../model/fault.ts';
import { escapeControls } from '../text/printable.ts';
import type { ColumnName, LackablePart } from './columns/columns.ts';
import {
  assertQualified,
  type Condition,
  type ConditionMatcher,
  type ConditionName,
  conditionNames,
  qualifierNames,
  type Qualifiers,
  searchConditions,
} from './conditions.ts';
import { parseWholeName } from './condition-values.ts';
import { type FacetName, facetNames, type FacetRequest, searchFacets } from './facets.ts';
import { readCursor, type ResultPosition, searchDigest } from './search-cursor.ts';

/** The texts of each condition in the syntax of `searchConditions`. */
export type SearchConditions = {
  readonly [Name in ConditionName]?: readonly string[] | undefined;
};

/**
 * A search request. All conditions must match, within the facts of one record about one resource.
 * Repeated conditions must all match, or any of them, as stated in `searchConditions`.
 */
export interface SearchRequest extends SearchConditions, Qualifiers {
  /** Keys of resources, of which a result has one (`SearchResult.key`); an empty list finds none. */
  readonly resources?: readonly string[] | undefined;
  /** Schemes of `identifierName`, such as `doi`: in addition to those that `identifier` finds. */
  readonly identifierSchemes?: readonly string[] | undefined;
  /**
   * Whether `bbox` also matches records without a place on the map, and `time` records without a
   * calendar time (OGC 17-069r4, /req/core/fc-bbox-response C and /req/core/fc-time-response C).
   */
  readonly orLacking?: boolean | undefined;
  readonly sort?: SearchSort | undefined;
  /** Number of results to skip; default: 0. */
  readonly offset?: number | undefined;
  /**
   * The `next` of an answer to a request with the same conditions and sort order: the results
   * continue behind it, wherever other results were added or removed meanwhile. Excludes `offset`.
   */
  readonly after?: string | undefined;
  /** Maximum number of results; default: all. */
  readonly limit?: number | undefined;
  /** The facets to count. */
  readonly facets?: readonly FacetName[] | undefined;
  /** Maximum number of values of each facet, the most frequent first; default: all. */
  readonly facetLimit?: number | undefined;
}

/** Sort orders. `relevance` ranks by words, and equals `title` without words. */
export const searchSorts = ['relevance', 'title', 'time', 'modified'] as const;

/** One of `searchSorts`. */
export type SearchSort = (typeof searchSorts)[number];

/** A parsed request. */
export interface ParsedSearch extends FacetRequest {
  readonly conditions: readonly ParsedCondition[];
  readonly sort: SearchSort;
  readonly offset: number;
  readonly after: ResultPosition | undefined;
  /** Identifies its conditions and sort order in cursors. */
  readonly digest: string;
  readonly limit: number;
  /** The columns needed to answer it. */
  readonly columns: readonly ColumnName[];
  /** The words of all conditions; `TextTable` skips texts without any of them. */
  readonly words: readonly string[];
}

/** A condition of a request, ready to be matched. */
export interface ParsedCondition {
  readonly name: ConditionName;
  readonly repeated: Condition['repeated'];
  /** One for each text of the condition. */
  readonly finds: readonly ConditionMatcher[];
}

const sortColumns = {
  relevance: [],
  title: [],
  time: ['periods', 'ages'],
  modified: ['dates'],
} as const satisfies Record<SearchSort, readonly ColumnName[]>;

/** More would take seconds in a large catalogue; copied titles have fewer. */
const mostWords = 100;

/**
 * Parses a request.
 * @throws {UsageFault} for invalid conditions, qualifiers without their condition, invalid values,
 *   or a cursor of another search
 */
export function parseSearchRequest(request: SearchRequest): ParsedSearch {
  assertValues(request);
  const given = conditionNames.filter((name) => isGiven(request, name));
  assertQualified(request, new Set(given));
  const { sort = 'relevance', offset = 0, limit = Infinity } = request;
  const digest = searchDigest(request, sort, given);
  const after = request.after === undefined ? undefined : readCursor(request.after, digest);
  if (after !== undefined && offset > 0) {
    throw new UsageFault('a search takes offset or after, not both');
  }
  const { facets = [], facetLimit = Infinity } = request;
  const conditions = [
    ...given.map((name) => parseCondition(request, name)),
    ...(request.resources === undefined ? [] : [resourceCondition(request.resources)]),
  ];
  const columns: readonly ColumnName[] = [
    ...given.flatMap((name): readonly ColumnName[] => searchConditions[name].columns),
    ...facets.flatMap((name) => searchFacets[name].columns),
    ...sortColumns[sort],
  ];
  const allWords = given.flatMap((name) => request[name] ?? []).flatMap(foldedWords);
  const words = given.flatMap((name) =>
    (request[name] ?? []).map((text) => countWords(name, text)),
  );
  const wordCount = words.reduce((sum, each) => sum + each, 0);
  if (wordCount > mostWords) {
    throw new UsageFault(
      `a search takes at most ${mostWords} words, but ${wordCount.toLocaleString('en')} were given`,
    );
  }
  const role = request.role === undefined ? undefined : foldText(request.role);
  const page = { sort, offset, after, digest, limit } as const;
  return { conditions, ...page, facets, facetLimit, role, columns, words: allWords };
}

/** What a record may lack instead of matching a condition: see `SearchRequest.orLacking`. */
const lackedParts: Partial<Record<ConditionName, LackablePart>> = { bbox: 'place', time: 'time' };

function isGiven(request: SearchRequest, name: ConditionName): boolean {
  const schemes = name === 'identifier' ? request.identifierSchemes : undefined;
  return [...(request[name] ?? []), ...(schemes ?? [])].length > 0;
}

function parseCondition(request: SearchRequest, name: ConditionName): ParsedCondition {
  const { read, repeated }: Condition = searchConditions[name];
  const finds = (request[name] ?? []).map((text) => read(text, request));
  const lacked = request.orLacking === true ? lackedParts[name] : undefined;
  if (lacked !== undefined) finds.push(searchConditions.lacking.read(lacked));
  if (name === 'identifier') finds.push(...(request.identifierSchemes ?? []).map(findScheme));
  return { name, repeated, finds };
}

/** Finds resources with an identifier of a scheme, or whose key is one. */
function findScheme(scheme: string): ConditionMatcher {
  return ({ columns, entries: { resources, resourceOfEntry } }) => {
    const { names, entries } = columns.get('identifiers');
    const found = entries.ownersOfAny(names.numbersWithStart(`${scheme}:`));
    found.addAll(resourceOfEntry.ownersOfAny(resources.numbersWithStart(`${scheme}:`)));
    return found;
  };
}

function resourceCondition(keys: readonly string[]): ParsedCondition {
  const find: ConditionMatcher = ({ entries: { resources, resourceOfEntry } }) =>
    resourceOfEntry.ownersOfAny(resources.numbersOf(keys));
  return { name: 'identifier', repeated: 'any', finds: [find] };
}

/** Conditions that match word by word, unless `=` marks a complete name. */
const wordConditions: ReadonlySet<ConditionName> = new Set([
  'keyword',
  'place',
  'variable',
  'person',
  'organization',
  'publisher',
  'funder',
]);

/** The number of words to search; values compared as a whole, such as geometries, count as one. */
function countWords(name: ConditionName, text: string): number {
  if (!wordConditions.has(name)) return 1;
  return name !== 'keyword' && parseWholeName(text) !== undefined ? 1 : foldedWords(text).length;
}

/** A type of request values. */
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
const isOneOf = (names: readonly unknown[]) => (value: unknown) => names.includes(value);

/** For all members of a request. */
const valueKinds: ReadonlyMap<string, ValueKind> = new Map([
  ...conditionNames.map((name) => [name, texts] as const),
  ...qualifierNames.map((name) => [name, { isOf: isText, meaning: 'a text' }] as const),
  ['within', { isOf: (value) => typeof value === 'boolean', meaning: 'true or false' }],
  ['resources', texts],
  ['identifierSchemes', texts],
  ['orLacking', { isOf: (value) => typeof value === 'boolean', meaning: 'true or false' }],
  ['offset', count],
  ['after', { isOf: isText, meaning: 'a text' }],
  ['limit', count],
  ['facetLimit', count],
  ['sort', { isOf: isOneOf(searchSorts), meaning: `one of ${searchSorts.join(', ')}` }],
  [
    'facets',
    {
      isOf: (value) => Array.isArray(value) && value.every(isOneOf(facetNames)),
      meaning: `a list of some of ${facetNames.join(', ')}`,
    },
  ],
]);

/**
 * Requests may come from forms and URLs.
 * @throws {UsageFault} for unknown members and values of the wrong type
 */
function assertValues(request: SearchRequest): void {
  for (const [name, value] of Object.entries(request) as [string, unknown][]) {
    const kind = valueKinds.get(name);
    if (kind === undefined)
      throw new UsageFault(`a search has no condition ${escapeControls(name)}`);
    if (value !== undefined && !kind.isOf(value)) {
      throw new UsageFault(`${name} of a search must be ${kind.meaning}`);
    }
  }
}
