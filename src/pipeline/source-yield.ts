import { startOf } from '../config/schema.ts';
import type { Running, RunningLine } from './harvest-plan.ts';

/**
 * Says at the end of a run where a source gave no records at all, or at most half of those it had: that is rather a broken
 * source than one that was emptied. Not where the operator wanted but a part of it, or confirmed that records go.
 */
export function judgeYield({ source, ledger }: RunningLine, { looking, limits }: Running): void {
  if (looking.allowRemovals || Number.isFinite(limits.admittedPerSource)) return;
  const { records, urls } = ledger.report();
  const now =
    records.added +
    records.replaced +
    records.unchanged +
    records['not-due'] +
    records['would-load'];
  const before = ledger.recordsBefore;
  const facts = { url: startOf(source), source: source.name };
  if (before > 0 && now <= before / 2) {
    const problem = { kind: 'source-shrunk', ...facts, before, now } as const;
    ledger.noteListing({ kind: 'noted', problem });
  } else if (now === 0 && Object.values(urls).some((count) => count > 0)) {
    const problem = { kind: 'source-without-records', ...facts } as const;
    ledger.noteListing({ kind: 'noted', problem });
  }
}
