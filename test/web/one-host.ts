import { type Host, Hosts } from '../../src/web/hosts.ts';
import type { RequestSlot } from '../../src/web/turns.ts';
import { httpConfig, type HttpChanges } from './loopback.ts';
import { ManualClock } from './manual-clock.ts';

export const { signal } = new AbortController();
export const url = 'http://h.example/1';

/** A host that stands alone, and its clock. */
export function hostWith(changes: HttpChanges = {}, runMs?: number) {
  const clock = new ManualClock();
  const hosts = new Hosts(httpConfig(changes), { clock, runMs });
  return { clock, hosts, host: hosts.of(new URL(url)) };
}

/** Asks for turns, and says when each came, by the clock. */
export function turns(host: Host, clock: ManualClock, count: number) {
  const starts: number[] = [];
  const begun: RequestSlot[] = [];
  const origin = clock.now();
  for (let index = 0; index < count; index += 1) {
    const onTurn = (turn: RequestSlot): void => {
      starts.push(clock.now() - origin);
      begun.push(turn);
    };
    host.turn(url, signal, 'first-request').then(onTurn, () => undefined);
  }
  return { starts, begun };
}

export const refused = { kind: 'connection-failed', url, code: 'ECONNREFUSED' } as const;
export const broken = { kind: 'http-status', url, status: 500 } as const;
