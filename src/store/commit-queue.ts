import { setImmediate } from 'node:timers/promises';
import { Fault } from '../model/fault.ts';

export interface CommitQueueOptions<Job, Result> {
  /** Commits all of the jobs or, when it throws, none. @returns a result a job, in the same order */
  readonly commit: (jobs: readonly Job[]) => readonly Result[];
  /** How much a job weighs against `maxWeight`. */
  readonly weightOf: (job: Job) => number;
  /** What one commit may hold; a job that is heavier goes alone. */
  readonly maxJobs: number;
  readonly maxWeight: number;
}

interface Waiting<Job, Result> {
  readonly job: Job;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets callers that come one by one share commits, since what a commit costs hardly depends on how much is in it. All
 * that are waiting when a commit begins go into it, up to a limit.
 */
export class CommitQueue<Job, Result> {
  readonly #options: CommitQueueOptions<Job, Result>;
  #waiting: Waiting<Job, Result>[] = [];
  #working: Promise<void> | undefined;

  constructor(options: CommitQueueOptions<Job, Result>) {
    this.#options = options;
  }

  /** Resolves when the job is committed. A job is in one commit, whole. */
  async add(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Lets everybody who is ready join.
      await setImmediate();
      const jobs = this.#takeJobs();
      this.#commit(jobs);
    }
    this.#working = undefined;
  }

  #takeJobs(): Waiting<Job, Result>[] {
    const { weightOf, maxJobs, maxWeight } = this.#options;
    let count = 0;
    let weight = 0;
    for (const { job } of this.#waiting) {
      weight += weightOf(job);
      if (count > 0 && (weight > maxWeight || count === maxJobs)) break;
      count += 1;
    }
    const taken = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    return taken;
  }

  #commit(batch: readonly Waiting<Job, Result>[]): void {
    try {
      const results = this.#options.commit(batch.map(({ job }) => job));
      for (const [index, { resolve }] of batch.entries()) {
        // The contract of `commit` is a result a job.
        resolve(results[index] as Result);
      }
    } catch (error) {
      if (error instanceof Fault || batch.length === 1) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // A mistake of ours that one job brought about must not cost the others.
      for (const each of batch) this.#commit([each]);
    }
  }
}
