import type { RunFacts } from './rows.ts';

/**
 * The names of the sources that a run was for: as it was planned or, of a run of an older program, as its report has them.
 * @returns undefined where such a run left no report, so that it may have been for any
 */
export function sourcesOfRun({
  sources,
  report,
}: Pick<RunFacts, 'sources' | 'report'>): readonly string[] | undefined {
  return sources ?? report?.sources.map(({ source }) => source);
}
