import type { Damage, Finding, Verification } from '../model/verification.ts';
import type { Catalogue } from './catalogue.ts';
import type { GraphEngine } from './graph-engine.ts';
import { readInTurns, type PausingReading } from './in-turns.ts';
import type { Snapshot } from './snapshot.ts';
import type { VerifyOptions } from './store.ts';
import { compareEngine, type EngineComparison } from './verify-engine.ts';
import { verifyCatalogue, verifyOwnGraphs } from './verify-catalogue.ts';
import type { Findings, VerifyReading } from './verify-reading.ts';

/** So many findings of a kind are told; all are counted. */
const maxPerKind = 20;
/** So much of the texts of a finding is told. */
const longestText = 1000;

/** See `CatalogueStore.verify`. */
export async function verify(
  catalogue: Catalogue,
  engine: GraphEngine,
  { withEngine = false, signal }: VerifyOptions = {},
): Promise<Verification> {
  const book = new FindingBook();
  const { change, entries, sums } = await readAll(catalogue, book, signal);
  const asked = await askEngine();
  for (const finding of asked.findings) book.add(finding);
  return { ...book.result(), change, entries, quads: sums.quads, engine: asked.engine };

  async function askEngine(): Promise<EngineComparison> {
    if (!withEngine) return { findings: [], engine: 'not-asked' };
    // The engine takes in all there was or nothing.
    const isReadable = !book.has('entry-unreadable') && !book.has('totals-wrong');
    if (isReadable) return compareEngine(catalogue, engine, signal);
    return { findings: [], engine: { skipped: 'part of the catalogue cannot be read' } };
  }
}

async function readAll(
  catalogue: Catalogue,
  book: FindingBook,
  signal: AbortSignal | undefined,
): Promise<Pick<VerifyReading, 'entries' | 'sums'> & { readonly change: number }> {
  // Only here, since no other command needs the engine in this thread.
  const { statementFaults } = await import('./verify-statements.ts');
  const snapshot = catalogue.snapshot();
  try {
    const reading = snapshot.verifyReading(statementFaults);
    await readInTurns(verifySnapshot(snapshot, reading, book), signal);
    const { entries, sums } = reading;
    return { entries, sums, change: snapshot.totals().change };
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
    if (count > maxPerKind) return;
    // What was damaged can be of any length.
    this.#findings.push({ ...finding, where: start(finding.where), found: start(finding.found) });
  }

  get isEmpty(): boolean {
    return this.#findings.length === 0;
  }

  has(damage: Damage): boolean {
    return this.#counts[damage] !== undefined;
  }

  result(): Pick<Verification, 'whole' | 'counts' | 'findings'> {
    const findings = this.#findings;
    return { whole: findings.length === 0, counts: this.#counts, findings };
  }
}
