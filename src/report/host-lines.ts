import type { HostFacts, HostState } from '../model/host-facts.ts';
import type { RunReport } from '../model/run.ts';
import { printable } from '../text/printable.ts';
import { amount, seconds } from '../text/amounts.ts';
import { timeOf } from './run-hosts.ts';

/** In a shorter run no host is notable for the time that it took. */
const shortMs = 10_000;

const states: Readonly<Record<HostState, string | undefined>> = {
  answering: undefined,
  slow: 'slower than usual',
  resting: 'still paused at the end',
  'given-up': 'given up for this run',
  'out-of-time': 'stopped by the time limit',
};

/**
 * Hosts that were paused or given up, reached their time limit, or took more than half the time of a
 * run with several hosts.
 */
export function notableHosts({ hosts, startedAt, endedAt }: RunReport): readonly HostFacts[] {
  const ms = Date.parse(endedAt) - Date.parse(startedAt);
  const isAlone = hosts.slowest.length < 2 || ms < shortMs;
  return hosts.slowest.filter(
    (host) =>
      host.restedMs > 0 ||
      host.state === 'given-up' ||
      host.state === 'out-of-time' ||
      (!isAlone && timeOf(host) > ms / 2),
  );
}

/** Requests, failures and pauses of one host, in a line. */
export function hostLine(host: HostFacts): string {
  const { requests, failures, waitingMs, restedMs, state } = host;
  const parts = [
    `${amount(requests, 'request')} took ${seconds(waitingMs / 1000)}`,
    failures > 0 ? amount(failures, 'failure') : undefined,
    restedMs > 0 ? `paused for ${seconds(restedMs / 1000)}` : undefined,
    states[state],
  ];
  return `${printable(host.host)}: ${parts.filter((part) => part !== undefined).join(', ')}`;
}
