import type { CatalogueProblems } from '../model/run.ts';
import { sharedNames } from './shared-names.ts';
import type { Snapshot } from './snapshot.ts';
import { unconfiguredSources } from './unconfigured-sources.ts';

/**
 * The problems of the catalogue as a whole: names that several records have, and sources that nobody harvests any more.
 * @returns at most `maxPerKind` of each kind, in a fixed order, and how many there are
 */
export function catalogueProblems(snapshot: Snapshot, maxPerKind: number): CatalogueProblems {
  const shared = sharedNames(snapshot, maxPerKind);
  const unconfigured = unconfiguredSources(snapshot);
  if (unconfigured.length === 0) return shared;
  return {
    problems: [...shared.problems, ...unconfigured.slice(0, maxPerKind)],
    counts: { ...shared.counts, 'source-not-configured': unconfigured.length },
  };
}
