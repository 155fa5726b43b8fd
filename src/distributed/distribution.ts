import { randomUUID } from 'node:crypto';
import type { WorkerCredentials } from '../config/worker-credentials.ts';
import { type HostFacts, noPhases } from '../model/run-costs.ts';
import type { ContextSource } from '../model/remote-context.ts';
import { sumHosts } from '../pipeline/report/run-costs.ts';
import type {
  DistributedCosts,
  DistributedRun,
  OpenDistribution,
} from '../pipeline/visit-distribution.ts';
import { version } from '../version.ts';
import { quietStates } from '../web/hosts.ts';
import { Coordinator } from './coordinator.ts';
import {
  type Answer,
  type Question,
  readRobots,
  sendableRobots,
  type SliceEnd,
} from './messages.ts';
import { connectRedis, redisKeys } from './redis.ts';

/**
 * Distributes the visits of a run by way of Redis.
 * @param credentials those of the sources, without secrets
 * @param tell told what the operator may want to know
 */
export function distributeByRedis(
  url: string,
  credentials: readonly WorkerCredentials[],
  tell: (text: string) => void,
): OpenDistribution {
  return async (run) => {
    const connections = await connectRedis(url, tell);
    // A Redis that was never used gives leases at once.
    await connections.redis.set(redisKeys.since, 0, 'NX');
    const tally = new WorkerTally();
    const { http, limits, sources } = run.config;
    const { runMs } = limits;
    let contexts: ContextSource | undefined;
    const coordinator = new Coordinator(connections, {
      run: randomUUID(),
      settings: {
        version,
        name: run.name,
        http,
        limits,
        ignoresRobots: sources.flatMap(({ name, robots }) => (robots === 'ignore' ? [name] : [])),
        credentials,
      },
      endsAt: runMs === undefined ? undefined : Date.now() + runMs,
      answer: async (question) => answer(question, run, contexts),
      onSliceEnd: (worker, end) => {
        for (const facts of tally.add(worker, end)) run.onQuiet(facts);
      },
      onFault: run.onFault,
      tell,
    });
    return {
      leases: coordinator.leases,
      visitor: (own) => {
        ({ contexts } = own);
        return coordinator.visitor(own);
      },
      stop: () => coordinator.stop(),
      cut: () => coordinator.cut(),
      costs: () => tally.costs(),
      close: async () => {
        await coordinator.close();
        connections.close();
      },
    };
  };
}

/** Answers what a worker asks. */
async function answer(
  question: Question,
  { robots }: DistributedRun,
  contexts: ContextSource | undefined,
): Promise<Omit<Answer, 'number'>> {
  switch (question.of) {
    case 'robots': {
      const kept = await robots?.get(question.server);
      return kept === undefined ? {} : { robots: sendableRobots(kept) };
    }
    case 'kept-robots': {
      const kept = readRobots(question.robots);
      if (kept !== undefined) await robots?.put(question.server, kept);
      return {};
    }
    case 'context': {
      const { url } = question;
      return { context: contexts?.known(url) ?? (await contexts?.load(url)) ?? { url } };
    }
  }
}

/** Sums up what workers say at the end of their slices. */
class WorkerTally {
  /** By worker, its latest slice, and how many it made. */
  readonly #workers = new Map<string, { slices: number; visits: number; end: SliceEnd }>();
  /** By host and worker, what the worker did there. */
  readonly #hosts = new Map<string, Map<string, HostFacts>>();

  /** @returns the hosts that have become quiet */
  add(worker: string, end: SliceEnd): readonly HostFacts[] {
    const quiet: HostFacts[] = [];
    const { slices = 0, visits = 0 } = this.#workers.get(worker) ?? {};
    this.#workers.set(worker, { slices: slices + 1, visits: visits + end.made, end });
    for (const facts of end.hosts) {
      const byWorker = this.#hosts.get(facts.host) ?? new Map<string, HostFacts>();
      const before = byWorker.get(worker)?.state;
      if (before !== facts.state && quietStates.has(facts.state)) quiet.push(facts);
      this.#hosts.set(facts.host, byWorker.set(worker, facts));
    }
    return quiet;
  }

  costs(): DistributedCosts {
    const requests = { GET: 0, HEAD: 0, notModified: 0 };
    const phases = { ...noPhases };
    for (const { end } of this.#workers.values()) {
      for (const key of ['GET', 'HEAD', 'notModified'] as const) requests[key] += end.requests[key];
      for (const key of ['waiting', 'downloading', 'deriving'] as const) {
        phases[key] = Math.max(phases[key], end.phases[key]);
      }
    }
    const workers = Array.from(this.#workers, ([worker, { slices, visits, end }]) => {
      return { worker, slices, visits, requests: end.requests.GET + end.requests.HEAD };
    });
    return {
      workers: workers.toSorted((one, other) => (one.worker < other.worker ? -1 : 1)),
      requests,
      phases,
      hosts: sumHosts(
        Array.from(this.#hosts.values(), (byWorker) => [...byWorker.values()]).flat(),
      ),
    };
  }
}
