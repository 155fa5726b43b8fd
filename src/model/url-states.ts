import type { UrlState } from './run.ts';

/** A count of URLs by their final states, in which nothing is counted yet. */
export function noUrls(): Record<UrlState, number> {
  return {
    harvested: 0,
    linked: 0,
    'no-metadata': 0,
    'metadata-failed': 0,
    'fetch-failed': 0,
    disallowed: 0,
    'not-tried': 0,
  };
}
