import { startOf } from '../config/schema.ts';
import type { SourceSize } from '../model/run.ts';
import { losableShare } from './removals.ts';
import type { Running, RunningLine } from './running.ts';

/**
 * Says at the end of a run where a source gave no records at all, or lost more of those it had than
 * one run may remove: that is rather a broken source than one that was emptied. Not where the
 * operator wanted but a part of it, or confirmed that records go; nor where removals are held, or
 * most of what it lists is counted for another source that lists it, too.
 * @param sizes of the sources when the run ends
 */
export function judgeYield(
  { source, ledger }: RunningLine,
  { looking, limits }: Pick<Running, 'looking' | 'limits'>,
  sizes: readonly SourceSize[],
): void {
  if (looking.allowRemovals || Number.isFinite(limits.admittedPerSource)) return;
  const { records, urls, problems } = ledger.report();
  // What is held says it, and what to do.
  if (problems['removals-held'] !== undefined) return;
  const { added, replaced, unchanged, removed } = records;
  const now = added + replaced + unchanged + records['not-due'] + records['would-load'];
  const before = ledger.recordsBefore;
  const all = sizes.find((size) => size.source === source.name)?.records ?? 0;
  const facts = { url: startOf(source), source: source.name };
  const isLoss = before - now > losableShare(source) * before || now === 0;
  if (before > 0 && isLoss && before >= (all + removed - added) / 2) {
    const problem = { kind: 'source-shrunk', ...facts, before, now } as const;
    ledger.noteListing({ kind: 'noted', problem });
  } else if (now + before + all === 0 && Object.values(urls).some((count) => count > 0)) {
    const problem = { kind: 'source-without-records', ...facts } as const;
    ledger.noteListing({ kind: 'noted', problem });
  }
}
