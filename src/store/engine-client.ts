import { Worker } from 'node:worker_threads';
import { faultFrom, type EngineAnswer, type EngineTask } from './engine-answer.ts';
import { CatalogueFault } from './catalogue-fault.ts';
import { EngineFault } from './engine-fault.ts';
import type { EngineThreadData } from './engine-thread.ts';
import { QueryFault, QueryTimeoutFault } from './query-fault.ts';
import type { QueryControl, QueryRequest } from './store.ts';
import { ThreadEnd } from './thread-end.ts';

/**
 * The engine in a thread of its own, one query at a time. The thread is started by the first query. A query that takes
 * too long or is no longer wanted costs the thread; the next one starts another.
 */
export class EngineClient {
  readonly #path: string;
  #thread: EngineThread | undefined;
  /** Resolves when the thread before has ended. */
  #ended: Promise<unknown> = Promise.resolve();
  #last: Promise<unknown> = Promise.resolve();
  /** Aborted when it is closed, for the queries that were asked before. */
  #closing = new AbortController();

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Answers a query after those asked before it.
   * @throws {QueryFault}; {QueryTimeoutFault}; {EngineFault}; {CatalogueFault}; the signal's reason when it is aborted;
   * {Error} when it is closed meanwhile
   */
  async query(request: QueryRequest, control: QueryControl = {}): Promise<string> {
    const { signal: closing } = this.#closing;
    const answer = this.#last.then(async () => {
      closing.throwIfAborted();
      return this.#ask(request, control);
    });
    // Whoever waits behind it waits for its end, however it ends.
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the thread, and with it all queries asked so far. The catalogue is free then; a query asked later starts another thread. */
  async close(): Promise<void> {
    this.#closing.abort(threadEnded());
    this.#closing = new AbortController();
    await this.#discard();
  }

  async #ask(request: QueryRequest, control: QueryControl): Promise<string> {
    control.signal?.throwIfAborted();
    if (this.#thread?.hasExited === true) this.#thread = undefined;
    const thread = (this.#thread ??= new EngineThread(this.#path));
    try {
      return await thread.exchange(request, control);
    } catch (error) {
      if (!leavesThreadSound(error)) await this.#discard();
      throw error;
    }
  }

  async #discard(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    if (thread !== undefined) this.#ended = thread.close();
    await this.#ended;
  }
}

/** A thread that answers queries until it is closed or fails. */
class EngineThread {
  readonly #worker: Worker;
  readonly #threadEnd = new ThreadEnd();
  readonly #exited: Promise<void>;
  #hasExited = false;
  #isClosed = false;

  constructor(path: string) {
    this.#worker = new Worker(new URL('./engine-thread.js', import.meta.url), {
      workerData: { path, memory: this.#threadEnd.memory } satisfies EngineThreadData,
    });
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#hasExited = true;
        resolve();
      });
    });
    // Whoever asks listens too; where nobody does, an error would end the process.
    this.#worker.on('error', () => undefined);
  }

  /** Whether it has ended, closed or not; it would answer nothing. */
  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** Sends a query and waits for what comes back. While it waits, the process stays alive; an idle thread does not keep it. */
  async exchange(request: QueryRequest, control: QueryControl): Promise<string> {
    this.#worker.ref();
    try {
      return await exchange(this.#worker, request, control);
    } finally {
      if (!this.#isClosed) this.#worker.unref();
    }
  }

  /** Ends it at once while it computes, and otherwise before it would next compute. It has left the catalogue then. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#worker.ref();
    if (this.#threadEnd.askToEnd()) await this.#worker.terminate();
    else this.#worker.postMessage({ kind: 'end' } satisfies EngineTask, []);
    await this.#exited;
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
  try {
    return await new Promise((resolve, reject) => {
      const onMessage = (answer: EngineAnswer): void => {
        if (answer.kind === 'text') resolve(answer.text);
        else if (answer.kind === 'fault') reject(faultFrom(answer.fault, request.text));
        else if (answer.kind === 'started' && timeoutMs !== undefined) {
          timer = setTimeout(() => reject(new QueryTimeoutFault(timeoutMs)), timeoutMs);
        }
      };
      const onExit = (): void => reject(threadEnded());
      const onAbort = (): void => reject(signal?.reason);
      worker.on('message', onMessage).on('error', reject).on('exit', onExit);
      signal?.addEventListener('abort', onAbort);
      // One by one: a worker has listeners of its own, without which it hears nothing any more. And not by a signal as option:
      // Node forgets to remove the listener when there are several at once and its collector of garbage has run.
      settled.signal.addEventListener('abort', () => {
        worker.off('message', onMessage).off('error', reject).off('exit', onExit);
        signal?.removeEventListener('abort', onAbort);
      });
      worker.postMessage({ kind: 'query', request } satisfies EngineTask, []);
    });
  } finally {
    clearTimeout(timer);
    settled.abort();
  }
}

const threadEnded = (): Error => new Error('The thread of the engine ended.');

/** Whether the thread can go on to the next query: it has answered, and its memory is in order. */
function leavesThreadSound(error: unknown): boolean {
  if (error instanceof EngineFault) return error.trouble !== 'out-of-memory';
  return error instanceof QueryFault || error instanceof CatalogueFault;
}
