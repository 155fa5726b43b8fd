import { describe, expect, it } from 'vitest';
import type { Host } from '../../src/web/host.ts';
import { problemOf } from './loopback.ts';
import { broken, hostWith, refused, signal, turns, url } from './one-host.ts';

/** Lets URLs fail, one after the other. */
function fail(host: Host, times: number): void {
  for (let index = 0; index < times; index += 1) {
    host.failed(refused, undefined);
    host.gaveUp(refused);
  }
}

describe('a host that is given up', () => {
  it('failed repeatedly, and once more after a pause', async () => {
    const { clock, host } = hostWith({ perHost: { maxFailures: 3 } });
    fail(host, 3);
    expect(host.facts().state).toBe('resting');
    const trial = turns(host, clock, 2);
    await clock.pass(29_999);
    expect(trial.starts).toEqual([]);
    await clock.pass(60_000);
    // Only one trial request is sent.
    expect(trial.starts).toEqual([30_000]);
    const waiting = problemOf(host.takeSlot('http://h.example/2', signal, 'first-request'));
    fail(host, 1);
    trial.begun[0]?.end();
    expect(await waiting).toEqual({
      kind: 'host-given-up',
      url: 'http://h.example/2',
      host: 'h.example',
      failures: 4,
      reason: 'connection-failed',
      code: 'ECONNREFUSED',
    });
    expect(host.opening().kind).toBe('never');
    expect(host.facts().state).toBe('given-up');
  });

  it('did not respond after the pause', async () => {
    const { clock, host } = hostWith({ perHost: { maxFailures: 3 } });
    fail(host, 3);
    await clock.pass(30_000);
    const turn = await host.takeSlot(url, signal, 'first-request');
    host.succeeded();
    turn.end();
    fail(host, 2);
    await clock.pass(30_000);
    expect(host.facts().state).toBe('answering');
  });

  it('is not given up for requests that were under way when its pause began', async () => {
    const { clock, host } = hostWith({ perHost: { maxFailures: 3 } });
    fail(host, 5);
    expect(host.facts().state).toBe('resting');
    await clock.pass(30_000);
    expect(host.opening().kind).toBe('now');
  });

  it('has the status of its last failure', async () => {
    const { clock, host } = hostWith({ perHost: { maxFailures: 1 } });
    host.gaveUp(broken);
    await clock.pass(30_000);
    await host.takeSlot(url, signal, 'first-request');
    host.gaveUp(broken);
    const problem = await problemOf(host.takeSlot(url, signal, 'first-request'));
    expect(problem).toMatchObject({ kind: 'host-given-up', reason: 'http-status', status: 500 });
  });

  it('may have reached its time limit or that of the run', async () => {
    const own = hostWith({ perHost: { connections: 1, runMs: 5000 } });
    await own.clock.pass(9000);
    const turn = await own.host.takeSlot(url, signal, 'first-request');
    const waiting = problemOf(own.host.takeSlot(url, signal, 'first-request'));
    await own.clock.pass(5000);
    turn.end();
    const { host } = own.host.facts();
    const problem = { kind: 'out-of-time', url, of: 'host', host, maxMs: 5000 } as const;
    expect(await waiting).toEqual(problem);
    expect(own.host.facts().state).toBe('out-of-time');

    const run = hostWith({ perHost: { delayMs: 60_000, runMs: 90_000 } }, 4000);
    await run.clock.pass(1000);
    await run.host.takeSlot(url, signal, 'first-request');
    const delayed = problemOf(run.host.takeSlot(url, signal, 'first-request'));
    expect(run.host.opening()).toEqual({ kind: 'later', at: run.clock.now() + 3000 });
    await run.clock.pass(3000);
    expect(await delayed).toEqual({ ...problem, of: 'run', maxMs: 4000 });
  });
});
