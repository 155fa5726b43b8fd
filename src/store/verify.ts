import {
  maxFindings,
  type Damage,
  type Finding,
  type Verification,
} from '../model/verification.ts';
import type { Catalogue } from './catalogue.ts';
import { readInTurns, type PausingReading } from './in-turns.ts';
import type { Snapshot } from './snapshot.ts';
import { verifyCatalogue, verifyOwnGraphs } from './verify-catalogue.ts';
import type { Findings, VerifyReading } from './verify-reading.ts';

/** So much of the texts of a finding is told. */
const longestText = 1000;

/** See `CatalogueStore.verify`. */
export async function verify(
  catalogue: Catalogue,
  signal: AbortSignal | undefined,
): Promise<Verification> {
  // Only here, since no other command needs Oxigraph in this thread.
  const { statementFaults } = await import('../rdf/statement-faults.ts');
  const book = new FindingBook();
  const snapshot = catalogue.snapshot();
  try {
    const reading = snapshot.verifyReading(statementFaults);
    await readInTurns(verifySnapshot(snapshot, reading, book), signal);
    const { entries, sums } = reading;
    const { change } = snapshot.totals();
    return { ...book.result(), change, entries, quads: sums.quads, engine: 'not-asked' };
  } finally {
    snapshot.end();
  }
}

function start(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
}

function* verifySnapshot(
  snapshot: Snapshot,
  reading: VerifyReading,
  book: FindingBook,
): PausingReading<void> {
  for (const finding of findingsIn(snapshot, reading, book)) {
    if (finding !== undefined) book.add(finding);
    yield;
  }
}

function* findingsIn(snapshot: Snapshot, reading: VerifyReading, book: FindingBook): Findings {
  yield* verifyCatalogue(reading);
  if (book.isEmpty) yield* verifyOwnGraphs(snapshot);
}

class FindingBook {
  readonly #counts: Partial<Record<Damage, number>> = {};
  readonly #findings: Finding[] = [];

  add(finding: Finding): void {
    const count = (this.#counts[finding.damage] ?? 0) + 1;
    this.#counts[finding.damage] = count;
    if (count > maxFindings) return;
    // What was damaged can be of any length.
    this.#findings.push({ ...finding, where: start(finding.where), found: start(finding.found) });
  }

  get isEmpty(): boolean {
    return this.#findings.length === 0;
  }

  result(): Pick<Verification, 'whole' | 'counts' | 'findings'> {
    const findings = this.#findings;
    return { whole: findings.length === 0, counts: this.#counts, findings };
  }
}
