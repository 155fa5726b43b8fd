import { randomUUID } from 'node:crypto';
import type { WorkerCredentials } from '../config/worker-credentials.ts';
import type { ContextSource } from '../model/remote-context.ts';
import type { DistributedRun, OpenDistribution } from '../pipeline/visit-distribution.ts';
import { version } from '../version.ts';
import { Coordinator } from './coordinator.ts';
import { type Answer, type Question, readRobots, sendableRobots } from './messages.ts';
import { connectRedis, redisKeys } from './redis.ts';
import { WorkerTally } from './worker-tally.ts';

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
    // A Redis that was never used gives leases at once. Another run whose leases were lost in the
    // seconds before cannot be told from that.
    await connections.redis.set(redisKeys.since, 0, 'NX').catch(connections.note);
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
