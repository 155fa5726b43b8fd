import type { Problem } from '../model/problem.ts';
import type { SitemapRead } from '../model/run.ts';
import { latestConfiguredSources } from './find-runs.ts';
import type { InterruptibleReading } from './interruptible-reading.ts';
import type { Snapshot } from './snapshot.ts';

/** How a source read a sitemap the last time. */
export interface SitemapLook extends SitemapRead {
  readonly source: string;
  readonly run: string;
  /** The kept problems of the sitemap. */
  readonly problems: readonly Problem[];
}

/** Runs that are read of a source until one tells of sitemaps: the latest may have been stopped. */
const maxRuns = 3;

/**
 * How each source of the configuration read a sitemap in the latest of its runs that read any.
 * Reports tell of the first thousand sitemaps of a source.
 * @param url as `targetUrl` gives it
 */
export function* findSitemapLooks(
  snapshot: Snapshot,
  url: string,
): InterruptibleReading<readonly SitemapLook[]> {
  const looks: SitemapLook[] = [];
  for (const source of latestConfiguredSources(snapshot) ?? []) {
    let runs = 0;
    for (const { run, source: report } of snapshot.runs().reportsOfSource(source)) {
      yield;
      runs += 1;
      const read = report.sitemaps?.find((each) => each.url === url || each.finalUrl === url);
      if (read !== undefined) {
        const places = new Set([read.url, read.finalUrl]);
        const problems = report.listingProblems.filter((problem) => places.has(problem.url));
        looks.push({ ...read, source, run: run.run, problems });
      }
      if (report.sitemaps !== undefined || runs === maxRuns) break;
    }
  }
  return looks;
}
