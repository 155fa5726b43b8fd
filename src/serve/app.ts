import { Hono, type Context } from 'hono';
import { cors } from 'hono/cors';
import type { QueryReader } from '../query/query-reader.ts';
import { readQuery } from '../query/read-query.ts';
import { matchedRoutes } from 'hono/route';
import { version } from '../version.ts';
import { AnswerCache, answerPage, chooseEncoding, readStatelessRequest } from './answer-page.ts';
import { readAsset } from './assets.ts';
import { ServerMetrics } from './metrics/catalogue-metrics.ts';
import { metricsMediaType } from '../text/metric-text.ts';
import { type PageRoute, problemAnswer, type TextAnswer } from './page.ts';
import {
  mistakePage,
  missingPage,
  noCataloguePage,
  unreadableCataloguePage,
} from './pages/other-pages.tsx';
import type { DumpKeeper } from './republish/dump/dump-keeper.ts';
import { addDumpRoutes } from './republish/dump/dump-routes.tsx';
import { pageRoutes } from './routes.ts';
import type { ServedCatalogue } from './served-catalogue.ts';
import { sitePath, type Site } from './site.ts';
import type { QueryTimes } from './sparql/protocol-request.ts';
import { addSparqlEndpoint } from './sparql/sparql-endpoint.ts';

/** The parts of the web application of a catalogue. */
export interface AppOptions {
  readonly catalogue: Pick<ServedCatalogue, 'isUnreadable' | 'settledState' | 'state'> &
    Partial<Pick<ServedCatalogue, 'engines'>>;
  readonly site: Site;
  /** How SPARQL queries are read; by default in this thread. */
  readonly readQuery?: QueryReader['read'] | undefined;
  /** The time limits of SPARQL queries. */
  readonly queryTimes?: QueryTimes | undefined;
  /** Makes the dumps that the site offers; absent where it offers none. */
  readonly dumps?: DumpKeeper;
  /** Called with errors while a response is made or sent. */
  readonly onError: (error: unknown) => void;
}

/** The headers of every response: security, and a name by which `push` knows this server. */
const commonHeaders = {
  Server: 'cdif-graph',
  'Content-Security-Policy':
    "default-src 'self'; base-uri 'none'; form-action 'self'; " +
    "frame-ancestors 'none'; object-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  // No `Referer`: publishers must not learn the search.
  'Referrer-Policy': 'same-origin',
} as const;

/**
 * Creates the web application of a catalogue: `pageRoutes`, their assets, the SPARQL endpoint, the
 * dumps, `/health` and `/metrics`.
 */
export function createApp(options: AppOptions): Hono {
  const { catalogue, queryTimes, dumps, onError } = options;
  const site: Site = { ...options.site, ...(queryTimes && { queryTimes }) };
  const app = new Hono();
  const metrics = new ServerMetrics();
  app.use(async (context, next) => {
    const startedAt = performance.now();
    await next();
    metrics.requests.add({
      route: routeOf(context, site),
      method: context.req.method,
      status: context.res.status,
      seconds: (performance.now() - startedAt) / 1000,
    });
    for (const [name, value] of Object.entries(commonHeaders)) context.header(name, value);
  });
  const home = sitePath(site, '/');
  if (home !== '/') app.get(home.slice(0, -1), (context) => context.redirect(home, 301));
  app.get(sitePath(site, '/health'), (context) => healthAnswer(context, catalogue));
  app.get(sitePath(site, '/metrics'), async (context) =>
    context.body(await metrics.text(catalogue), 200, {
      'Content-Type': metricsMediaType,
      'Cache-Control': 'no-store',
    }),
  );
  app.get(sitePath(site, '/assets/:name'), async (context) => assetAnswer(context));
  addSparqlEndpoint(app, {
    site,
    read: options.readQuery ?? readQuery,
    times: queryTimes,
    catalogue: () => {
      const { engines, state } = catalogue;
      const answersFollow = site.queriedStore === undefined;
      return engines && state && { engines, version: answersFollow ? state.version : undefined };
    },
    onError,
  });
  addPageRoutes(app, { catalogue, site, onError });
  if (dumps !== undefined) {
    app.use(sitePath(site, '/dump/*'), openToOtherSites);
    addDumpRoutes(app, { catalogue, site, dumps, onError });
  }
  addErrorAnswers(app, { site, onError });
  return app;
}

function addPageRoutes(
  app: Hono,
  { catalogue, site, onError }: Pick<AppOptions, 'catalogue' | 'onError' | 'site'>,
): void {
  // Each cache belongs to the states of its pages.
  const caches = { now: new AnswerCache(), settled: new AnswerCache() };
  for (const [path, route] of Object.entries<PageRoute>(pageRoutes)) {
    if (route.isInterface === true) app.use(sitePath(site, path), openToOtherSites);
    app.get(sitePath(site, path), async (context) => {
      const state = route.isSurvey === true ? catalogue.settledState() : catalogue.state;
      if (state === undefined) return noStateAnswer(context, { catalogue, site, route });
      const cache = route.isSurvey === true ? caches.settled : caches.now;
      return answerPage(context, { route, state, site, cache, onError });
    });
  }
}

/** The answers to unknown paths and methods, and to requests that fail. */
function addErrorAnswers(app: Hono, { site, onError }: Pick<AppOptions, 'onError' | 'site'>): void {
  app.all('*', (context) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return plainAnswer(context, missingPage(site), 404);
    const route = interfaceRoute(context, site);
    if (route === undefined) {
      return context.text('Only GET and HEAD are answered.\n', 405, { Allow: 'GET, HEAD' });
    }
    // `openToOtherSites` answers OPTIONS.
    context.header('Allow', 'GET, HEAD, OPTIONS');
    return problemResponse(context, route, 405, 'Only GET and HEAD are answered');
  });
  app.onError((error, context) => {
    onError(error);
    const route = interfaceRoute(context, site);
    return route === undefined
      ? plainAnswer(context, mistakePage(site), 500)
      : problemResponse(context, route, 500, 'Internal error');
  });
}

/** The route for programs to which the path of a request belongs, whatever the method. */
function interfaceRoute(context: Context, site: Site): PageRoute | undefined {
  const routes: Readonly<Record<string, PageRoute>> = pageRoutes;
  return matchedRoutes(context)
    .map(({ path }) => routes[belowSite(path, site)])
    .find((route) => route?.isInterface === true);
}

/** The pattern of the path of a request below the path of the site; `other` for unknown paths. */
function routeOf(context: Context, site: Site): string {
  const own = matchedRoutes(context).find(({ path }) => !path.endsWith('*'));
  return own === undefined ? 'other' : belowSite(own.path, site);
}

function belowSite(pattern: string, site: Site): string {
  return pattern.slice(sitePath(site, '/').length - 1);
}

/** Lets scripts of other sites read a route (CORS), and answers OPTIONS. */
const openToOtherSites = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD'],
  exposeHeaders: ['Content-Disposition', 'Content-Range', 'ETag', 'Link', 'Retry-After'],
  maxAge: 86_400,
});

function noStateAnswer(
  context: Context,
  {
    catalogue,
    site,
    route,
  }: Pick<AppOptions, 'catalogue' | 'site'> & { readonly route: PageRoute },
): Response {
  if (route.withoutState !== undefined) {
    return textResponse(
      context,
      route.withoutState(readStatelessRequest(context, { route, site })),
    );
  }
  const { isUnreadable } = catalogue;
  context.header('Retry-After', retrySeconds);
  if (route.isInterface === true) {
    const title = isUnreadable ? 'The catalogue cannot be read' : 'There is no catalogue yet';
    return problemResponse(context, route, 503, title);
  }
  const page = isUnreadable ? unreadableCataloguePage : noCataloguePage;
  return plainAnswer(context, page(site), 503);
}

/** When a program may ask again for a catalogue that is missing (`Retry-After`). */
const retrySeconds = '10';

/** An error for programs that does not depend on a catalogue state (RFC 9457). */
function problemResponse(
  context: Context,
  { problem = problemAnswer }: PageRoute,
  status: 405 | 500 | 503,
  title: string,
): Response {
  return textResponse(context, problem(status, title));
}

function textResponse(
  context: Context,
  { status = 200, contentType, body, headers }: TextAnswer,
): Response {
  const own = { 'Content-Type': contentType, 'Cache-Control': 'no-store' };
  return context.body(body, status, { ...headers, ...own });
}

function healthAnswer(
  context: Context,
  { state, isUnreadable }: AppOptions['catalogue'],
): Response {
  context.header('Cache-Control', 'no-store');
  if (state === undefined) {
    return context.json({ status: isUnreadable ? 'unreadable' : 'no catalogue', version }, 503);
  }
  const { graphs } = state.snapshot.totals();
  return context.json({ status: 'ok', version, change: state.change, records: graphs });
}

/** One year, because changed content gets a new name. */
const assetCaching = 'public, max-age=31536000, immutable';

async function assetAnswer(context: Context): Promise<Response> {
  const encoding = chooseEncoding(context.req.header('Accept-Encoding'));
  const asset = await readAsset(context.req.param('name') ?? '', encoding);
  if (asset === undefined) return context.text('There is no such file.\n', 404);
  return context.body(new Uint8Array(asset.body), 200, {
    'Content-Type': asset.contentType,
    'Cache-Control': assetCaching,
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
  });
}

/** A page that does not depend on a catalogue state, such as an error page. */
function plainAnswer(context: Context, page: string, status: 404 | 500 | 503): Response {
  return context.body(page, status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
  });
}
