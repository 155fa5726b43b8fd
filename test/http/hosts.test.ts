import { describe, expect, it } from 'vitest';
import type { Host } from '../../src/http/host.ts';
import { hostWith, refused, signal, turns, url } from './one-host.ts';
import { settled } from './manual-clock.ts';

describe('Hosts', () => {
  it('takes http and https of a name for one host, and another port for another', () => {
    const { hosts, host } = hostWith();
    expect(hosts.of(new URL('https://h.example/x'))).toBe(host);
    expect(hosts.of(new URL('https://h.example:8443/'))).not.toBe(host);
    expect(hosts.facts().map(({ host: name }) => name)).toEqual(['h.example', 'h.example:8443']);
  });

  it('counts who waits, in all, and says of which host something has changed', async () => {
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

  it('leaves no waiting request and no timer when it is closed', async () => {
    const { clock, hosts, host } = hostWith({}, 60_000);
    host.failed(refused, 30_000);
    const waiting = host.turn(url, signal, 'first-request');
    const pausing = host.pause(30_000, signal);
    hosts.close();
    await Promise.all([waiting, pausing]);
    expect(clock.timers).toBe(0);
    expect(hosts.of(new URL('http://new.example/')).opening()).toEqual({ kind: 'now' });
  });

  it('forgets hosts of which nothing is lost, where there are very many', () => {
    const { hosts, host } = hostWith();
    host.failed(refused, 30_000);
    for (let index = 0; index <= 10_000; index += 1) {
      hosts.of(new URL(`http://h${index}.example/`));
    }
    expect(hosts.facts().length).toBeLessThan(10);
    expect(hosts.of(new URL(url))).toBe(host);
  });
});
