import type { Host } from '../../src/web/host.ts';
import { Hosts } from '../../src/web/hosts.ts';
import type { RequestSlot } from '../../src/web/request-slots.ts';
import { httpConfig, type HttpChanges } from './loopback.ts';
import { ManualClock } from './manual-clock.ts';

export const { signal } = new AbortController();
export const url = 'http://h.example/1';

/** A single host, and its clock. */
export function hostWith(changes: HttpChanges = {}, runMs?: number) {
  const clock = new ManualClock();
  const hosts = new Hosts(httpConfig(changes), { clock, runMs });
  return { clock, hosts, host: hosts.of(new URL(url)) };
}

/** Requests slots. @returns those that were granted so far, and when, by the clock */
export function turns(host: Host, clock: ManualClock, count: number) {
  const starts: number[] = [];
  const begun: RequestSlot[] = [];
  const origin = clock.now();
  for (let index = 0; index < count; index += 1) {
    const onSlot = (slot: RequestSlot): void => {
      starts.push(clock.now() - origin);
      begun.push(slot);
    };
    host.takeSlot(url, signal, 'first-request').then(onSlot, () => undefined);
  }
  return { starts, begun };
}

export const refused = { kind: 'connection-failed', url, code: 'ECONNREFUSED' } as const;
export const broken = { kind: 'http-status', url, status: 500 } as const;
