import { credentialsBySource, type CredentialsBySource } from '../config/credentials.ts';
import type { Config } from '../config/schema.ts';
import type { RobotsMemory } from '../model/harvest-memory.ts';
import type { HostFacts } from '../model/run-costs.ts';
import type { RunObserver } from '../model/run.ts';
import { version } from '../version.ts';
import { Hosts, type HostsOptions } from '../web/hosts.ts';
import { HttpClient } from '../web/http-client.ts';
import type { RequestBudget } from '../web/request-budget.ts';
import { RobotsCache } from '../web/robots/robots-cache.ts';
import type { RunMeter } from './report/run-meter.ts';

/** The HTTP client of a run, with the state of its hosts and their robots.txt. */
export interface Web {
  readonly hosts: Hosts;
  readonly http: HttpClient;
  readonly robots: RobotsCache;
  readonly credentials: CredentialsBySource;
  readonly meter: RunMeter;
  /** Limits the requests of everybody who uses the client. */
  readonly budget?: RequestBudget | undefined;
}

/** What decides how the requests of a run are sent. */
interface WebSettings {
  readonly config: Config;
  readonly now: () => Date;
  readonly observer?: RunObserver | undefined;
}

interface OwnWebOptions extends Pick<Web, 'budget'>, Pick<HostsOptions, 'leases'> {
  /** Stored copies of robots.txt of earlier runs; none by default. */
  readonly memory?: RobotsMemory | undefined;
}

/** Tells of a host that begins to rest, or is given up. */
export function tellOfHost(
  { host, state, requests, failures }: HostFacts,
  observer: RunObserver | undefined,
): void {
  observer?.tell({ event: 'host-changed', host, state, requests, failures });
}

/** Opens the HTTP client of a run. The caller closes it (`http.close`). */
export function openWeb(
  { config, now, observer }: WebSettings,
  meter: RunMeter,
  { memory, budget, leases }: OwnWebOptions = {},
): Web {
  const { http: httpConfig, limits, sources } = config;
  const hosts = new Hosts(httpConfig, {
    runMs: limits.runMs,
    leases,
    onQuiet: (facts) => tellOfHost(facts, observer),
  });
  const credentials = credentialsBySource(sources);
  const http = new HttpClient(httpConfig, version, { hosts, credentials, watcher: meter, budget });
  const robots = new RobotsCache(http, { hosts, credentials, memory, now });
  return { hosts, http, credentials, robots, meter, budget };
}

/** Aborted with the signal of the run, and when a request is refused. */
export function webStop({ budget }: Web, signal: AbortSignal): AbortSignal {
  return budget === undefined ? signal : AbortSignal.any([signal, budget.signal]);
}
