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
  it('commits together what comes together, and gives everybody his own result', async () => {
    const { queue, commits } = queueOf();
    const results = await Promise.all(['a', 'b', 'c'].map((job) => queue.add(job)));
    expect(results).toEqual(['A', 'B', 'C']);
    expect(commits).toEqual([['a', 'b', 'c']]);
  });

  it('goes on with what comes later', async () => {
    const { queue, commits } = queueOf();
    await queue.add('a');
    await queue.add('b');
    expect(commits).toEqual([['a'], ['b']]);
  });

  it('keeps to its limits, and lets what is too heavy for any go alone', async () => {
    const { queue, commits } = queueOf({ maxJobs: 3, maxWeight: 5 });
    const jobs = ['a', 'b', 'c', 'd', 'eee', 'fff', 'heavyweight', 'g'];
    await Promise.all(jobs.map((job) => queue.add(job)));
    expect(commits).toEqual([['a', 'b', 'c'], ['d', 'eee'], ['fff'], ['heavyweight'], ['g']]);
  });

  it('lets a mistake of ours cost only the job that brings it about', async () => {
    const { queue, commits } = queueOf({ failing: new TypeError('mistake') });
    const jobs = ['a', 'bad', 'b'].map((job) => queue.add(job));
    const results = await Promise.allSettled(jobs);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(commits).toEqual([['a'], ['b']]);
  });

  it('does not try again after a fault, which no job brought about', async () => {
    const { queue, commits } = queueOf({ failing: new UsageFault('full') });
    const results = await Promise.allSettled(['a', 'bad'].map((job) => queue.add(job)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(commits).toEqual([]);
  });

  it('is idle when all is committed', async () => {
    const { queue, commits } = queueOf({ maxJobs: 1 });
    await queue.idle();
    void queue.add('a');
    void queue.add('b');
    await setImmediate();
    await queue.idle();
    expect(commits).toEqual([['a'], ['b']]);
  });
});
