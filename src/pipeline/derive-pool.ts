import { Worker } from 'node:worker_threads';
import type { Limits } from '../config/schema.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Derived } from '../model/record.ts';
import type { Response } from '../model/response.ts';
import type { Stage, StageContext } from '../model/stage.ts';
import type { DeriveAnswer, DeriveTask } from './derive-thread.ts';
import { internalError } from './join.ts';

type Outcomes = readonly Outcome<Derived>[];

/**
 * Derives in threads of their own, one response a thread at a time. A response that takes longer than
 * `limits.recordMs` becomes `record-timed-out` and costs its thread, which is replaced; one whose thread ends
 * otherwise becomes `internal-error`. Either way the run goes on. What this cannot catch: a document whose parsing
 * alone exhausts the heap of the process, and a thread inside native code, which ends only when that returns.
 */
export class DerivePool implements Stage<Response, Derived> {
  readonly name = 'derive';
  readonly #limits: Limits;
  readonly #size: number;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #waiting: ((worker: Worker) => void)[] = [];

  constructor(limits: Limits, size: number) {
    this.#limits = limits;
    this.#size = size;
  }

  /** As `createDeriveStage`: the same outcomes in the same order. */
  async *process(response: Response, context: StageContext): AsyncGenerator<Outcome<Derived>> {
    const worker = await this.#acquire();
    if (context.signal.aborted) {
      this.#release(worker);
      return;
    }
    const outcomes = await this.#ask(worker, response, context.signal);
    yield* outcomes;
  }

  /** Ends the threads. What they were doing is lost. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  async #acquire(): Promise<Worker> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#all.size < this.#size) return this.#start();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #start(): Worker {
    const worker = new Worker(new URL('./derive-thread.js', import.meta.url), {
      workerData: this.#limits,
    });
    this.#all.add(worker);
    return worker;
  }

  #release(worker: Worker): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(worker);
    else next(worker);
  }

  /** Gives up a thread; who waits for one gets a new one. */
  #discard(worker: Worker): void {
    this.#all.delete(worker);
    void worker.terminate();
    this.#waiting.shift()?.(this.#start());
  }

  async #ask(worker: Worker, response: Response, signal: AbortSignal): Promise<Outcomes> {
    const url = response.target.url;
    const timeoutMs = this.#limits.recordMs;
    return new Promise((resolve) => {
      const settle = (outcomes: Outcomes, reusable: boolean): void => {
        clearTimeout(timer);
        worker.off('message', onAnswer).off('error', onError);
        signal.removeEventListener('abort', onAbort);
        if (reusable) this.#release(worker);
        else this.#discard(worker);
        resolve(outcomes);
      };
      const onAnswer = ({ outcomes }: DeriveAnswer): void => settle(outcomes, true);
      const onError = (error: unknown): void =>
        settle([internalError('derive', url, error)], false);
      const onTimeout = (): void =>
        settle([{ kind: 'failed', problem: { kind: 'record-timed-out', url, timeoutMs } }], false);
      const onAbort = (): void => settle([], false);
      const timer = setTimeout(onTimeout, timeoutMs);
      worker.on('message', onAnswer).on('error', onError);
      signal.addEventListener('abort', onAbort);
      worker.postMessage({ response } satisfies DeriveTask, transferable(response.body));
    });
  }
}

/** A body that owns its whole buffer is handed over; a view on a shared one is copied. */
function transferable(body: Uint8Array): ArrayBuffer[] {
  const { buffer } = body;
  return buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength ? [buffer] : [];
}
