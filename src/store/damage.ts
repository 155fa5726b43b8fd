import { join } from 'node:path';
import { Fault } from '../model/fault.ts';
import { cut } from '../model/problem-texts/wording.ts';
import type { Damage, Finding } from '../model/verification.ts';
import { Catalogue } from './catalogue.ts';
import { catalogueFaultOf, dataFile } from './catalogue-directory.ts';
import { CatalogueFault, DamageFound, damaged, faultOfLmdb } from './catalogue-fault.ts';
import { linesIn } from '../text/lines-in.ts';
import { readInTurns } from './in-turns.ts';
import { faultOfPages } from './lmdb-file.ts';
import { verifyCatalogue, verifyOwnGraphs, VerifyReading, type StatementFaults } from './verify.ts';

/**
 * What a copy must not have: entries that are not what was written. Others come of older programs,
 * or mend themselves.
 */
const grave: ReadonlySet<Damage> = new Set([
  'entry-unreadable',
  'entry-misplaced',
  'document-altered',
  'document-missing',
  'statements-wrong',
  'statements-missing',
  'facts-missing',
  'totals-wrong',
]);

/**
 * Makes sure that LMDB can read all of a catalogue: to be called by whoever reads all of it.
 * @throws {CatalogueFault} `damaged`; the signal's reason
 */
export async function assertSoundPages(catalogue: Catalogue, signal?: AbortSignal): Promise<void> {
  const { path } = catalogue;
  const snapshot = catalogue.snapshot();
  try {
    const fault = await readInTurns(faultOfPages(join(path, dataFile)), signal);
    if (fault !== undefined) throw catalogueFaultOf(path, fault);
  } finally {
    snapshot.end();
  }
}

/**
 * Makes sure that a catalogue can be copied: nothing in it is unreadable or another thing than was
 * written, as far as `verify` tells without the engine.
 * @throws {CatalogueFault} `damaged`
 */
export async function assertWhole(catalogue: Catalogue): Promise<void> {
  await assertSoundPages(catalogue);
  const found = await firstFinding(catalogue);
  if (found !== undefined) throw damaged(catalogue.path, textOf(found), 'entries');
}

/**
 * Why something failed that reads or writes a catalogue, which is closed.
 * @returns a {CatalogueFault} where the catalogue is damaged; else the error
 */
export async function whyFailed(path: string, error: unknown): Promise<unknown> {
  if (!isUnexplained(error)) return error;
  try {
    const catalogue = new Catalogue({ path, access: 'read' });
    try {
      await assertWhole(catalogue);
    } finally {
      await catalogue.close();
    }
  } catch (found) {
    const isDamage = found instanceof CatalogueFault && found.trouble !== 'missing';
    return isDamage
      ? new CatalogueFault(found.trouble, path, found.detail, { cause: error })
      : error;
  }
  return error instanceof DamageFound
    ? damaged(path, error.message, 'entries', { cause: error })
    : faultOfLmdb(path, error);
}

/**
 * Whether an error may come of damage: nobody has said what it means, and it is not of a file, a
 * stream or an abort.
 */
function isUnexplained(error: unknown): boolean {
  if (error instanceof Fault || !(error instanceof Error)) return false;
  return error.name !== 'AbortError' && !('syscall' in error);
}

async function firstFinding(catalogue: Catalogue): Promise<Finding | undefined> {
  const snapshot = catalogue.snapshot();
  try {
    const reading = new VerifyReading(snapshot, countFaults);
    return (
      (await readInTurns(firstGrave(verifyCatalogue(reading)))) ??
      (await readInTurns(firstGrave(verifyOwnGraphs(snapshot))))
    );
  } finally {
    snapshot.end();
  }
}

function* firstGrave(
  findings: Iterable<Finding | undefined>,
): Generator<undefined, Finding | undefined> {
  for (const finding of findings) {
    if (finding !== undefined && grave.has(finding.damage)) return finding;
    yield undefined;
  }
  return undefined;
}

const countFaults: StatementFaults = function* (nquads, { quads }) {
  const lines = linesIn(nquads);
  if (lines !== quads) yield `of ${quads} statements, ${lines} are there`;
};

function textOf({ where, found }: Finding): string {
  return `${cut(where)}: ${cut(found)}`;
}
