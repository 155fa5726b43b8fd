import type { DoiSelection } from '../../src/config/doi-selection.ts';
import type { Limits, Source } from '../../src/config/schema.ts';
import { createDiscoverStage } from '../../src/discover/discover-stage.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Problem } from '../../src/model/problem.ts';
import type { Target } from '../../src/model/target.ts';
import { RobotsCache } from '../../src/web/robots/robots-cache.ts';
import { client, limits, serve, type Handler } from '../web/loopback.ts';

type Place =
  | { readonly kind: 'site'; readonly site: string; readonly isByName?: true }
  | { readonly kind: 'sitemap'; readonly sitemap: string }
  | { readonly kind: 'list'; readonly list: string }
  | { readonly kind: 'catalog'; readonly catalog: string }
  | {
      readonly kind: 'oai';
      readonly oai: string;
      readonly sets?: readonly string[];
      readonly metadataPrefix?: string;
    }
  | { readonly kind: 'urls'; readonly urls: readonly string[] }
  | { readonly kind: 'folder'; readonly folder: string; readonly base: string }
  | { readonly kind: 'dois'; readonly dois: DoiSelection; readonly start: string };

export interface Circumstances {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly sitemaps?: 'all' | 'cdif';
  readonly template?: string;
  readonly robots?: 'obey' | 'ignore';
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
}

function sourceOf(place: Place, circumstances: Circumstances = {}): Source {
  const { include = [], exclude = [], sitemaps = 'all', robots = 'obey' } = circumstances;
  const given = circumstances.template === undefined ? {} : { template: circumstances.template };
  return { name: 'a', include, exclude, sitemaps, robots, ...given, ...place };
}

/** The outcomes of a source, as a stream. */
export function discovering(
  place: Place,
  circumstances: Circumstances = {},
): AsyncIterable<Outcome<Target>> {
  const { signal = new AbortController().signal } = circumstances;
  const http = client({ retries: 0 });
  const stage = createDiscoverStage({
    http,
    robots: new RobotsCache(http),
    limits: { ...limits, ...circumstances.limits },
    memory: undefined,
    sites: undefined,
    allowRemovals: false,
  });
  return stage.process(sourceOf(place, circumstances), { signal, now: () => new Date() });
}

/** All outcomes of a source. */
export async function discoverAll(
  place: Place,
  circumstances: Circumstances = {},
): Promise<Outcome<Target>[]> {
  const outcomes: Outcome<Target>[] = [];
  for await (const outcome of discovering(place, circumstances)) outcomes.push(outcome);
  return outcomes;
}

/** As `discoverAll`, without `sitemap-foreign-host`: most tests list pages on other hosts. */
export async function discover(
  place: Place,
  circumstances: Circumstances = {},
): Promise<Outcome<Target>[]> {
  const outcomes = await discoverAll(place, circumstances);
  return outcomes.filter((outcome) => {
    return outcome.kind !== 'noted' || outcome.problem.kind !== 'sitemap-foreign-host';
  });
}

/**
 * A line for each outcome but notices: the URL of a target, the reason with a skipped one, the kind
 * of a failure.
 */
export function inShort(outcomes: readonly Outcome<Target>[]): string[] {
  return outcomes.flatMap((outcome) => {
    if (outcome.kind === 'noted') return [];
    if (outcome.kind === 'produced') return [outcome.value.url];
    if (outcome.kind === 'skipped') return [`${outcome.reason} ${outcome.url}`];
    return [`failed ${outcome.problem.kind} ${outcome.problem.url}`];
  });
}

/** The problems that lose nothing. */
export function notes(outcomes: readonly Outcome<Target>[]): Problem[] {
  return outcomes.flatMap((outcome) => (outcome.kind === 'noted' ? [outcome.problem] : []));
}

export function problems(outcomes: readonly Outcome<Target>[]): unknown[] {
  return outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.problem] : []));
}

/** Serves one sitemap under any path, and returns its outcomes. */
export async function discoverText(
  text: string | Uint8Array,
  circumstances: Circumstances = {},
): Promise<Outcome<Target>[]> {
  const origin = await serve((_request, response) => response.end(text));
  return discover({ kind: 'sitemap', sitemap: `${origin}/sitemap.xml` }, circumstances);
}

/** Serves what `files` makes of the origin, by path; 404 elsewhere. */
export async function serveFiles(
  files: (origin: string) => Record<string, string | Uint8Array | Handler>,
): Promise<string> {
  const table: Record<string, string | Uint8Array | Handler> = {};
  const origin = await serve((request, response) => {
    const entry = table[request.url ?? ''];
    if (entry === undefined) response.writeHead(404).end();
    else if (typeof entry === 'function') entry(request, response);
    else response.end(entry);
  });
  Object.assign(table, files(origin));
  return origin;
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** A sitemap that lists these URLs. */
export function urlset(...locs: string[]): string {
  const entries = locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${namespace}">\n${entries}\n</urlset>\n`;
}

/** A sitemap index that names these sitemaps. */
export function sitemapIndex(...locs: string[]): string {
  const entries = locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="${namespace}">\n${entries}\n</sitemapindex>\n`;
}
