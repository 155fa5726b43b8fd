import { z } from 'zod';
import type { AgeRange, Box, Period } from '../../model/search-facts.ts';
import { type ResourceLinks, searchCsv, searchGeoJsonText } from '../../render/search-formats.ts';
import {
  type Condition,
  conditionNames,
  type Qualifier,
  qualifierNames,
  searchConditions,
  searchQualifiers,
} from '../../search/conditions.ts';
import { type FacetCounts, facetNames, searchFacets } from '../../search/facets.ts';
import type {
  ConditionCounts,
  FoundResource,
  SearchAnswer,
  SearchResult,
} from '../../search/search-answer.ts';
import { streamSearchResults } from '../../search/search-index.ts';
import { type SearchRequest, searchSorts } from '../../search/search-request.ts';
import { UsageFault } from '../../model/fault.ts';
import type { CatalogueState } from '../open-catalogue.ts';
import { pageKey } from '../page-keys.ts';
import type { PageAnswer, PageRequest } from '../page.ts';
import { parameterOf } from '../pages/search/search-address.ts';
import { resourceLinks } from '../parts/addresses.ts';
import {
  type AnswerOf,
  defineEndpoint,
  linksOfPage,
  namedSchema,
  nextCursor,
  nextLinkHeaders,
  pageLinks,
  pageParameters,
  unknownNames,
} from './endpoint.ts';

const path = '/api/search';

/** A box of degrees. */
export const boxSchema = namedSchema(
  'Box',
  z.strictObject({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
  'In degrees (WGS 84).',
) satisfies z.ZodType<Box>;

/** A calendar time. */
export const periodSchema = namedSchema(
  'Period',
  z.strictObject({ start: z.string().exactOptional(), end: z.string().exactOptional() }),
  'A calendar time, each end as exact as published (ISO 8601); an absent end is open.',
) satisfies z.ZodType<Period>;

/** A geologic time. */
export const ageRangeSchema = namedSchema(
  'AgeRange',
  z.strictObject({ older: z.number(), younger: z.number() }),
  'A geologic time, in millions of years before present.',
) satisfies z.ZodType<AgeRange>;

const searchResult = z.strictObject({
  key: z
    .string()
    .describe('the key of the resource, equal for all spellings of the IRI, and in all records'),
  iri: z.string().exactOptional().describe('as published in the record that was found'),
  title: z.string().exactOptional(),
  types: z.array(z.string()).describe('IRIs'),
  description: z.string().exactOptional(),
  from: z
    .strictObject({ title: z.string().exactOptional(), types: z.string().exactOptional() })
    .describe('the graphs of the records that state title and types'),
  variables: z.array(z.string()),
  periods: z.array(periodSchema),
  ages: z.array(ageRangeSchema),
  timeNames: z.array(z.string()),
  boxes: z.array(boxSchema),
  placeNames: z.array(z.string()),
  records: z.array(
    z.strictObject({
      graph: z.string(),
      documentUrl: z.string(),
      sources: z.array(z.string()),
      matched: z.boolean().describe('whether its facts meet the conditions'),
    }),
  ),
}) satisfies z.ZodType<SearchResult>;

const linkedResult = namedSchema(
  'SearchResult',
  searchResult.extend({
    pageKey: z.string().describe('of its page, for `/api/datasets/{pageKey}`'),
    links: z
      .strictObject({ dataset: z.string(), page: z.string() })
      .describe('absolute URLs: the resource in this interface, and its page'),
  }),
  'A resource that meets the conditions.',
);

const facetCounts = namedSchema(
  'FacetCounts',
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('values'),
      total: z.int().describe('the number of different values'),
      values: z.array(
        z.strictObject({
          asked: z.string().describe('the value of the parameter that finds these results'),
          label: z.string(),
          count: z.int(),
        }),
      ),
      without: z.int().describe('the number of resources without a value'),
    }),
    z.strictObject({
      kind: z.literal('histogram'),
      unit: z.enum(['year', 'Ma']),
      bins: z.array(z.strictObject({ begin: z.number(), end: z.number(), count: z.int() })),
      without: z.int(),
    }),
    z.strictObject({
      kind: z.literal('map'),
      cellSize: z.number().describe('in degrees'),
      cells: z.array(z.strictObject({ west: z.number(), south: z.number(), count: z.int() })),
      large: z.int().describe('the number of resources with a place too large for the map'),
      without: z.int(),
    }),
  ]),
  'Numbers of resources by value, time or place.',
) satisfies z.ZodType<FacetCounts>;

/** Each name with the schema of its value. */
function membersOf<Name extends string, Schema extends z.ZodType>(
  names: readonly Name[],
  schemaOf: (name: Name) => Schema,
): Record<Name, Schema> {
  // The keys are exactly the names.
  return Object.fromEntries(names.map((name) => [name, schemaOf(name)])) as Record<Name, Schema>;
}

const searchAnswer = namedSchema(
  'SearchAnswer',
  z.strictObject({
    total: z.int().describe('the number of resources that meet the conditions'),
    results: z.array(linkedResult),
    facets: z
      .strictObject(membersOf(facetNames, () => facetCounts.exactOptional()))
      .exactOptional(),
    withoutCondition: z
      .strictObject(membersOf(conditionNames.map(parameterOf), () => z.int().exactOptional()))
      .exactOptional()
      .describe('if several conditions find nothing: the number found without each parameter'),
    unknown: unknownNames.describe(
      'sources that the catalogue does not have; if nothing is found, also types',
    ),
    next: nextCursor,
    links: pageLinks,
  }),
);
searchAnswer satisfies z.ZodType<Partial<Omit<SearchAnswer, 'withoutCondition'>>>;

const geoJson = namedSchema(
  'SearchGeoJson',
  z.looseObject({
    type: z.literal('FeatureCollection'),
    numberMatched: z.int(),
    features: z.array(z.looseObject({ type: z.literal('Feature'), id: z.string() })),
  }),
  'GeoJSON (RFC 7946); a feature a resource.',
);

/** `--bbox` in the description of a condition is the parameter `bbox`. */
function aboutParameter(text: string): string {
  return text.replaceAll(/--([a-z-]+)/gu, '`$1`');
}

const conditionParameters = membersOf(conditionNames, (name) => {
  const { meaning, repeated }: Condition = searchConditions[name];
  const several = repeated === 'all' ? 'all must match' : 'one must match';
  return z
    .array(z.string())
    .optional()
    .describe(`${aboutParameter(meaning)}; of several values, ${several}`);
});
const qualifierParameters = {
  ...membersOf(
    qualifierNames.filter((name) => name !== 'within'),
    (name) => {
      const { meaning }: Qualifier = searchQualifiers[name];
      return z.string().optional().describe(aboutParameter(meaning));
    },
  ),
  within: z
    .enum(['true', 'false'])
    .optional()
    .describe(aboutParameter(searchQualifiers.within.meaning)),
};

/** The parameters by the names that they have in a URL. */
const renamed = Object.fromEntries(
  Object.entries({ ...conditionParameters, ...qualifierParameters }).map(([name, schema]) => [
    parameterOf(name as keyof typeof conditionParameters), // its own names
    schema,
  ]),
);

const formats = ['json', 'geojson', 'csv'] as const;
const mediaTypes = {
  json: 'application/json',
  geojson: 'application/geo+json',
  csv: 'text/csv',
} as const satisfies Record<(typeof formats)[number], string>;

const facetMeanings = facetNames.map((name) => `${name}: ${searchFacets[name].meaning}`).join('; ');

const displayParameters = {
  sort: z
    .enum(searchSorts)
    .default('relevance')
    .describe('the order of the results; time and modified begin with the latest'),
  ...pageParameters({ least: 0, most: 1000 }),
  facets: z
    .array(z.enum(facetNames))
    .optional()
    .describe(
      'count the results by each of these, ignoring the condition on it; JSON only. ' +
        facetMeanings,
    ),
  facetLimit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(20)
    .describe('the number of values of each facet, the most frequent first'),
  format: z
    .enum(formats)
    .optional()
    .describe('the format of the answer, in place of the field Accept'),
};

/** `/api/search`: the conditions of the search page. */
export const searchEndpoint = defineEndpoint({
  path,
  summary: 'Find resources',
  description:
    'Finds the resources that meet all conditions, as the search page and the command `search` ' +
    'do. One record about the resource must meet all of them.',
  parameters: { ...renamed, ...displayParameters },
  answers: searchAnswer,
  otherTypes: { 'application/geo+json': geoJson, 'text/csv': undefined },
  answer: answerSearch,
});

type Given = z.output<z.ZodObject<typeof displayParameters>> & Readonly<Record<string, unknown>>;

function answerSearch(request: PageRequest, given: Given): PageAnswer {
  const { state, mediaType } = request;
  const { format, facets, facetLimit, limit } = given;
  const type = format === undefined ? mediaType : mediaTypes[format];
  const asked = searchRequestOf(given);
  const isJson = type === mediaTypes.json;
  if (!isJson && facets !== undefined) throw new UsageFault('facets needs the format json.');
  assertFacets(request, facets);
  const { index, snapshot } = state;
  const { found, unknown, ...selected } = streamSearchResults(index, snapshot, {
    ...asked,
    facets,
    facetLimit,
  });
  const links = linksOfPage(request, path, selected.next);
  const headers = nextLinkHeaders(links);
  const results = resultsOf(found);
  const linksOf = (key: string): ResourceLinks => resourceLinks(request.site, key);
  if (type === mediaTypes.csv) {
    return { contentType: csvMediaType, headers, body: searchCsv(results, linksOf) };
  }
  const { total, withoutCondition } = selected;
  const named = total === 0 ? unknown : unknownSources(state, asked.source);
  const others = {
    ...selected,
    ...(withoutCondition && { withoutCondition: byParameter(withoutCondition) }),
    ...(named.length > 0 && { unknown: named }),
    links,
  };
  const text = isJson
    ? searchJsonText(others, results, linksOf)
    : searchGeoJsonText({ total, results, linksOf });
  return { contentType: type, headers, body: limit > maxAtOnce ? text : [...text].join('') };
}

/** @throws {UsageFault} for a number of values of no facet */
function assertFacets({ query }: PageRequest, facets: Given['facets']): void {
  if (facets === undefined && query.has('facetLimit')) {
    throw new UsageFault('facetLimit needs facets.');
  }
}

/** Counted once for each state of the catalogue, unlike the names of a search without results. */
function unknownSources({ resources }: CatalogueState, asked: readonly string[] = []) {
  if (asked.length === 0) return [];
  const { ofSource } = resources();
  const known = [...ofSource.keys()];
  return asked
    .filter((name) => !ofSource.has(name))
    .map((name) => ({ condition: 'source', asked: name, known }) as const);
}

function byParameter(counts: ConditionCounts): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [parameterOf(name), count]),
  );
}

const csvMediaType = 'text/csv; charset=utf-8; header=present';

/** More results are read in turns with other requests, while they are sent. */
const maxAtOnce = 100;

function searchRequestOf(given: Given): SearchRequest {
  const { sort, limit, after } = given;
  const texts = Object.fromEntries(
    [...conditionNames, ...qualifierNames].flatMap((name) => {
      const value = given[parameterOf(name)];
      return value === undefined || name === 'within' ? [] : [[name, value]];
    }),
  );
  const { within } = given;
  return { ...texts, ...(within === 'true' && { within: true }), sort, limit, after };
}

function* resultsOf(found: Iterable<FoundResource>): Generator<SearchResult> {
  for (const { result } of found) yield result;
}

/** The JSON of `search --format json` with links, a result a line. */
function* searchJsonText(
  { total, ...others }: Omit<AnswerOf<typeof searchAnswer>, 'results'>,
  results: Iterable<SearchResult>,
  linksOf: (key: string) => ResourceLinks,
): Generator<string> {
  yield `{"total":${total},"results":[`;
  let separator = '\n';
  for (const result of results) {
    const { key } = result;
    const linked: AnswerOf<typeof linkedResult> = {
      ...result,
      pageKey: pageKey(key),
      links: linksOf(key),
    };
    yield separator + JSON.stringify(linked);
    separator = ',\n';
  }
  yield `\n],\n${JSON.stringify(others).slice(1)}\n`;
}
