import { Worker } from 'node:worker_threads';
import { faultFrom, type EngineAnswer, type EngineTask } from './engine-answer.ts';
import { EngineFault } from './engine-fault.ts';
import { QueryTimeoutFault } from './query-fault.ts';
import type { QueryControl, QueryRequest } from './store.ts';

/**
 * The engine in a thread of its own, one query at a time. The thread is started by the first query. A query that takes
 * too long or is no longer wanted costs the thread; the next one starts another.
 */
export class EngineClient {
  readonly #path: string;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Answers a query after those asked before it.
   * @throws {QueryFault}; {QueryTimeoutFault}; {EngineFault}; {CatalogueFault}; the signal's reason when it is aborted
   */
  async query(request: QueryRequest, control: QueryControl = {}): Promise<string> {
    const answer = this.#last.then(async () => this.#ask(request, control));
    // Whoever waits behind it waits for its end, however it ends.
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the thread, and with it a query that is being answered. */
  async close(): Promise<void> {
    await this.#discard();
  }

  async #ask(request: QueryRequest, { timeoutMs, signal }: QueryControl): Promise<string> {
    signal?.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    let timer: NodeJS.Timeout | undefined;
    // While it computes it keeps the process alive; an idle thread does not.
    worker.ref();
    const listening = new AbortController();
    try {
      return await new Promise((resolve, reject) => {
        const giveUp = (reason: unknown): void => {
          void this.#discard();
          reject(reason);
        };
        signal?.addEventListener('abort', () => giveUp(signal.reason), {
          signal: listening.signal,
        });
        worker.on('message', (answer: EngineAnswer) => {
          if (answer.kind === 'text') resolve(answer.text);
          else if (answer.kind === 'fault')
            this.#fail(faultFrom(answer.fault, request.text), reject);
          else if (timeoutMs !== undefined) {
            timer = setTimeout(() => giveUp(new QueryTimeoutFault(timeoutMs)), timeoutMs);
          }
        });
        worker.on('error', giveUp);
        worker.on('exit', () => giveUp(new Error('The thread of the engine ended.')));
        worker.postMessage({ request } satisfies EngineTask, []);
      });
    } finally {
      clearTimeout(timer);
      listening.abort();
      worker.removeAllListeners();
      worker.unref();
    }
  }

  #fail(fault: Error, reject: (reason: unknown) => void): void {
    // The WebAssembly module as a whole is of no use after that.
    if (fault instanceof EngineFault && fault.trouble === 'out-of-memory') void this.#discard();
    reject(fault);
  }

  #start(): Worker {
    return new Worker(new URL('./engine-thread.js', import.meta.url), {
      workerData: { path: this.#path },
    });
  }

  async #discard(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
