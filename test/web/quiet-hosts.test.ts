import { describe, expect, it } from 'vitest';
import { Hosts } from '../../src/web/hosts.ts';
import { httpConfig } from './loopback.ts';
import { ManualClock } from './manual-clock.ts';
import { broken, refused, signal, url } from './one-host.ts';

describe('the listener for hosts that pause', () => {
  it('is called once when a host starts to pause and once when it is given up', async () => {
    const told: string[] = [];
    const clock = new ManualClock();
    const onQuiet = ({ host, state }: { readonly host: string; readonly state: string }): void =>
      void told.push(`${host} ${state}`);
    const config = httpConfig({ perHost: { maxFailures: 1 } });
    const hosts = new Hosts(config, { clock, onQuiet });
    const host = hosts.of(new URL(url));
    (await host.takeSlot(url, signal, 'first-request')).end();
    host.succeeded();
    expect(told).toEqual([]);
    host.failed(refused, undefined);
    host.gaveUp(refused);
    expect(told).toEqual(['h.example resting']);
    await clock.pass(3_600_000);
    const turn = await host.takeSlot(url, signal, 'first-request');
    host.failed(broken, undefined);
    host.gaveUp(broken);
    turn.end();
    expect(told).toEqual(['h.example resting', 'h.example given-up']);
  });
});
