import {
  verifyDocuments,
  verifyFacts,
  verifyNames,
  verifyOutcomes,
  verifyProblems,
  verifySearch,
  verifyStatements,
} from './verify-records.ts';
import {
  verifyFormer,
  verifyLeads,
  verifyLeaving,
  verifyListings,
  verifyTombstones,
  verifyVisits,
} from './verify-looks.ts';
import { ownStatements } from './own-statements.ts';
import type { Snapshot } from './snapshot.ts';
import type { DatabaseName, Findings, VerifyReading } from './verify-reading.ts';
import {
  verifyChanges,
  verifyMeta,
  verifyPlans,
  verifyReports,
  verifyRuns,
  verifySourceReports,
} from './verify-totals.ts';

/**
 * How each database is verified, in this order. One of which nothing more is to be said than that all of it can be read is
 * `(reading) => reading.each('name', reading.data.name, () => [])`.
 */
const parts = {
  facts: verifyFacts,
  nquads: verifyStatements,
  search: verifySearch,
  documents: verifyDocuments,
  names: verifyNames,
  outcomes: verifyOutcomes,
  problems: verifyProblems,
  visits: verifyVisits,
  leads: verifyLeads,
  leaving: verifyLeaving,
  tombstones: verifyTombstones,
  former: verifyFormer,
  formerSources: (reading) => reading.each('formerSources', reading.data.formerSources, () => []),
  listings: verifyListings,
  listed: (reading) => reading.each('listed', reading.data.listed, () => []),
  robots: (reading) => reading.each('robots', reading.data.robots, () => []),
  places: (reading) => reading.each('places', reading.data.places, () => []),
  runs: verifyRuns,
  plans: verifyPlans,
  reports: verifyReports,
  sourceReports: verifySourceReports,
  changes: verifyChanges,
  // Last, since the others count what is there.
  meta: verifyMeta,
} as const satisfies Record<DatabaseName, (reading: VerifyReading) => Findings>;

/** Compares all that one state of a catalogue holds with all else it holds, in bounded memory. */
export function* verifyCatalogue(reading: VerifyReading): Findings {
  for (const verify of Object.values(parts)) yield* verify(reading);
}

/**
 * Derives the graphs of our own, as an export does: what is kept may be something else than was
 * written and still be read. The views take longest, and are made of statements that were checked.
 * To be called where nothing else was found.
 */
export function* verifyOwnGraphs(snapshot: Snapshot): Findings {
  try {
    for (const _ of ownStatements(snapshot, { without: ['views'] })) yield undefined;
  } catch (error) {
    const found = `they cannot be derived: ${String(error)}`;
    yield { damage: 'entry-unreadable', where: 'the graphs of our own', found };
  }
}
