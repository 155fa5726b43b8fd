import { Hono, type Context } from 'hono';
import { cors } from 'hono/cors';
import { version } from '../version.ts';
import { AnswerCache, answerPage, chooseEncoding } from './answer-page.ts';
import { readAsset } from './assets.ts';
import { problemMediaType, type PageRoute } from './page.ts';
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

/** The parts of the web application of a catalogue. */
export interface AppOptions {
  readonly catalogue: Pick<ServedCatalogue, 'isUnreadable' | 'settledState' | 'state'>;
  readonly site: Site;
  /** Makes the dumps that the site offers; absent where it offers none. */
  readonly dumps?: DumpKeeper;
  /** Called with errors while a response is made or sent. */
  readonly onError: (error: unknown) => void;
}

/** Security headers of every response. */
const safetyHeaders = {
  'Content-Security-Policy':
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  // No `Referer`: publishers must not learn the search.
  'Referrer-Policy': 'same-origin',
} as const;

/** Creates the web application of a catalogue: `pageRoutes`, their assets, and `/health`. */
export function createApp({ catalogue, site, dumps, onError }: AppOptions): Hono {
  const app = new Hono();
  // Each cache belongs to the states of its pages.
  const caches = { now: new AnswerCache(), settled: new AnswerCache() };
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(safetyHeaders)) context.header(name, value);
  });
  const home = sitePath(site, '/');
  if (home !== '/') app.get(home.slice(0, -1), (context) => context.redirect(home, 301));
  app.get(sitePath(site, '/health'), (context) => healthAnswer(context, catalogue));
  app.get(sitePath(site, '/assets/:name'), async (context) => assetAnswer(context));
  for (const [path, route] of Object.entries<PageRoute>(pageRoutes)) {
    if (route.isInterface === true) app.use(sitePath(site, path), openToOtherSites);
    app.get(sitePath(site, path), async (context) => {
      const state = route.isSurvey === true ? catalogue.settledState() : catalogue.state;
      if (state === undefined) return noStateAnswer(context, { catalogue, site, route });
      const cache = route.isSurvey === true ? caches.settled : caches.now;
      return answerPage(context, { route, state, site, cache, onError });
    });
  }
  if (dumps !== undefined) {
    app.use(sitePath(site, '/dump/*'), openToOtherSites);
    addDumpRoutes(app, { catalogue, site, dumps, onError });
  }
  app.all('*', (context) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return plainAnswer(context, missingPage(site), 404);
    return context.text('Only GET and HEAD are answered.\n', 405, { Allow: 'GET, HEAD' });
  });
  app.onError((error, context) => {
    onError(error);
    return plainAnswer(context, mistakePage(site), 500);
  });
  return app;
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
  const { isUnreadable } = catalogue;
  if (route.isInterface === true) {
    const title = isUnreadable ? 'The catalogue cannot be read' : 'There is no catalogue yet';
    return context.json({ title, status: 503 }, 503, {
      'Content-Type': problemMediaType,
      'Cache-Control': 'no-store',
    });
  }
  const page = isUnreadable ? unreadableCataloguePage : noCataloguePage;
  return plainAnswer(context, page(site), 503);
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
