import type { ProblemKind, Severity } from '../../model/problem.ts';
import type { ResourceLinks } from '../../render/search-formats.ts';
import { pageKey } from '../page-keys.ts';
import { sitePath, urlOnSite, type Site } from '../site.ts';

/**
 * The URL of a page about a source.
 * @param rest of the path, after the name
 */
export function sourceHref(site: Site, name: string, rest = ''): string {
  return sitePath(site, `/sources/${encodeURIComponent(name)}${rest}`);
}

/**
 * The URL of the list that a number counts.
 * @param state the name of a group of `url-groups.ts`
 */
export function urlsHref(site: Site, name: string, state: string): string {
  return sourceHref(site, name, `/urls?state=${state}`);
}

/** The path of the page that explains a URL. */
export function explainHref(site: Site, url: string): string {
  return sitePath(site, `/explain?${new URLSearchParams({ url }).toString()}`);
}

/** The path of the page of a run. */
export function runHref(site: Site, run: string): string {
  return sitePath(site, `/runs/${encodeURIComponent(run)}`);
}

/** The path of the page of a record, given the IRI of its graph. */
export function recordHref(site: Site, graph: string): string {
  return sitePath(site, `/record/${pageKey(graph)}`);
}

/** @param resource the key of a resource in the index */
export function datasetHref(site: Site, resource: string): string {
  return sitePath(site, datasetPath(resource));
}

/** The number of datasets that a comparison shows. */
export const maxCompared = 4;

/** The URL of a comparison. @param keys the page keys of datasets, in the order of the columns */
export function compareHref(site: Site, keys: readonly string[]): string {
  const query = new URLSearchParams(
    keys.map((key): [string, string] => ['dataset', key]),
  ).toString();
  return sitePath(site, '/compare') + (query === '' ? '' : `?${query}`);
}

/** The same as an absolute URL, for feeds. */
export function datasetUrl(site: Site, resource: string): string {
  return urlOnSite(site, datasetPath(resource));
}

/** The absolute URLs of a resource, for files and programs. */
export function resourceLinks(site: Site, resource: string): ResourceLinks {
  return {
    dataset: urlOnSite(site, `/api/datasets/${pageKey(resource)}`),
    page: datasetUrl(site, resource),
  };
}

function datasetPath(resource: string): string {
  return `/dataset/${pageKey(resource)}`;
}

/** The path of the SPARQL editor with a query in it. */
export function queryHref(site: Site, query: string): string {
  return sitePath(site, `/query?${new URLSearchParams({ query }).toString()}`);
}

/** The path of the SPARQL editor with a bundled query and values of its parameters. */
export function bundledQueryHref(
  site: Site,
  name: string,
  values: ReadonlyMap<string, string> = new Map(),
): string {
  return sitePath(site, `/query?${new URLSearchParams([['name', name], ...values]).toString()}`);
}

interface ProblemsQuery {
  readonly source?: string;
  readonly severity?: Severity;
  readonly url?: string;
}

/** The URL of the problems of one kind, or of all kinds, under some conditions. */
export function problemsHref(site: Site, query: ProblemsQuery, kind?: ProblemKind): string {
  return withProblemsQuery(
    sitePath(site, kind === undefined ? '/problems' : `/problems/${kind}`),
    query,
  );
}

/** The same problems as a CSV file. */
export function problemsCsvHref(site: Site, query: ProblemsQuery): string {
  return withProblemsQuery(sitePath(site, '/problems.csv'), query);
}

function withProblemsQuery(path: string, query: ProblemsQuery): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const text = new URLSearchParams(given).toString();
  return text === '' ? path : `${path}?${text}`;
}
