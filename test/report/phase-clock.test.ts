import { describe, expect, it } from 'vitest';
import { noPhases } from '../../src/model/run-costs.ts';
import { PhaseClock } from '../../src/report/phase-clock.ts';

describe('the time of a phase', () => {
  it('is that in which at least one thing is in it, and of each thing its own', () => {
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
