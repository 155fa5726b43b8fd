import { configSchema, sourceOf } from '../../src/config/schema.ts';
import type { UrlOutcome } from '../../src/model/url-update.ts';
import type { RunReport } from '../../src/model/run.ts';
import { runHarvest } from '../../src/pipeline/run-harvest.ts';
import { paths, serve, type Handler } from '../web/loopback.ts';

export interface Found {
  readonly report: RunReport;
  readonly outcomes: ReadonlyMap<string, UrlOutcome>;
  /** Method and path of each, but for robots.txt. */
  readonly requests: readonly string[];
}

/** Harvests pages of a server, or of its sitemap, and returns the state of each by its path. */
export async function find(
  table: Record<string, Handler | string>,
  where: readonly string[] | { readonly sitemap: string },
  facts: object = {},
): Promise<Found> {
  const requests: string[] = [];
  const origin: string = await serve((request, response) => {
    if (request.url !== '/robots.txt') requests.push(`${request.method} ${request.url}`);
    paths(table)(request, response);
  });
  const config = configSchema.parse({
    store: { path: 'unused' },
    workers: 0,
    http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } },
    sources: [{ name: 'a', ...placesAt(origin, where), ...facts }],
  });
  const outcomes = new Map<string, UrlOutcome>();
  const report = await runHarvest({
    config,
    sources: config.sources.map(sourceOf),
    dryRun: true,
    onUpdate: ({ url, end }) => end && outcomes.set(url.slice(origin.length), end.outcome),
    signal: new AbortController().signal,
    now: () => new Date('2026-01-02T03:04:05Z'),
  });
  return { report, outcomes, requests };
}

function placesAt(origin: string, where: Parameters<typeof find>[1]): object {
  return 'sitemap' in where
    ? { sitemap: origin + where.sitemap }
    : { urls: where.map((path) => origin + path) };
}

export const typed =
  (type: string, body: string, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(body);

export const record = (identifier: string): string =>
  JSON.stringify({ '@context': 'https://schema.org/', '@type': 'Dataset', identifier, name: 'x' });
export const page = (json: string): string =>
  `<!doctype html><script type="application/ld+json">${json}</script>`;
export const kindsOf = (outcome: UrlOutcome | undefined): readonly string[] =>
  outcome?.problems.map(({ kind }) => kind) ?? [];
