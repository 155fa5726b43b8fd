import { describe, expect, it } from 'vitest';
import { type HostFacts, noPhases } from '../../../src/model/run-costs.ts';
import { PhaseClock } from '../../../src/pipeline/report/run-meter.ts';
import { rankHosts } from '../../../src/pipeline/report/run-costs.ts';

describe('the time of a phase', () => {
  it('is counted once for the run, and for each thing in it', () => {
    let now = 0;
    const clock = new PhaseClock(() => now);
    const first = clock.begin('waiting');
    now = 1000;
    const second = clock.begin('waiting');
    now = 3000;
    expect(first()).toBe(3000);
    now = 4000;
    expect(second()).toBe(3000);
    now = 9000;
    const third = clock.begin('waiting');
    now = 9500;
    expect(third()).toBe(500);
    expect(clock.seconds()).toEqual({ ...noPhases, waiting: 4.5 });
  });

  it('ends once, and counts up to now before', () => {
    let now = 0;
    const clock = new PhaseClock(() => now);
    const stop = clock.begin('loading');
    now = 2000;
    expect(clock.seconds().loading).toBe(2);
    expect(stop()).toBe(2000);
    now = 5000;
    expect(stop()).toBe(0);
    expect(clock.seconds().loading).toBe(2);
  });
});

function host(name: string, more: Partial<HostFacts> = {}): HostFacts {
  const nothing = { requests: 1, bytesReceived: 0, bytesDecoded: 0, restedMs: 0, failures: 0 };
  return { host: name, ...nothing, waitingMs: 1, state: 'answering', ...more };
}

describe('the hosts of a report', () => {
  it('are the ten that took longest, and those that are given up', () => {
    const quick = Array.from({ length: 20 }, (_, index) => host(`h${index}`, { waitingMs: index }));
    const gone = [host('dead', { state: 'given-up' }), host('late', { state: 'out-of-time' })];
    const { slowest, states } = rankHosts([...gone, ...quick, host('rests', { restedMs: 99 })]);
    expect(slowest.map((each) => each.host)).toEqual([
      'rests',
      ...Array.from({ length: 9 }, (_, index) => `h${19 - index}`),
      'dead',
      'late',
    ]);
    expect(states).toEqual({ answering: 21, slow: 0, resting: 0, 'given-up': 1, 'out-of-time': 1 });
  });

  it('are two hundred at most', () => {
    const all = Array.from({ length: 300 }, (_, index) =>
      host(`h${index}`, { state: 'out-of-time' }),
    );
    expect(rankHosts(all).slowest).toHaveLength(200);
    expect(rankHosts(all).states['out-of-time']).toBe(300);
  });
});
