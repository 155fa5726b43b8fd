import { Worker } from 'node:worker_threads';
import { faultFrom, type EngineAnswer, type EngineTask } from './engine-answer.ts';
import { CatalogueFault } from './catalogue-fault.ts';
import { EngineFault } from './engine-fault.ts';
import { QueryFault, QueryTimeoutFault } from './query-fault.ts';
import type { QueryControl, QueryRequest } from './store.ts';

/**
 * The engine in a thread of its own, one query at a time. The thread is started by the first query. A query that takes
 * too long or is no longer wanted costs the thread; the next one starts another.
 */
export class EngineClient {
  readonly #path: string;
  #worker: Worker | undefined;
  /** Resolves when the thread has loaded what it needs; rejects when it ends before. */
  #loaded: Promise<unknown> = Promise.resolve();
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

  async #ask(request: QueryRequest, control: QueryControl): Promise<string> {
    control.signal?.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    // While it computes it keeps the process alive; an idle thread does not.
    worker.ref();
    try {
      // Until then it is not asked, so that it can be ended before it touches the catalogue.
      await this.#loaded;
      control.signal?.throwIfAborted();
      return await exchange(worker, request, control);
    } catch (error) {
      if (!leavesThreadSound(error)) await this.#discard();
      throw error;
    } finally {
      worker.unref();
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./engine-thread.js', import.meta.url), {
      workerData: { path: this.#path },
    });
    this.#loaded = new Promise((resolve, reject) => {
      const onExit = (): void => reject(new Error('The thread of the engine ended.'));
      worker.once('message', resolve).once('error', reject).once('exit', onExit);
    });
    // Whoever asks waits for it; nobody may be left who does.
    this.#loaded.catch(() => undefined);
    return worker;
  }

  /** Node may end the whole process where a thread is ended while it loads a native module, such as that of LMDB. */
  async #discard(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker === undefined) return;
    worker.ref();
    await this.#loaded.catch(() => undefined);
    await worker.terminate();
  }
}

/** Sends a query to the thread and waits for what comes back. */
async function exchange(
  worker: Worker,
  request: QueryRequest,
  { timeoutMs, signal }: QueryControl,
): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const settled = new AbortController();
  const listening = { signal: settled.signal };
  try {
    return await new Promise((resolve, reject) => {
      const onMessage = (answer: EngineAnswer): void => {
        if (answer.kind === 'text') resolve(answer.text);
        else if (answer.kind === 'fault') reject(faultFrom(answer.fault, request.text));
        else if (answer.kind === 'started' && timeoutMs !== undefined) {
          timer = setTimeout(() => reject(new QueryTimeoutFault(timeoutMs)), timeoutMs);
        }
      };
      const onExit = (): void => reject(new Error('The thread of the engine ended.'));
      worker.on('message', onMessage).on('error', reject).on('exit', onExit);
      signal?.addEventListener('abort', () => reject(signal.reason), listening);
      // One by one: a worker has listeners of its own, without which it hears nothing any more.
      settled.signal.addEventListener('abort', () =>
        worker.off('message', onMessage).off('error', reject).off('exit', onExit),
      );
      worker.postMessage({ request } satisfies EngineTask, []);
    });
  } finally {
    clearTimeout(timer);
    settled.abort();
  }
}

/** Whether the thread can go on to the next query: it has answered, and its memory is in order. */
function leavesThreadSound(error: unknown): boolean {
  if (error instanceof EngineFault) return error.trouble !== 'out-of-memory';
  return error instanceof QueryFault || error instanceof CatalogueFault;
}
