import type { HostFacts, HostState } from '../model/host-facts.ts';
import type { RunReport } from '../model/run.ts';
import { printable } from '../text/printable.ts';
import { amount, seconds } from '../text/amounts.ts';
import { timeOf } from './run-hosts.ts';

/** A short run is not worth asking what it was that took so long. */
const shortMs = 10_000;

const states: Readonly<Record<HostState, string | undefined>> = {
  answering: undefined,
  slow: 'slow',
  resting: 'at rest',
  'given-up': 'given up',
  'out-of-time': 'out of time',
};

/** Those of a report that rested, are not asked any more, or took more than half of a run that had other hosts, too. */
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

/** What became of asking one host, in a line. */
export function hostLine(host: HostFacts): string {
  const { requests, failures, waitingMs, restedMs, state } = host;
  const parts = [
    `${amount(requests, 'request')} in ${seconds(waitingMs / 1000)}`,
    failures > 0 ? amount(failures, 'failure') : undefined,
    restedMs > 0 ? `rested ${seconds(restedMs / 1000)}` : undefined,
    states[state],
  ];
  return `${printable(host.host)}: ${parts.filter((part) => part !== undefined).join(', ')}`;
}
