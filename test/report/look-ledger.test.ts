import { describe, expect, it } from 'vitest';
import type { GraphReceipt } from '../../src/model/receipt.ts';
import type { RecordState } from '../../src/model/run.ts';
import { SourceLedger } from '../../src/report/ledger.ts';
import { LookLedger } from '../../src/report/look-ledger.ts';

const now = new Date('2026-01-02T03:04:05Z');
const url = 'http://h/page';
type Kept = GraphReceipt['state'];

function look(ledger: SourceLedger, before?: LookLedger) {
  const made = new LookLedger(ledger, url, before);
  return {
    made,
    load: (graphs: Record<string, Kept>, removed: readonly string[] = []) =>
      made.loaded({
        graphs: Object.entries(graphs).map(([graph, state]) => ({ graph, state, quads: 3 })),
        removed,
        kept: 0,
        leaving: 0,
      }),
  };
}

/** The records of a source that are not none. */
function recordsOf(ledger: SourceLedger): Partial<Record<RecordState, number>> {
  const { records } = ledger.report();
  return Object.fromEntries(Object.entries(records).filter(([, count]) => count > 0));
}

describe('a further look at a URL', () => {
  it.each<
    [string, Kept | undefined, Kept | 'removed' | undefined, Partial<Record<RecordState, number>>]
  >([
    ['was added and is there', 'added', 'unchanged', { added: 1 }],
    ['was added and says something else', 'added', 'replaced', { added: 1 }],
    ['was added and is gone', 'added', 'removed', {}],
    ['was replaced and is there', 'replaced', 'unchanged', { replaced: 1 }],
    ['was replaced and is gone', 'replaced', 'removed', { removed: 1 }],
    ['was unchanged and is replaced', 'unchanged', 'replaced', { replaced: 1 }],
    ['was unchanged and is gone', 'unchanged', 'removed', { removed: 1 }],
    ['is new', undefined, 'added', { added: 1 }],
    ['was added, and the look did not come to it', 'added', undefined, { added: 1 }],
  ])('counts a record by what both did: it %s', (_name, first, second, expected) => {
    const ledger = new SourceLedger('s', now);
    ledger.admit(url);
    const one = look(ledger);
    if (first !== undefined) one.load({ g: first });
    one.made.end('harvested', { isWhole: true, now });
    const two = look(ledger, one.made);
    if (second === 'removed') two.load({}, ['g']);
    else if (second !== undefined) two.load({ g: second });
    two.made.end('harvested', { isWhole: second !== undefined, now });
    expect(recordsOf(ledger)).toEqual(expected);
    const state =
      (expected.added ?? expected.replaced ?? expected.removed) ? 'loaded' : 'unchanged';
    expect(ledger.report().urls).toMatchObject({ [state]: 1, 'not-tried': 0 });
  });

  it('takes the place of the one before, with its problems and what it skipped', () => {
    const ledger = new SourceLedger('s', now);
    ledger.admit(url);
    const one = look(ledger);
    one.made.note({ kind: 'failed', problem: { kind: 'script-missing', url, id: 'x' } });
    one.made.note({ kind: 'skipped', url, reason: 'outranked' });
    one.made.others('failed-new', 1);
    one.made.end('metadata-failed', { isWhole: false, now });
    const two = look(ledger, one.made);
    two.load({ g: 'added' });
    two.made.end('harvested', { isWhole: true, now });
    expect(ledger.report()).toMatchObject({ problems: {}, skipped: {}, quads: 3 });
    expect(recordsOf(ledger)).toEqual({ added: 1 });
    expect(ledger.report().urls).toMatchObject({ loaded: 1, 'metadata-failed': 0 });
  });

  it('leaves it its place where it is cut off', () => {
    const ledger = new SourceLedger('s', now);
    ledger.admit(url);
    const one = look(ledger);
    one.load({ g: 'added' });
    one.made.end('harvested', { isWhole: true, now });
    const two = look(ledger, one.made);
    two.made.others('failed-new', 1);
    two.made.cutOff('not-tried', now);
    expect(recordsOf(ledger)).toEqual({ added: 1 });
    expect(ledger.report().urls).toMatchObject({ loaded: 1, 'not-tried': 0 });
  });
});
