import { type DerivedGraph, derivedGraphs } from '../model/derived-graph.ts';
import type { QueryTimes } from './sparql/protocol-request.ts';

/** The settings shared by all pages of a server. */
export interface Site {
  readonly title: string;
  /** The public URL of the home page, with a trailing slash: the base of absolute links. */
  readonly base: string;
  /** The time limits of SPARQL queries, if they are not the usual ones. */
  readonly queryTimes?: QueryTimes;
  /** Present where a SPARQL store answers queries, and not an engine over the catalogue. */
  readonly queriedStore?: QueriedStore;
}

/** What pages and interfaces say about the store that answers queries. */
export interface QueriedStore {
  /** The derived graphs that it does not have. */
  readonly without: readonly DerivedGraph[];
}

/** The derived graphs that queries can read. */
export function queriedGraphs({ queriedStore }: Site): readonly DerivedGraph[] {
  return derivedGraphs.filter((graph) => queriedStore?.without.includes(graph) !== true);
}

/**
 * A path for links within the site: `/catalogue/sources` where the base URL has the path
 * `/catalogue/`.
 * @param path begins with a slash
 */
export function sitePath({ base }: Site, path: string): string {
  return new URL(base).pathname + path.slice(1);
}

/**
 * The same as an absolute URL, for feeds, typed links and other uses outside the site.
 * @param path begins with a slash
 */
export function urlOnSite({ base }: Site, path: string): string {
  return base + path.slice(1);
}
