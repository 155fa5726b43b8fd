import { z } from 'zod';
import { version } from '../../version.ts';
import { type PageRoute, problemAnswer, type StatelessRequest, type TextAnswer } from '../page.ts';
import { urlOnSite } from '../site.ts';
import { defineEndpoint, type Endpoint, jsonAnswer, namedSchema } from './endpoint.ts';
import {
  explainEndpoint,
  runEndpoint,
  runsEndpoint,
  sourceEndpoint,
  sourcesEndpoint,
} from './harvest-endpoints.ts';
import { openApiDocument } from './openapi.ts';
import { problemsEndpoint } from './problems-endpoint.ts';
import { datasetEndpoint, recordEndpoint } from './record-endpoints.ts';
import { searchEndpoint } from './search-endpoint.ts';

const index = namedSchema(
  'Index',
  z.strictObject({
    title: z.string(),
    version: z.string().describe('of the program'),
    change: z.int().describe('the number of the latest change of the catalogue'),
    records: z.int(),
    resources: z.int().describe('the number of resources that a search finds'),
    links: z.record(z.string(), z.string()).describe('absolute URLs'),
  }),
);

/** The start of the interface, with links to its lists and its description. */
const indexEndpoint = defineEndpoint({
  path: '/api',
  summary: 'The start of the interface',
  parameters: {},
  answers: index,
  answer: ({ site, state }) => {
    const href = (path: string): string => urlOnSite(site, path);
    return jsonAnswer({
      title: site.title,
      version,
      change: state.change,
      records: state.snapshot.totals().graphs,
      resources: state.resources().total,
      links: {
        self: href('/api'),
        description: href('/api/openapi.json'),
        search: href('/api/search'),
        sources: href('/api/sources'),
        runs: href('/api/runs'),
        problems: href('/api/problems'),
        metrics: href('/metrics'),
        pages: href('/'),
      },
    });
  },
});

/** All endpoints, in the order of the description. */
export const apiEndpoints: readonly Endpoint[] = [
  indexEndpoint,
  searchEndpoint,
  datasetEndpoint,
  recordEndpoint,
  sourcesEndpoint,
  sourceEndpoint,
  runsEndpoint,
  runEndpoint,
  problemsEndpoint,
  explainEndpoint,
];

/** The routes of the JSON interface. */
export const apiRoutes: Readonly<Record<string, PageRoute>> = {
  ...Object.fromEntries(
    apiEndpoints.map(({ path, route }) => [path.replaceAll(/\{([a-z]+)\}/giu, ':$1'), route]),
  ),
  '/api/openapi.json': {
    isInterface: true,
    mediaTypes: ['application/json'],
    answer: describeApi,
    withoutState: describeApi,
  },
  '/api/*': { isInterface: true, answer: refusePath, withoutState: refusePath },
};

/** The description changes with the program and the site only. */
function describeApi({ site }: StatelessRequest): TextAnswer {
  return jsonAnswer(openApiDocument(site, apiEndpoints));
}

function refusePath({ site }: StatelessRequest): TextAnswer {
  const all = urlOnSite(site, '/api/openapi.json');
  return problemAnswer(404, 'There is no such path', `${all} describes all paths.`);
}
