import type { HostFacts, HostState } from '../model/host-facts.ts';
import { noHosts, type RunHosts } from '../model/run-costs.ts';

/** So many are told of because of their slowness, and so many in all. */
const maxSlowest = 10;
const maxHosts = 200;

const notAskedAnyMore: ReadonlySet<HostState> = new Set(['given-up', 'out-of-time']);

/** What a report says of hosts: see `RunHosts`. */
export function runHosts(facts: readonly HostFacts[]): RunHosts {
  const states = { ...noHosts.states };
  for (const { state } of facts) states[state] += 1;
  const sorted = facts.toSorted(
    (one, other) => timeOf(other) - timeOf(one) || (one.host < other.host ? -1 : 1),
  );
  const slowest = sorted
    .filter(({ state }, index) => index < maxSlowest || notAskedAnyMore.has(state))
    .slice(0, maxHosts);
  return { states, slowest };
}

/** For how long a host kept a run waiting, in milliseconds; requests at once count each. */
export function timeOf({ waitingMs, restedMs }: HostFacts): number {
  return waitingMs + restedMs;
}
