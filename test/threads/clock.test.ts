import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProcessClock } from '../../src/threads/clock.ts';
import { Hosts } from '../../src/web/hosts.ts';
import { httpConfig } from '../web/loopback.ts';

/** What the clock goes by, beside the timers of vitest. */
let jumped = { monotonic: 0, calendar: 0 };

function clockOf(): ProcessClock {
  return new ProcessClock({
    monotonic: () => performance.now() + jumped.monotonic,
    calendar: () => Date.now() + jumped.calendar,
  });
}

/** The process stands still for so long: no timer fires meanwhile, and all that are due do behind it. */
function stop(ms: number): void {
  jumped = { monotonic: jumped.monotonic + ms, calendar: jumped.calendar + ms };
}

beforeEach(() => {
  vi.useFakeTimers();
  jumped = { monotonic: 0, calendar: 0 };
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the clock of the process', () => {
  it('goes on as time does', () => {
    const clock = clockOf();
    const began = clock.now();
    vi.advanceTimersByTime(3_600_000);
    expect(clock.now() - began).toBe(3_600_000);
    expect(clock.stops).toBe(0);
  });

  it('does not count the time of a stop', () => {
    const clock = clockOf();
    vi.advanceTimersByTime(60_000);
    const began = clock.now();
    vi.advanceTimersByTime(60_000);
    expect(clock.now() - began).toBe(60_000);
    expect(clock.stops).toBe(0);
  });

  it.each([60_000, 86_400_000])('stands while the process is stopped for %i ms', (ms) => {
    const clock = clockOf();
    const began = clock.now();
    vi.advanceTimersByTime(10_000);
    stop(ms);
    expect(clock.now() - began).toBe(11_000);
    expect(clock.stops).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect(clock.now() - began).toBe(21_000);
    stop(ms);
    expect(clock.stops).toBe(2);
  });

  it('does not charge a stop to the limits of a run or a host', async () => {
    const clock = clockOf();
    const config = httpConfig({ perHost: { runMs: 60_000 } });
    const hosts = new Hosts(config, { clock, runMs: 60_000 });
    const host = hosts.of({ host: 'a.example.org' });
    const { signal } = new AbortController();
    for (let answer = 0; answer < 20; answer += 1) {
      const turn = await host.takeSlot('http://a.example.org/', signal, 'first-request');
      if (answer === 15) stop(3_600_000);
      turn.answered(true);
      turn.end();
      host.succeeded();
    }
    expect(host.state).toBe('answering');
    expect(host.opening()).toEqual({ kind: 'now' });
    vi.advanceTimersByTime(60_000);
    expect(host.state).toBe('out-of-time');
    hosts.close();
  });

  it('counts the time of a busy process', () => {
    const clock = clockOf();
    const began = clock.now();
    stop(900);
    expect(clock.now() - began).toBe(900);
    expect(clock.stops).toBe(0);
  });

  it('notices a suspended machine if only the wall clock went on', () => {
    const clock = clockOf();
    const began = clock.now();
    jumped = { monotonic: 0, calendar: 3_600_000 };
    vi.advanceTimersByTime(250);
    expect(clock.stops).toBe(1);
    expect(clock.now() - began).toBe(250);
  });

  it('ignores a wall clock that is set back', () => {
    const clock = clockOf();
    const began = clock.now();
    jumped = { monotonic: 0, calendar: -3_600_000 };
    vi.advanceTimersByTime(1000);
    expect(clock.stops).toBe(0);
    expect(clock.now() - began).toBe(1000);
  });

  it('calls back after the counted time, even if the timer was due earlier', () => {
    let frozen: number | undefined;
    const clock = new ProcessClock({ monotonic: () => frozen ?? performance.now() });
    const called = vi.fn<() => void>();
    clock.after(10_000, called);
    vi.advanceTimersByTime(5000);
    frozen = performance.now();
    vi.advanceTimersByTime(60_000);
    frozen = undefined;
    // A second of the stop counts, so four are left.
    vi.advanceTimersByTime(3700);
    expect(called).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5000);
    expect(called).toHaveBeenCalledOnce();
  });

  it('calls back after more days than a timer can be set to, unless cancelled', () => {
    const clock = clockOf();
    const called = vi.fn<() => void>();
    const days = 86_400_000;
    clock.after(30 * days, called);
    const cancel = clock.after(10, () => {
      throw new Error('It was taken back.');
    });
    cancel();
    vi.advanceTimersByTime(1000);
    expect(called).not.toHaveBeenCalled();
  });
});
