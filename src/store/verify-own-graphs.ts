import { ownStatements } from './own-statements.ts';
import type { Snapshot } from './snapshot.ts';
import type { Findings } from './verify-reading.ts';

/**
 * Derives all graphs of our own, as an export does: what is kept may be something else than was
 * written and still be read. To be called where nothing else was found.
 */
export function* verifyOwnGraphs(snapshot: Snapshot): Findings {
  try {
    for (const _ of ownStatements(snapshot, { without: [] })) yield undefined;
  } catch (error) {
    const found = `they cannot be derived: ${String(error)}`;
    yield { damage: 'entry-unreadable', where: 'the graphs of our own', found };
  }
}
