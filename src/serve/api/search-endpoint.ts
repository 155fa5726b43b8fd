import { z } from 'zod';
import type { AgeRange, Box, Period } from '../../model/search-facts.ts';
import { searchCsv, searchGeoJsonText } from '../../render/search-formats.ts';
import {
  type Condition,
  conditionNames,
  type Qualifier,
  qualifierNames,
  searchConditions,
  searchQualifiers,
} from '../../search/conditions.ts';
import { type FacetCounts, facetNames, searchFacets } from '../../search/facets.ts';
import type { FoundResource, SearchAnswer, SearchResult } from '../../search/search-answer.ts';
import { searchIndexContent, streamSearchResults } from '../../search/search-index.ts';
import { type SearchRequest, searchSorts } from '../../search/search-request.ts';
import { pageKey } from '../page-keys.ts';
import type { PageAnswer, PageRequest } from '../page.ts';
import { parameterOf } from '../pages/search/search-address.ts';
import { type Site, urlOnSite } from '../site.ts';
import {
  type AnswerOf,
  defineEndpoint,
  jsonAnswer,
  linksOfPage,
  named,
  nextCursor,
  nextLinkHeaders,
  pageLinks,
  pageParameters,
} from './endpoint.ts';

const path = '/api/search';

/** A box of degrees. */
export const box = named(
  'Box',
  z.strictObject({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
  'In degrees (WGS 84).',
) satisfies z.ZodType<Box>;

/** A calendar time. */
export const period = named(
  'Period',
  z.strictObject({ start: z.string().exactOptional(), end: z.string().exactOptional() }),
  'A calendar time, each end as exact as published (ISO 8601); an absent end is open.',
) satisfies z.ZodType<Period>;

/** A geologic time. */
export const ageRange = named(
  'AgeRange',
  z.strictObject({ older: z.number(), younger: z.number() }),
  'A geologic time, in millions of years before present.',
) satisfies z.ZodType<AgeRange>;

const searchResult = z.strictObject({
  key: z.string().describe('equal for all spellings of the IRI, and in all records'),
  iri: z.string().exactOptional().describe('as published in the record that was found'),
  title: z.string().exactOptional(),
  types: z.array(z.string()).describe('IRIs'),
  description: z.string().exactOptional(),
  from: z
    .strictObject({ title: z.string().exactOptional(), types: z.string().exactOptional() })
    .describe('the graphs of the records that state title and types'),
  variables: z.array(z.string()),
  periods: z.array(period),
  ages: z.array(ageRange),
  timeNames: z.array(z.string()),
  boxes: z.array(box),
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

const linkedResult = named(
  'SearchResult',
  searchResult.extend({
    links: z
      .strictObject({ dataset: z.string(), page: z.string() })
      .describe('absolute URLs: the resource in this interface, and its page'),
  }),
  'A resource that meets the conditions.',
);

const facetCounts = named(
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

const searchAnswer = named(
  'SearchAnswer',
  z.strictObject({
    total: z.int().describe('the number of resources that meet the conditions'),
    results: z.array(linkedResult),
    facets: z
      .strictObject(membersOf(facetNames, () => facetCounts.exactOptional()))
      .exactOptional(),
    withoutCondition: z
      .strictObject(membersOf(conditionNames, () => z.int().exactOptional()))
      .exactOptional()
      .describe('if several conditions find nothing: the number found without each of them'),
    next: nextCursor,
    links: pageLinks,
  }),
) satisfies z.ZodType<
  Pick<SearchAnswer, 'facets' | 'next' | 'results' | 'total' | 'withoutCondition'>
>;

const geoJson = named(
  'SearchGeoJson',
  z.looseObject({
    type: z.literal('FeatureCollection'),
    numberMatched: z.int(),
    features: z.array(z.looseObject({ type: z.literal('Feature'), id: z.string() })),
  }),
  'GeoJSON (RFC 7946); a feature a resource.',
);

/** `--bbox` in a text about options is the parameter `bbox`. */
function aboutParameter(text: string): string {
  return text.replaceAll(/--([a-z-]+)/gu, '`$1`');
}

const conditionParameters = {
  ...membersOf(conditionNames, (name) => {
    const { meaning, repeated }: Condition = searchConditions[name];
    const several = repeated === 'all' ? 'all must match' : 'one must match';
    return z
      .array(z.string())
      .optional()
      .describe(`${aboutParameter(meaning)}; of several values, ${several}`);
  }),
};
const qualifierParameters = {
  ...membersOf(
    qualifierNames.filter((name) => name !== 'within'),
    (name) => {
      const { meaning }: Qualifier = searchQualifiers[name];
      return z.string().optional().describe(aboutParameter(meaning));
    },
  ),
  within: z
    .enum(['true', 'false', 'yes'])
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
  const { format, facets, facetLimit } = given;
  const type = format === undefined ? mediaType : mediaTypes[format];
  const asked = searchRequestOf(given);
  if (type === mediaTypes.json) {
    const answer = searchIndexContent(state.index, state.snapshot, {
      ...asked,
      facets,
      facetLimit,
    });
    return jsonPage(request, answer);
  }
  const { total, next, found } = streamSearchResults(state.index, state.snapshot, asked);
  const headers = nextLinkHeaders(linksOfPage(request, path, next));
  const results = resultsOf(found);
  return type === mediaTypes.csv
    ? { contentType: 'text/csv; charset=utf-8; header=present', headers, body: searchCsv(results) }
    : { contentType: type, headers, body: searchGeoJsonText({ total, results }) };
}

function searchRequestOf(given: Given): SearchRequest {
  const { sort, limit, after } = given;
  const texts = Object.fromEntries(
    [...conditionNames, ...qualifierNames].flatMap((name) => {
      const value = given[parameterOf(name)];
      return value === undefined || name === 'within' ? [] : [[name, value]];
    }),
  );
  const { within } = given;
  return { ...texts, ...(isTrue(within) && { within: true }), sort, limit, after };
}

function isTrue(value: unknown): boolean {
  return value === 'true' || value === 'yes';
}

function* resultsOf(found: Iterable<FoundResource>): Generator<SearchResult> {
  for (const { result } of found) yield result;
}

/** The JSON of `search --format json`, with links. */
function jsonPage(
  request: PageRequest,
  answer: Omit<SearchAnswer, 'results'> & { readonly found: readonly FoundResource[] },
): PageAnswer {
  const { total, found, facets, withoutCondition, next } = answer;
  const links = linksOfPage(request, path, next);
  const page: AnswerOf<typeof searchAnswer> = {
    total,
    results: found.map(({ result }) => linked(request.site, result)),
    ...(facets && { facets }),
    ...(withoutCondition && { withoutCondition }),
    ...(next !== undefined && { next }),
    links,
  };
  return jsonAnswer(page, nextLinkHeaders(links));
}

function linked(site: Site, result: SearchResult): AnswerOf<typeof linkedResult> {
  const key = pageKey(result.key);
  const links = {
    dataset: urlOnSite(site, `/api/datasets/${key}`),
    page: urlOnSite(site, `/dataset/${key}`),
  };
  return { ...result, links };
}
