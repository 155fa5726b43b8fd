import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { UsageFault } from '../../src/model/fault.ts';
import { CommitQueue } from '../../src/catalogue/commit-queue.ts';

/** Commits texts, and notes what was committed together. */
function queueOf(limits: { maxJobs?: number; maxWeight?: number; failing?: Error } = {}) {
  const commits: string[][] = [];
  const queue = new CommitQueue<string, string>({
    commit: (jobs) => {
      if (limits.failing !== undefined && jobs.includes('bad')) throw limits.failing;
      commits.push([...jobs]);
      return jobs.map((job) => job.toUpperCase());
    },
    weightOf: (job) => job.length,
    maxJobs: limits.maxJobs ?? 100,
    maxWeight: limits.maxWeight ?? 100,
  });
  return { queue, commits };
}

describe('CommitQueue', () => {
  it('commits concurrent jobs together, and returns the result of each', async () => {
    const { queue, commits } = queueOf();
    const results = await Promise.all(['a', 'b', 'c'].map((job) => queue.add(job)));
    expect(results).toEqual(['A', 'B', 'C']);
    expect(commits).toEqual([['a', 'b', 'c']]);
  });

  it('continues with later jobs', async () => {
    const { queue, commits } = queueOf();
    await queue.add('a');
    await queue.add('b');
    expect(commits).toEqual([['a'], ['b']]);
  });

  it('keeps its limits, and commits a job that is too heavy alone', async () => {
    const { queue, commits } = queueOf({ maxJobs: 3, maxWeight: 5 });
    const jobs = ['a', 'b', 'c', 'd', 'eee', 'fff', 'heavyweight', 'g'];
    await Promise.all(jobs.map((job) => queue.add(job)));
    expect(commits).toEqual([['a', 'b', 'c'], ['d', 'eee'], ['fff'], ['heavyweight'], ['g']]);
  });

  it('fails only the job that causes an unexpected error', async () => {
    const { queue, commits } = queueOf({ failing: new TypeError('mistake') });
    const jobs = ['a', 'bad', 'b'].map((job) => queue.add(job));
    const results = await Promise.allSettled(jobs);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(commits).toEqual([['a'], ['b']]);
  });

  it('does not retry after a fault, which no single job causes', async () => {
    const { queue, commits } = queueOf({ failing: new UsageFault('full') });
    const results = await Promise.allSettled(['a', 'bad'].map((job) => queue.add(job)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(commits).toEqual([]);
  });

  it('is idle when all jobs are committed', async () => {
    const { queue, commits } = queueOf({ maxJobs: 1 });
    await queue.idle();
    void queue.add('a');
    void queue.add('b');
    await setImmediate();
    await queue.idle();
    expect(commits).toEqual([['a'], ['b']]);
  });
});
