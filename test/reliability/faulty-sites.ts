import { onTestFinished } from 'vitest';
import { configSchema, sourceOf } from '../../src/config/schema.ts';
import type { Problem } from '../../src/model/problem.ts';
import type { UrlOutcome } from '../../src/model/url-update.ts';
import type { ListingState, RunReport } from '../../src/model/run.ts';
import { runHarvest } from '../../src/pipeline/run-harvest.ts';
import { sumCounts } from '../../src/pipeline/report/source-ledger.ts';
import { serveFaults, type FaultSite } from '../support/fault-server.mjs';
import type { FaultOptions } from '../support/faults/fault.mjs';
import { faults, type FaultName } from '../support/faults/register.mjs';

/** The promised outcome of one fault. */
export interface Promised {
  /**
   * The problems of the URL with the fault, or else of the listing: kinds and relevant facts, in
   * any order.
   */
  readonly problems: readonly Partial<Problem>[];
  /** Whether there is a record in spite of the fault. */
  readonly isHarvested?: true;
  /** The number of URLs of the faulty source, if it is not one page besides three others. */
  readonly urls?: number;
  /** The number of requests for the URL with the fault, with any query, where that matters. */
  readonly asks?: number;
  /** By default the listing is complete. */
  readonly listing?: 'incomplete';
  /** Also `other host` as `to`: a host that has a good page. */
  readonly options?: FaultOptions;
  readonly path?: string;
  readonly http?: object;
  readonly limits?: object;
}

/** The outcome of a harvest with a fault. */
export interface Harvested {
  /** The problems of the URL with the fault and of the listing, in the order of their kinds. */
  readonly problems: readonly Problem[];
  readonly isHarvested: boolean;
  /** The number of good pages with a record, out of three. */
  readonly good: number;
  /** The number of URLs by final state: of the source with the fault, and of the other one. */
  readonly urls: readonly number[];
  readonly asks: number;
  readonly listing: ListingState | undefined;
  /** Errors of the program itself. */
  readonly internalErrors: number;
}

/** Each fault of a table with its promise. */
export function casesOf(promises: { readonly [Name in FaultName]?: Promised }): [
  FaultName,
  Promised,
][] {
  return Object.entries(promises) as [FaultName, Promised][]; // the keys of a const object are its keys
}

/** The outcome of any harvest with a fault, besides the promise of the fault. */
export function expectedOf(name: FaultName, promised: Promised) {
  const { problems, isHarvested, urls = 1, asks, listing = 'complete' } = promised;
  const isOfPage = !['robots', 'sitemap', 'catalogue'].includes(faults[name].place);
  return {
    problems,
    isHarvested: isHarvested ?? false,
    good: 3,
    urls: isOfPage ? [4] : [urls, 3],
    internalErrors: 0,
    listing,
    ...(asks === undefined ? {} : { asks }),
  };
}

/** A site that is closed after the test. */
export async function faultSite(host: string): Promise<FaultSite> {
  const site = await serveFaults({ host });
  onTestFinished(() => site.close());
  return site;
}

const patience = { connectMs: 10_000, headersMs: 10_000, bodyMs: 10_000, totalMs: 20_000 };
/** For servers that are slow without end. Long enough for all others on a busy machine. */
export const impatience = { timeouts: { ...patience, headersMs: 700, bodyMs: 700, totalMs: 1500 } };

function configOf(sources: readonly object[], { http = {}, limits = {} }: Promised) {
  return configSchema.parse({
    store: { path: 'unused' },
    workers: 0,
    http: {
      allowPrivateAddresses: true,
      retries: 0,
      maxRetryAfterMs: 20,
      maxBytes: 1_048_576,
      perHost: { connections: 4, delayMs: 0 },
      timeouts: patience,
      ...http,
    },
    limits,
    sources,
  });
}

/** Sources with the fault, and the URL that has it, if it is one of these. */
interface Laid {
  readonly sources: readonly object[];
  readonly url: string;
}

/** The options of a fault, with the page of the other host if they mean one. */
function toldOf(options: FaultOptions, other: FaultSite): FaultOptions {
  return options.to === 'other host' ? { ...options, to: other.page('/elsewhere') } : options;
}

const pagesOf = (on: FaultSite): string[] => ['/1', '/2', '/3'].map((each) => on.page(each));

/**
 * Puts the fault beside three good pages: on their host if it is the fault of a page, else on
 * another host.
 */
function lay(name: FaultName, promised: Promised, site: FaultSite, other: FaultSite): Laid {
  const { path = '/fault', options = {} } = promised;
  const { place } = faults[name];
  const faulty = { name: 'faulty', negotiate: false };
  if (place === 'robots') {
    site.fault('/robots.txt', name, options);
    const url = site.page(path);
    return {
      url,
      sources: [
        { ...faulty, urls: [url] },
        { name: 'good', urls: pagesOf(other) },
      ],
    };
  }
  if (place === 'sitemap') {
    const url = site.fault('/sitemap.xml', name, options);
    const sources = [
      { ...faulty, sitemap: url },
      { name: 'good', urls: pagesOf(other) },
    ];
    return { url, sources };
  }
  const url = site.fault(path, name, toldOf(options, other));
  if (place === 'catalogue') {
    const sources = [
      { ...faulty, catalog: url },
      { name: 'good', urls: pagesOf(other) },
    ];
    return { url, sources };
  }
  const [first = '', ...more] = pagesOf(site);
  return { url, sources: [{ ...faulty, urls: [first, url, ...more] }] };
}

/** Harvests three good pages with a fault beside them, in this thread, and stores nothing. */
export async function harvestFault(name: FaultName, promised: Promised): Promise<Harvested> {
  const [site, other] = [await faultSite('127.0.0.2'), await faultSite('127.0.0.3')];
  const { sources, url } = lay(name, promised, site, other);
  const config = configOf(sources, promised);
  const outcomes = new Map<string, UrlOutcome[]>();
  const report = await runHarvest({
    config,
    sources: config.sources.map(sourceOf),
    dryRun: true,
    onUpdate: ({ url: of, end }) => {
      if (end !== undefined) outcomes.set(of, (outcomes.get(of) ?? []).concat(end.outcome));
    },
    signal: new AbortController().signal,
    now: () => new Date(),
  });
  const isHarvestedAt = (of: string): boolean =>
    outcomes.get(of)?.some(({ state }) => state === 'harvested') === true;
  const good = [site, other].flatMap(({ origin }) =>
    ['/1', '/2', '/3'].map((path) => origin + path),
  );
  const own = (outcomes.get(url) ?? []).flatMap((outcome) => outcome.problems);
  const problems = own.concat(report.sources.flatMap(({ listingProblems }) => listingProblems));
  return {
    problems: problems.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
    isHarvested: isHarvestedAt(url),
    good: good.filter((each) => isHarvestedAt(each)).length,
    urls: report.sources.map(({ urls }) => sumCounts(urls)),
    asks: site.countOf(new URL(url).pathname),
    listing: report.sources[0]?.listing,
    internalErrors: internalErrorsOf(report),
  };
}

function internalErrorsOf({ sources }: RunReport): number {
  return sources.reduce((count, { problems }) => count + (problems['internal-error'] ?? 0), 0);
}
