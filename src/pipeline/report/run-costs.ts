import { type HostFacts, type HostState, noHosts, type RunHosts } from '../../model/run-costs.ts';
import type { RunReport } from '../../model/run.ts';
import { groupBy } from '../../text/collections.ts';
import type { Hosts } from '../../web/hosts.ts';
import type { DistributedCosts } from '../visit-distribution.ts';
import type { RunMeter } from './run-meter.ts';

/** What a run took in this process, and elsewhere. */
export function runCosts(
  meter: RunMeter,
  hosts: Hosts,
  elsewhere: DistributedCosts | undefined,
): Pick<RunReport, 'phases' | 'requests' | 'hosts' | 'workers'> {
  const phases = meter.phases.seconds();
  const requests = { ...meter.requests, ...hosts.traffic() };
  const facts = hosts.facts();
  if (elsewhere === undefined) return { phases, requests, hosts: rankHosts(facts) };
  const all = sumHosts([...facts, ...elsewhere.hosts]);
  const sum = (key: 'bytesDecoded' | 'bytesReceived'): number =>
    requests[key] + elsewhere.hosts.reduce((total, each) => total + each[key], 0);
  return {
    phases: {
      ...phases,
      waiting: Math.max(phases.waiting, elsewhere.phases.waiting),
      downloading: Math.max(phases.downloading, elsewhere.phases.downloading),
      deriving: Math.max(phases.deriving, elsewhere.phases.deriving),
    },
    requests: {
      GET: requests.GET + elsewhere.requests.GET,
      HEAD: requests.HEAD + elsewhere.requests.HEAD,
      notModified: requests.notModified + elsewhere.requests.notModified,
      bytesReceived: sum('bytesReceived'),
      bytesDecoded: sum('bytesDecoded'),
    },
    hosts: rankHosts(all),
    workers: elsewhere.workers,
  };
}

/** How many hosts are reported because of their slowness, and how many in all. */
const maxSlowest = 10;
const maxHosts = 200;

const notAskedAnyMore: ReadonlySet<HostState> = new Set(['given-up', 'out-of-time']);

/**
 * Sums up what several processes did at each host. Its state is that of the last facts, unless it
 * was given up, or its time is over, in any.
 */
export function sumHosts(facts: readonly HostFacts[]): readonly HostFacts[] {
  return Array.from(groupBy(facts, ({ host }) => host).values(), sumHost);
}

function sumHost(facts: readonly HostFacts[]): HostFacts {
  const sum = (key: Exclude<keyof HostFacts, 'host' | 'state'>): number =>
    facts.reduce((total, each) => total + each[key], 0);
  const states = facts.map(({ state }) => state);
  const final = (['given-up', 'out-of-time'] as const).find((state) => states.includes(state));
  return {
    host: facts[0]?.host ?? '',
    requests: sum('requests'),
    bytesReceived: sum('bytesReceived'),
    bytesDecoded: sum('bytesDecoded'),
    waitingMs: sum('waitingMs'),
    restedMs: sum('restedMs'),
    failures: sum('failures'),
    state: final ?? states.at(-1) ?? 'answering',
  };
}

/** Counts hosts by state, and chooses those that a run report names. */
export function rankHosts(facts: readonly HostFacts[]): RunHosts {
  const states = { ...noHosts.states };
  for (const { state } of facts) states[state] += 1;
  const sorted = facts.toSorted(
    (one, other) => hostTimeMs(other) - hostTimeMs(one) || (one.host < other.host ? -1 : 1),
  );
  const slowest = sorted
    .filter(({ state }, index) => index < maxSlowest || notAskedAnyMore.has(state))
    .slice(0, maxHosts);
  return { states, slowest };
}

/** How long a host kept a run waiting, in milliseconds; simultaneous requests count each. */
export function hostTimeMs({ waitingMs, restedMs }: HostFacts): number {
  return waitingMs + restedMs;
}
