import { join } from 'node:path';
import { Fault } from '../model/fault.ts';
import { cut } from '../model/problem-texts/problem-text.ts';
import type { Damage, Finding } from '../model/verification.ts';
import { countLines } from '../text/text-position.ts';
import { catalogueFaultOf, dataFile } from './catalogue-directory.ts';
import { CatalogueFault, damagedCatalogue, DamageFound, faultFromLmdb } from './catalogue-fault.ts';
import { Catalogue } from './catalogue.ts';
import {
  IntegrityReading,
  type StatementFaults,
  verifyCatalogue,
  verifyDerivedGraphs,
} from './integrity-check.ts';
import { readWithPauses } from './interruptible-reading.ts';
import { checkAllPages } from './lmdb-file.ts';

/**
 * Damage that a copy must not have: entries that differ from what was written. Other findings come
 * from older programs, or mend themselves.
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
 * Checks that LMDB can read every page. To be called before reading the whole catalogue.
 * @throws {CatalogueFault} `damagedCatalogue`; the signal's reason
 */
export async function assertSoundPages(catalogue: Catalogue, signal?: AbortSignal): Promise<void> {
  const { path } = catalogue;
  const snapshot = catalogue.snapshot();
  try {
    const fault = await readWithPauses(checkAllPages(join(path, dataFile)), signal);
    if (fault !== undefined) throw catalogueFaultOf(path, fault);
  } finally {
    snapshot.end();
  }
}

/**
 * Checks that a catalogue can be copied: everything is readable and equals what was written, as far
 * as `verify` tells without the engine.
 * @throws {CatalogueFault} `damagedCatalogue`
 */
export async function assertWhole(catalogue: Catalogue): Promise<void> {
  await assertSoundPages(catalogue);
  const found = await firstFinding(catalogue);
  if (found !== undefined) throw damagedCatalogue(catalogue.path, textOf(found), 'entries');
}

/**
 * Explains the failure of a read or write of a catalogue, which must be closed by now.
 * @returns a {CatalogueFault} where the catalogue is damaged; else the error
 */
export async function explainFailure(path: string, error: unknown): Promise<unknown> {
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
    ? damagedCatalogue(path, error.message, 'entries', { cause: error })
    : faultFromLmdb(path, error);
}

/**
 * Whether damage may have caused an error: it is no fault, and comes from no file, stream or abort.
 */
function isUnexplained(error: unknown): boolean {
  if (error instanceof Fault || !(error instanceof Error)) return false;
  return error.name !== 'AbortError' && !('syscall' in error);
}

async function firstFinding(catalogue: Catalogue): Promise<Finding | undefined> {
  const snapshot = catalogue.snapshot();
  try {
    const reading = new IntegrityReading(snapshot, countFaults);
    return (
      (await readWithPauses(firstGrave(verifyCatalogue(reading)))) ??
      (await readWithPauses(firstGrave(verifyDerivedGraphs(snapshot))))
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
  const lines = countLines(nquads);
  if (lines !== quads) yield `of ${quads} statements, ${lines} are there`;
};

function textOf({ where, found }: Finding): string {
  return `${cut(where)}: ${cut(found)}`;
}
