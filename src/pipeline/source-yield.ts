import { startOf } from '../config/schema.ts';
import { losableShare, recordsBySource } from './removals.ts';
import type { SourceLedger } from '../report/ledger.ts';
import type { Running, RunningLine } from './running.ts';

/**
 * Says at the end of a run where a source gave no records at all, or lost more of those it had than
 * one run may remove: that is rather a broken source than one that was emptied. Not where the
 * operator wanted but a part of it, or confirmed that records go; nor where removals are held, or
 * most of what it lists is counted for another source that lists it, too. What the catalogue has
 * of all sources is read only where a source is in doubt.
 */
export async function judgeYields({
  sources,
  looking,
  limits,
  memory,
  stop,
}: Pick<Running, 'sources' | 'looking' | 'limits' | 'memory' | 'stop'>): Promise<void> {
  if (looking.allowRemovals || Number.isFinite(limits.admittedPerSource)) return;
  const doubtful = sources.filter(isInDoubt);
  if (doubtful.length === 0) return;
  const sizes = await recordsBySource(memory, stop);
  for (const line of doubtful) judgeYield(line, sizes.get(line.source.name) ?? 0);
}

/** Whether a source lost much, or gave nothing. */
function isInDoubt({ source, ledger }: RunningLine): boolean {
  // What is held says it, and what to do.
  if (ledger.countOf('removals-held') > 0) return false;
  const now = recordsNow(ledger);
  const before = ledger.recordsBefore;
  return before - now > losableShare(source) * before || now === 0;
}

/** How many records the run saw. */
function recordsNow({ records }: SourceLedger): number {
  const { added, replaced, unchanged } = records;
  return added + replaced + unchanged + records['not-due'] + records['would-load'];
}

/** @param all how many records the catalogue has of the source when the run ends */
function judgeYield({ source, ledger }: RunningLine, all: number): void {
  const { added, removed } = ledger.records;
  const now = recordsNow(ledger);
  const before = ledger.recordsBefore;
  const facts = { url: startOf(source), source: source.name };
  if (before > 0 && before >= (all + removed - added) / 2) {
    const problem = { kind: 'source-shrunk', ...facts, before, now } as const;
    ledger.noteListing({ kind: 'noted', problem });
  } else if (now + before + all === 0 && ledger.hasUrls) {
    const problem = { kind: 'source-without-records', ...facts } as const;
    ledger.noteListing({ kind: 'noted', problem });
  }
}
