import type { WorkerShare } from '../model/run.ts';
import { type HostFacts, noPhases } from '../model/run-costs.ts';
import { sumHosts } from '../pipeline/report/run-costs.ts';
import type { DistributedCosts } from '../pipeline/visit-distribution.ts';
import { quietStates } from '../web/hosts.ts';
import type { SliceEnd } from './messages.ts';

/**
 * Sums up what workers say at the end of their slices. A worker that lost sight of the run, and
 * works for it again, counts from zero: see `SliceEnd.session`.
 */
export class WorkerTally {
  /** By session: its worker, how much it made, and the end of its latest slice. */
  readonly #sessions = new Map<string, Omit<WorkerShare, 'requests'> & { end: SliceEnd }>();
  /** By host and session, what was done there. */
  readonly #hosts = new Map<string, Map<string, HostFacts>>();

  /** @returns the hosts that have become quiet */
  add(worker: string, end: SliceEnd): readonly HostFacts[] {
    const quiet: HostFacts[] = [];
    const { session, made, hosts } = end;
    const { slices = 0, visits = 0 } = this.#sessions.get(session) ?? {};
    this.#sessions.set(session, { worker, slices: slices + 1, visits: visits + made, end });
    for (const facts of hosts) {
      const bySession = this.#hosts.get(facts.host) ?? new Map<string, HostFacts>();
      const before = bySession.get(session)?.state;
      if (before !== facts.state && quietStates.has(facts.state)) quiet.push(facts);
      bySession.delete(session); // the latest come last
      this.#hosts.set(facts.host, bySession.set(session, facts));
    }
    return quiet;
  }

  costs(): DistributedCosts {
    const sums = { GET: 0, HEAD: 0, notModified: 0 };
    const phases = { ...noPhases };
    const shares = new Map<string, WorkerShare>();
    for (const { worker, slices, visits, end } of this.#sessions.values()) {
      const { requests } = end;
      for (const key of ['GET', 'HEAD', 'notModified'] as const) sums[key] += requests[key];
      for (const key of ['waiting', 'downloading', 'deriving'] as const) {
        phases[key] = Math.max(phases[key], end.phases[key]);
      }
      const before = shares.get(worker) ?? { slices: 0, visits: 0, requests: 0 };
      shares.set(worker, {
        worker,
        slices: before.slices + slices,
        visits: before.visits + visits,
        requests: before.requests + requests.GET + requests.HEAD,
      });
    }
    const hosts = Array.from(this.#hosts.values(), (bySession) => [...bySession.values()]);
    return {
      workers: [...shares.values()].toSorted((one, other) => (one.worker < other.worker ? -1 : 1)),
      requests: sums,
      phases,
      hosts: sumHosts(hosts.flat()),
    };
  }
}
