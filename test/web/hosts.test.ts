import { describe, expect, it } from 'vitest';
import type { Host } from '../../src/web/host.ts';
import { settled } from './manual-clock.ts';
import { broken, hostWith, refused, signal, turns, url } from './one-host.ts';

describe('Hosts', () => {
  it('counts http and https of a name as one host, and another port as another', () => {
    const { hosts, host } = hostWith();
    expect(hosts.of(new URL('https://h.example/x'))).toBe(host);
    expect(hosts.of(new URL('https://h.example:8443/'))).not.toBe(host);
    expect(hosts.facts().map(({ host: name }) => name)).toEqual(['h.example', 'h.example:8443']);
  });

  it('counts all waiting requests, and reports changed hosts', async () => {
    const { clock, hosts, host } = hostWith({ perHost: { connections: 1 } });
    const heard = new Set<Host>();
    hosts.listen((changed) => heard.add(changed));
    const { begun } = turns(host, clock, 3);
    const pausing = hosts.of(new URL('http://other.example/')).pause(50, signal);
    await settled();
    expect(hosts.waiting).toBe(3);
    expect(heard.size).toBe(2);
    begun[0]?.end();
    await clock.pass(50);
    await pausing;
    expect(hosts.waiting).toBe(1);
  });

  it('ends waiting requests and timers when it is closed', async () => {
    const { clock, hosts, host } = hostWith({}, 60_000);
    host.failed(refused, 30_000);
    const waiting = host.takeSlot(url, signal, 'first-request');
    const pausing = host.pause(30_000, signal);
    hosts.close();
    await Promise.all([waiting, pausing]);
    expect(clock.timers).toBe(0);
    expect(hosts.of(new URL('http://new.example/')).opening()).toEqual({ kind: 'now' });
  });

  it('drops hosts without state where there are very many', () => {
    const { hosts, host } = hostWith();
    host.failed(refused, 30_000);
    for (let index = 0; index <= 10_000; index += 1) {
      hosts.of(new URL(`http://h${index}.example/`));
    }
    expect(hosts.facts().length).toBeLessThan(10);
    expect(hosts.of(new URL(url))).toBe(host);
  });
});

describe('Host', () => {
  it('starts no more requests at once than configured', async () => {
    const { clock, host } = hostWith({ perHost: { connections: 2 } });
    const { starts, begun } = turns(host, clock, 3);
    await clock.pass(100);
    expect(starts).toEqual([0, 0]);
    expect(host.waiting).toBe(1);
    begun[0]?.end();
    begun[0]?.end();
    await settled();
    expect(starts).toEqual([0, 0, 100]);
  });

  it('keeps the delay between the starts of requests', async () => {
    const { clock, host } = hostWith({ perHost: { connections: 8, delayMs: 250 } });
    const { starts } = turns(host, clock, 3);
    await clock.pass(1000);
    expect(starts).toEqual([0, 250, 500]);
  });

  it('keeps a longer delay of robots.txt, up to the maximum', async () => {
    const { clock, host } = hostWith({ perHost: { connections: 8, maxCrawlDelayMs: 3000 } });
    expect(host.applyCrawlDelay(2000)).toBe(2000);
    const { starts } = turns(host, clock, 3);
    await clock.pass(2000);
    expect(host.applyCrawlDelay(60_000)).toBe(3000);
    await clock.pass(5000);
    expect(starts).toEqual([0, 2000, 5000]);
  });

  it('never exceeds the configured rate, whatever robots.txt allows', async () => {
    const { clock, host } = hostWith({ perHost: { connections: 8, delayMs: 250 } });
    host.applyCrawlDelay(10);
    const { starts } = turns(host, clock, 2);
    await clock.pass(1000);
    expect(starts).toEqual([0, 250]);
  });

  it('ends the waiting of an aborted request', async () => {
    const { clock, host } = hostWith({ perHost: { connections: 1 } });
    turns(host, clock, 1);
    const abort = new AbortController();
    const waiting = host.takeSlot(url, abort.signal, 'first-request');
    expect(host.waiting).toBe(1);
    const reason = new Error('enough');
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(host.waiting).toBe(0);
    await expect(host.takeSlot(url, abort.signal, 'follow-up')).rejects.toBe(reason);
    await expect(host.pause(10, abort.signal)).rejects.toBe(reason);
  });

  it('pauses as a whole after a failure to connect, longer each time, until it responds', async () => {
    const { clock, host } = hostWith();
    expect(host.failed(refused, undefined)).toBe(500);
    expect(host.failed(refused, undefined)).toBe(1000);
    const { starts } = turns(host, clock, 1);
    await clock.pass(999);
    expect(starts).toEqual([]);
    await clock.pass(1);
    expect(starts).toEqual([1000]);
    host.succeeded();
    expect(host.failed(refused, undefined)).toBe(500);
  });

  it('continues with other URLs after a 500, but not after those of two URLs', async () => {
    const { clock, host } = hostWith();
    host.failed(broken, undefined);
    const { starts } = turns(host, clock, 1);
    await settled();
    expect(starts).toEqual([0]);
    host.gaveUp(broken);
    expect(host.failed(broken, undefined)).toBeUndefined();
    const later = turns(host, clock, 1);
    await clock.pass(999);
    expect(later.starts).toEqual([]);
  });

  it('pauses as long as Retry-After requests, and never shortens a pause', async () => {
    const { clock, host } = hostWith();
    expect(host.failed(broken, 7000)).toBe(7000);
    host.failed(broken, 10);
    const { starts } = turns(host, clock, 1);
    await clock.pass(7000);
    expect(starts).toEqual([7000]);
    expect(host.failed(broken, 60_000)).toBe(60_000);
    expect(host.facts()).toMatchObject({ state: 'resting', failures: 3, restedMs: 7000 });
    await clock.pass(60_000);
    expect(host.facts()).toMatchObject({ state: 'answering', restedMs: 67_000 });
  });

  it('has statistics and a state', async () => {
    const { clock, host } = hostWith();
    const turn = await host.takeSlot(url, signal, 'first-request');
    await clock.pass(40);
    turn.answered(true);
    turn.traffic.received += 10;
    turn.traffic.decoded += 30;
    await clock.pass(1000);
    turn.end();
    expect(host.facts()).toEqual({
      host: 'h.example',
      requests: 1,
      bytesReceived: 10,
      bytesDecoded: 30,
      waitingMs: 40,
      restedMs: 0,
      failures: 0,
      state: 'answering',
    });
  });

  it('is idle when it has no state worth keeping and is not in use', async () => {
    const { clock, host } = hostWith({ perHost: { delayMs: 30 } });
    expect(host.isIdle).toBe(true);
    const turn = await host.takeSlot(url, signal, 'first-request');
    await clock.pass(30);
    expect(host.isIdle).toBe(false);
    turn.end();
    expect(host.isIdle).toBe(true);
    host.hold();
    expect(host.isIdle).toBe(false);
    host.release();
    host.failed(refused, undefined);
    expect(host.isIdle).toBe(false);
    await clock.pass(500);
    expect(host.isIdle).toBe(true);
  });
});

describe('a reserved slot', () => {
  it('is taken by the next request, and released where there is none', () => {
    const { host } = hostWith({ perHost: { connections: 1 } });
    const unused = host.reserve();
    expect(host.opening()).toEqual({ kind: 'busy' });
    unused.end();
    expect(host.opening()).toEqual({ kind: 'now' });
    const used = host.reserve();
    void host.takeSlot(url, signal, 'first-request');
    used.end();
    expect(host.opening()).toEqual({ kind: 'busy' });
  });

  it('is one at a time where there is a delay between requests', async () => {
    const { clock, host } = hostWith({ perHost: { connections: 4, delayMs: 250 } });
    const first = host.reserve();
    expect(host.opening()).toEqual({ kind: 'busy' });
    first.end();
    expect(host.opening()).toEqual({ kind: 'now' });
    host.reserve();
    void host.takeSlot(url, signal, 'first-request');
    expect(host.opening()).toEqual({ kind: 'later', at: clock.now() + 250 });
  });

  it('is for one target until the host has responded', async () => {
    const { host } = hostWith({ perHost: { connections: 4 } });
    expect(host.atOnce).toBe(4);
    const turn = await host.takeSlot(url, signal, 'first-request');
    expect(host.atOnce).toBe(1);
    turn.end();
    host.succeeded();
    expect(host.atOnce).toBe(4);
    host.failed(refused, undefined);
    expect(host.atOnce).toBe(1);
  });
});
