import { setImmediate } from 'node:timers/promises';
import { Fault } from '../model/fault.ts';

/** How jobs are committed, and the limits of a commit. */
export interface CommitQueueOptions<Job, Result> {
  /** Commits all jobs or, when it throws, none. @returns one result per job, in the same order */
  readonly commit: (jobs: readonly Job[]) => readonly Result[];
  /** The weight of a job, compared with `maxWeight`. */
  readonly weightOf: (job: Job) => number;
  /** Limits of one commit; a heavier job is committed alone. */
  readonly maxJobs: number;
  readonly maxWeight: number;
}

interface Waiting<Job, Result> {
  readonly job: Job;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Bounds of the pause before a commit, in milliseconds. A commit of few jobs costs several times as
 * much per job as one of many.
 */
const shortestPauseMs = 20;
const longestPauseMs = 100;

/**
 * Groups jobs of concurrent callers into commits, because the cost of a commit hardly depends on
 * its size. A commit takes all waiting jobs up to a limit. Before it starts, it waits as long as
 * the previous commit took, so that commits take at most about half of the time on any disk.
 */
export class CommitQueue<Job, Result> {
  readonly #options: CommitQueueOptions<Job, Result>;
  #waiting: Waiting<Job, Result>[] = [];
  #working: Promise<void> | undefined;
  #pauseMs = shortestPauseMs;
  /** Ends the pause. */
  #hurry = (): void => undefined;
  #isHurried = false;

  constructor(options: CommitQueueOptions<Job, Result>) {
    this.#options = options;
  }

  /** Resolves when the job is committed. A job is never split over commits. */
  async add(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      if (this.#waiting.length >= this.#options.maxJobs) this.#hurry();
      this.#working ??= this.#work();
    });
  }

  /** Resolves when the queue is empty. Jobs waiting now are committed without a pause. */
  async idle(): Promise<void> {
    this.#isHurried = true;
    this.#hurry();
    await this.#working;
    this.#isHurried = false;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#pause();
      const jobs = this.#takeJobs();
      const start = performance.now();
      this.#commit(jobs);
      const tookMs = performance.now() - start;
      this.#pauseMs = Math.min(Math.max(tookMs, shortestPauseMs), longestPauseMs);
    }
    this.#working = undefined;
  }

  async #pause(): Promise<void> {
    // Lets all ready callers add their jobs.
    await setImmediate();
    if (this.#isHurried || this.#waiting.length >= this.#options.maxJobs) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#pauseMs);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
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
        // `commit` promises one result per job.
        resolve(results[index] as Result);
      }
    } catch (error) {
      if (error instanceof Fault || batch.length === 1) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // A failure caused by one job (a bug) must not cost the others.
      for (const each of batch) this.#commit([each]);
    }
  }
}
