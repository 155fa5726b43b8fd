import { configSchema, type SourceConfig, sourceOf } from '../config/schema.ts';
import { type FollowUpOptions, SiteFollowUp } from '../conformance/site/site-follow-up.ts';
import { type CheckFacts, SiteTally } from '../conformance/site/site-tally.ts';
import { XmlChecker } from '../conformance/site/xml-checker.ts';
import type { MappedSchema } from '../conformance/site/xml-schemas.ts';
import {
  type CheckStart,
  identifyStart,
  type StartUrl,
} from '../conformance/site/identify-start.ts';
import { severityOf } from '../model/problem-catalogue.ts';
import type { Problem, Severity } from '../model/problem.ts';
import type { ContextSource } from '../model/remote-context.ts';
import type { RunObserver, RunReport } from '../model/run.ts';
import type { CheckRequests, SiteReport } from '../model/site-check.ts';
import type { LiveVisit } from '../model/url-update.ts';
import { formatCount } from '../text/amounts.ts';
import { createContextFetch } from '../web/fetch-context.ts';
import { RemoteContexts } from '../web/remote-contexts.ts';
import { RequestBudget } from '../web/request-budget.ts';
import { byDepth, harvestLive } from './live-visit.ts';
import { RunMeter } from './report/run-meter.ts';
import type { HarvestRequest } from './harvest-request.ts';
import { openWeb, type Web } from './harvest-web.ts';

/** What to check, and how. */
export interface SiteCheckRequest
  extends
    Pick<HarvestRequest, 'config' | 'limit' | 'now' | 'onStart' | 'sample' | 'signal'>,
    FollowUpOptions {
  /** A site, robots.txt, sitemap, list, catalogue or page. */
  readonly start: StartUrl;
  readonly maxRequests?: number | undefined;
  /** The XSDs for linked documents; none by default. */
  readonly schemas?: readonly MappedSchema[];
  /** The profiles to validate against; by default those that records claim. */
  readonly profiles?: readonly string[];
  /** By default `error`. */
  readonly failOn?: Severity;
}

/** The result of a check: the report, or why nothing answers at the URL. */
export type SiteCheckResult =
  | { readonly kind: 'checked'; readonly report: SiteReport }
  | { readonly kind: 'unreachable'; readonly problem: Problem };

type KnownStart = Exclude<CheckStart, { readonly kind: 'unreachable' }>;

/** The name of the source in a check, which no report shows. */
const sourceName = 'check';

/**
 * Checks a site: harvests it as a source without storing anything, validates each record, and
 * follows that up with the further requests of a check. An abort ends the check with a report of
 * what was seen until then.
 * @throws {UsageFault} for a schema that cannot be used; {Fault} as a harvest does; the signal's
 *   reason where it is aborted before anything is seen
 */
export async function checkSite(request: SiteCheckRequest): Promise<SiteCheckResult> {
  const { maxRequests, signal, schemas = [] } = request;
  const budget = maxRequests === undefined ? undefined : new RequestBudget(maxRequests);
  const web = openWeb(request, new RunMeter(), { budget });
  const xml = new XmlChecker(schemas);
  try {
    await xml.open();
    const start = await identifyStart(request.start, { ...web, signal });
    if (start.kind === 'unreachable') return start;
    return { kind: 'checked', report: await checkFrom(start, { web, xml }, request) };
  } finally {
    await xml.close();
    await web.http.close();
  }
}

async function checkFrom(
  start: KnownStart,
  { web, xml }: { readonly web: Web; readonly xml: XmlChecker },
  request: SiteCheckRequest,
): Promise<SiteReport> {
  const { signal, now, failOn = 'error' } = request;
  const startedAt = now().toISOString();
  const tally = new SiteTally();
  const requests = createRequests(web, request);
  const { limits } = request.config;
  const followUpParts = { start, tally, requests, xml, limits };
  const followUp = new SiteFollowUp(followUpParts, request);
  const { contexts } = requests;
  const parts = { web, contexts, tally, followUp };
  const { run, notVisited } = await walkSite(start, request, parts);
  await visitUnseenPages(start, request, parts);
  const answers = await followUp.run();
  const { GET, HEAD } = web.meter.requests;
  return tally.report({
    url: start.url,
    start: start.kind,
    startedAt,
    endedAt: now().toISOString(),
    failOn,
    requests: GET + HEAD,
    ...answers,
    ...listingFacts(run),
    notVisited,
    ...endFacts(signal, web),
  });
}

/** Requests beside the visits, with the politeness of the harvest. */
function createRequests(
  { http, robots, budget }: Web,
  { config, signal }: Pick<SiteCheckRequest, 'config' | 'signal'>,
): Required<CheckRequests> {
  const stop = budget === undefined ? signal : AbortSignal.any([signal, budget.signal]);
  const permit = async (url: string): Promise<void> => void (await robots.permit(url, stop));
  const fetch = createContextFetch({ http, robots, signal: stop });
  return { http, permit, signal: stop, contexts: new RemoteContexts(config, { fetch }) };
}

interface CheckParts {
  readonly web: Web;
  readonly contexts: ContextSource;
  readonly tally: SiteTally;
  readonly followUp: SiteFollowUp;
}

interface Walk {
  readonly run: RunReport;
  /** URLs that the run knows and did not visit, without those that the tally was told of. */
  readonly notVisited: number;
}

/** Visits all URLs as a harvest does. */
async function walkSite(
  start: KnownStart,
  request: SiteCheckRequest,
  { web, contexts, tally, followUp }: CheckParts,
): Promise<Walk> {
  const { limit, sample, signal, now, onStart } = request;
  const configured = configureSource(start, request);
  const source = sourceOf(configured);
  // The scheme of a site that is given by its name is chosen when it is listed.
  const isByName = source.kind === 'site' && start.isByName === true;
  const told = new Set<string>();
  const run = await harvestLive({
    config: { ...request.config, sources: [configured] },
    source: isByName ? { ...source, isByName } : source,
    limit,
    sample,
    web,
    contexts,
    signal,
    now,
    ...(onStart === undefined ? {} : { onStart }),
    observer: createListingObserver(tally),
    onVisit: (visit) => {
      const { state, url } = visit.outcome;
      if (state === 'not-tried') told.add(url);
      else told.delete(url);
      tally.addVisit(visit);
      followUp.take(visit);
    },
    onSharedName: (problem) => tally.addProblem(problem.url, problem),
  });
  const untried = run.sources.reduce((sum, { urls }) => sum + urls['not-tried'], 0);
  return { run, notVisited: untried - told.size };
}

/** Visits some landing pages that the harvest did not see together with their metadata. */
async function visitUnseenPages(
  start: KnownStart,
  request: SiteCheckRequest,
  { web, contexts, followUp }: CheckParts,
): Promise<void> {
  const { config, signal, now, onPhase } = request;
  const pages = followUp.unseenPages();
  if (pages.length === 0 || signal.aborted) return;
  onPhase?.(`Visiting ${formatCount(pages.length, 'landing page')} of listed metadata`);
  const configured = configureSource(start, request);
  const visits: LiveVisit[] = [];
  await harvestLive({
    config: { ...config, sources: [configured] },
    source: sourceOf(configured),
    targets: pages.map(({ url, found }) => ({ url, found, source: sourceName, depth: 0 })),
    web,
    contexts,
    signal,
    now,
    onVisit: (visit) => void visits.push(visit),
  });
  followUp.takeUnseen(pages, visits.toSorted(byDepth));
}

/** The source that lists what is to be checked. Its records are validated, and never kept out. */
function configureSource(
  { kind, url }: KnownStart,
  { profiles = [] }: SiteCheckRequest,
): SourceConfig {
  // A list may have many records, and one record may be in a list.
  const places = {
    site: { site: url },
    sitemap: { sitemap: url },
    repository: { oai: url },
    document: { list: url },
    page: { urls: [url] },
  };
  const location = places[kind];
  const settings = { name: sourceName, ...location, validate: 'report', profiles };
  const [source] = configSchema.parse({ store: { path: 'none' }, sources: [settings] }).sources;
  if (source === undefined) throw new TypeError('a configuration has a source');
  return source;
}

/** Problems of the whole source that only repeat what its listing and pages, or the report, say. */
const repeating: ReadonlySet<Problem['kind']> = new Set([
  'out-of-requests',
  'source-empty',
  'source-without-records',
]);

/**
 * Takes the problems of the listing, of which the report of a run keeps only some. Where none says
 * why there are no URLs, its sitemaps are empty: they name only each other.
 */
function createListingObserver(tally: SiteTally): RunObserver {
  let isExplained = false;
  return {
    tell: (event) => {
      if (event.event !== 'listing-problem') return;
      const { problem } = event;
      const { kind, url } = problem;
      if (!repeating.has(kind)) tally.addListingProblem(problem);
      else if (kind === 'source-empty' && !isExplained) {
        tally.addListingProblem({ kind: 'sitemap-empty', url });
      }
      isExplained ||= severityOf(problem) !== 'info';
    },
    room: async () => undefined,
  };
}

function listingFacts({ sources }: RunReport): Pick<CheckFacts, 'listing' | 'notSampled'> {
  const [source] = sources;
  const { listing = 'interrupted', skipped } = source ?? {};
  return { listing, notSampled: skipped?.['not-sampled'] ?? 0 };
}

function endFacts(signal: AbortSignal, { budget }: Web): Pick<CheckFacts, 'endedBy'> {
  if (signal.aborted) return { endedBy: 'interrupted' };
  return budget?.isSpent === true ? { endedBy: 'max-requests' } : {};
}
