import { describe, expect, it } from 'vitest';
import type { HostFacts } from '../../src/model/host-facts.ts';
import { runHosts } from '../../src/report/run-hosts.ts';

function host(name: string, more: Partial<HostFacts> = {}): HostFacts {
  const nothing = { requests: 1, bytesReceived: 0, bytesDecoded: 0, restedMs: 0, failures: 0 };
  return { host: name, ...nothing, waitingMs: 1, state: 'answering', ...more };
}

describe('the hosts of a report', () => {
  it('are the ten that took longest, and those that are not asked any more', () => {
    const quick = Array.from({ length: 20 }, (_, index) => host(`h${index}`, { waitingMs: index }));
    const gone = [host('dead', { state: 'given-up' }), host('late', { state: 'out-of-time' })];
    const { slowest, states } = runHosts([...gone, ...quick, host('rests', { restedMs: 99 })]);
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
    expect(runHosts(all).slowest).toHaveLength(200);
    expect(runHosts(all).states['out-of-time']).toBe(300);
  });
});
