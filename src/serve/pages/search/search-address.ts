import {
  type ConditionName,
  conditionNames,
  type Qualifier,
  type QualifierName,
  qualifierNames,
  searchQualifiers,
} from '../../../search/conditions.ts';
import { optionName } from '../../../search/condition-values.ts';
import { facetNames, type FacetName } from '../../../search/facets.ts';
import { searchSorts, type SearchSort } from '../../../search/search-request.ts';
import { sitePath, type Site } from '../../site.ts';

/** The state of the search page, as its URL has it. The parameters are the options of `search`. */
export interface SearchState {
  /** The texts of each condition. */
  readonly conditions: Readonly<Partial<Record<ConditionName, readonly string[]>>>;
  /** The value of each qualifier: `within` is `yes`. */
  readonly qualifiers: Readonly<Partial<Record<QualifierName, string>>>;
  readonly sort: SearchSort;
  /** Counted from 1. */
  readonly page: number;
  /** The folded facets that are open, in the order of all facets. */
  readonly open: readonly FacetName[];
  /** The facet whose values are all listed. */
  readonly all?: FacetName | undefined;
  /** A text that the labels of the listed values must contain. */
  readonly having?: string | undefined;
  /** The visible part of the world; absent for all of it. */
  readonly map?: MapView | undefined;
  /** The axis of the time line. Default: the calendar. */
  readonly axis: 'Ma' | 'calendar';
}

/** In degrees (WGS 84): the centre of the map and its zoom. */
export interface MapView {
  readonly longitude: number;
  readonly latitude: number;
  /** 0 shows the whole world; each level halves width and height. */
  readonly zoom: number;
}

/** The state of a search without conditions. */
export const wholeSearch: SearchState = {
  conditions: {},
  qualifiers: {},
  sort: 'relevance',
  page: 1,
  open: [],
  axis: 'calendar',
};

/** The name of a condition or qualifier as a parameter; words are `q`, as everywhere on the Web. */
export function parameterOf(name: string): string {
  return name === 'keyword' ? 'q' : optionName(name);
}

/** Reads a URL; invalid display options are ignored. */
export function readSearchState(query: URLSearchParams): SearchState {
  const texts = (name: ConditionName | QualifierName): readonly string[] => [
    ...new Set(query.getAll(parameterOf(name)).filter((text) => text.trim() !== '')),
  ];
  const page = Number(query.get('page') ?? 1);
  const map = readMap(query.get('map'));
  const having = query.get('having')?.trim() ?? '';
  const open = new Set(query.getAll('open'));
  return {
    conditions: {
      ...Object.fromEntries(
        conditionNames
          .map((name) => [name, texts(name)] as const)
          .filter(([, all]) => all.length > 0),
      ),
      ...conditionsOfFields(query),
    },
    qualifiers: Object.fromEntries(
      qualifierNames.flatMap((name) => {
        const [text] = texts(name);
        const isWrong = name === 'within' && text !== 'yes';
        return text === undefined || isWrong ? [] : [[name, text]];
      }),
    ),
    sort: searchSorts.find((sort) => sort === query.get('sort')) ?? 'relevance',
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    open: facetNames.filter((name) => open.has(name)),
    all: facetNames.find((name) => name === query.get('all')),
    ...(having !== '' && { having }),
    ...(map && { map }),
    axis: query.get('axis') === 'Ma' ? 'Ma' : 'calendar',
  };
}

/** The fields of forms that are parts of a condition. */
const fieldNames = ['west', 'south', 'east', 'north', 'from', 'to', 'older', 'younger'] as const;
type FieldName = (typeof fieldNames)[number];

/** Whether a URL comes from a form and has an equivalent without form fields and blanks. */
export function isFormParameter(query: URLSearchParams): boolean {
  return (
    fieldNames.some((name) => query.has(name)) || [...query.values()].some((text) => !text.trim())
  );
}

/** Form fields replace earlier texts of the condition. */
function conditionsOfFields(query: URLSearchParams): SearchState['conditions'] {
  const field = (name: FieldName): string => query.get(name)?.trim() ?? '';
  const [west, south, east, north] = [field('west'), field('south'), field('east'), field('north')];
  const [from, to, older, younger] = [field('from'), field('to'), field('older'), field('younger')];
  const time = from === to ? from : `${from || '..'}/${to || '..'}`;
  return {
    ...(west + south + east + north !== '' && { bbox: [`${west},${south},${east},${north}`] }),
    ...(from + to !== '' && { time: [time] }),
    ...(older + younger !== '' && { age: [`${older || oldestMa}..${younger || 0}Ma`] }),
  };
}

/** More than the age of the Earth, in millions of years. */
const oldestMa = 4600;

/** The closest zoom level of the map. */
export const maxZoom = 5;

function readMap(text: string | null): MapView | undefined {
  const [longitude, latitude, zoom] = (text ?? '').split(',').map(Number);
  if (longitude === undefined || latitude === undefined || zoom === undefined) return undefined;
  const isRight =
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90 &&
    Number.isInteger(zoom) &&
    zoom >= 0 &&
    zoom <= maxZoom;
  return isRight ? { longitude, latitude, zoom } : undefined;
}

/**
 * The parameters of a state in a fixed order, without defaults and without qualifiers whose
 * conditions are missing.
 */
export function searchParameters(state: SearchState): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of conditionNames) {
    for (const text of state.conditions[name] ?? []) parameters.append(parameterOf(name), text);
  }
  for (const name of qualifierNames) {
    const text = state.qualifiers[name];
    if (text !== undefined && isQualifierParameter(name, state))
      parameters.append(parameterOf(name), text);
  }
  for (const [name, text] of shownParameters(state)) parameters.append(name, text);
  return parameters;
}

/** The display options of a search. */
function shownParameters(state: SearchState): readonly (readonly [name: string, text: string])[] {
  const { sort, page, open, all, having, axis, map } = state;
  return [
    ['sort', sort === wholeSearch.sort ? undefined : sort],
    ['page', page === 1 ? undefined : String(page)],
    ...open.map((name) => ['open', name] as const),
    ['all', all],
    ['having', having],
    ['axis', axis === wholeSearch.axis ? undefined : axis],
    ['map', map && [map.longitude, map.latitude, map.zoom].join(',')],
  ].flatMap(([name = '', text]) => (text === undefined ? [] : [[name, text] as const]));
}

/** Whether the condition of a qualifier is present. */
export function isQualifierParameter(name: QualifierName, { conditions }: SearchState): boolean {
  const { of: owners }: Qualifier = searchQualifiers[name];
  return conditionNames.some(
    (each) => owners.includes(each) && (conditions[each] ?? []).length > 0,
  );
}

/** Results per page. */
export const pageSize = 20;

/** The number of the last page; there is one page even without results. */
export function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The same search with other, non-empty texts of a condition; from its first page. */
export function withCondition(
  search: SearchState,
  name: ConditionName,
  texts: readonly string[],
): SearchState {
  const { [name]: _, ...others } = search.conditions;
  const conditions = texts.length === 0 ? others : { ...others, [name]: texts };
  return firstPage({ ...search, conditions });
}

/** The same search without one of the texts of a condition. */
export function withoutText(search: SearchState, name: ConditionName, text: string): SearchState {
  const texts = search.conditions[name] ?? [];
  return withCondition(
    search,
    name,
    texts.filter((each) => each !== text),
  );
}

/** The same search without a qualifier. */
export function withoutQualifier(search: SearchState, name: QualifierName): SearchState {
  const { [name]: _, ...qualifiers } = search.qualifiers;
  return firstPage({ ...search, qualifiers });
}

/** A changed search starts at its first page. */
function firstPage(search: SearchState): SearchState {
  return { ...search, page: 1, all: undefined, having: undefined };
}

/** The conditions alone, without display options: for files, feeds and queries. */
export function searchForOnly({ conditions, qualifiers, sort }: SearchState): SearchState {
  return { ...wholeSearch, conditions, qualifiers, sort };
}

/**
 * The path of a search with its query.
 * @param state parts of the state; the others have their defaults
 * @param path of the page, or of a file with the results
 */
export function searchHref(site: Site, state: Partial<SearchState>, path = '/'): string {
  const query = searchParameters({ ...wholeSearch, ...state }).toString();
  return sitePath(site, path) + (query === '' ? '' : `?${query}`);
}
