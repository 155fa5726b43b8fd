import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyUrlCounts,
  emptyVisitCounts,
  type RecordState,
  type UrlState,
  type VisitState,
} from '../../../src/model/run.ts';
import { funnelOf } from '../../../src/pipeline/report/run-report.ts';
import {
  SourceLedger,
  sumCounts,
  type UrlPhase,
  UrlStates,
} from '../../../src/pipeline/report/source-ledger.ts';
import { VisitLedger } from '../../../src/pipeline/report/visit-ledger.ts';

const now = new Date('2026-01-02T03:04:05Z');
const lookStates = Object.keys(emptyVisitCounts()) as VisitState[];
const urlStates = Object.keys(emptyUrlCounts()) as UrlState[];
const phases: readonly UrlPhase[] = ['waiting', 'under-way', ...urlStates];
const urls = ['u1', 'u2', 'u3', 'u4'];

/** What can happen to a URL, and the phases in which it can. */
const legal: ReadonlyMap<UrlPhase, (from: UrlPhase | undefined) => boolean> = new Map(
  phases.map((to) => [
    to,
    (from: UrlPhase | undefined) => {
      if (to === 'waiting' || to === 'unlisted' || to === 'missing') return from === undefined;
      if (to === 'under-way') {
        return from !== undefined && !['under-way', 'unlisted', 'missing'].includes(from);
      }
      return from === 'under-way';
    },
  ]),
);

describe('the states of the URLs of a run', () => {
  it('are one for each URL after any events, and add up', () => {
    const moves = fc.array(fc.tuple(fc.constantFrom(...urls), fc.constantFrom(...phases)), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(moves, (events) => {
        const states = new UrlStates();
        const expected = new Map<string, UrlPhase>();
        for (const [url, to] of events) {
          const isLegal = legal.get(to)?.(expected.get(url)) === true;
          expect(isMoved(states, url, to)).toBe(isLegal);
          if (isLegal) expected.set(url, to);
        }
        const counts = states.counts();
        expect(sumCounts(counts)).toBe(expected.size);
        for (const state of urlStates.filter((each) => each !== 'not-tried')) {
          expect(counts[state]).toBe(
            [...expected.values()].filter((each) => each === state).length,
          );
        }
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

function isMoved(states: UrlStates, url: string, to: UrlPhase): boolean {
  try {
    states.move(url, to);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** One look at a URL: what it did to the records it has, and how it ended. */
const look = fc.record({
  url: fc.constantFrom(...urls),
  given: fc.array(fc.constantFrom('added', 'replaced', 'unchanged', 'removed'), { maxLength: 4 }),
  others: fc.dictionary(
    fc.constantFrom<RecordState>('kept', 'failed-kept', 'failed-new', 'not-due'),
    fc.nat(3),
  ),
  state: fc.constantFrom(...lookStates),
});

describe('the funnel', () => {
  it('adds up after any visits', () => {
    fc.assert(
      fc.property(fc.array(look, { maxLength: 20 }), fc.nat(3), (looks, missed) => {
        const ledger = new SourceLedger('s', now);
        const admitted = new Set<string>();
        for (const { url, given, others, state } of looks) {
          if (!admitted.has(url)) ledger.admit(url);
          admitted.add(url);
          const made = new VisitLedger(ledger, url);
          given.forEach((what, index) => {
            const graph = `${url}#${index}`;
            const graphs = what === 'removed' ? [] : [{ graph, state: what, quads: 1 }];
            const removed = what === 'removed' ? [graph] : [];
            made.loaded({ graphs, removed, kept: 0, leaving: 0 });
          });
          for (const [each, count] of Object.entries(others)) {
            made.record(each as RecordState, count); // the keys of the dictionary are states
          }
          made.end(state, now);
        }
        for (let index = 0; index < missed; index += 1)
          ledger.settle(`old${index}`, 'missing', now);
        const report = ledger.report();
        expect(sumCounts(report.urls)).toBe(admitted.size + missed);
        expect(Object.values(report.records).every((count) => count >= 0)).toBe(true);
        const funnel = funnelOf(report);
        const { discovered, allowed, due, tried, answered, withMetadata, harvested } = funnel;
        expect([discovered, funnel.missed]).toEqual([admitted.size, missed]);
        const steps = [discovered, allowed, due, tried, answered, withMetadata, harvested];
        expect(steps).toEqual(steps.toSorted((one, other) => other - one));
        expect(harvested).toBe(report.urls.loaded + report.urls.unchanged);
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});
