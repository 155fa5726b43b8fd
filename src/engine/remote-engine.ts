import { ThreadTimeout, WorkerThread } from '../threads/worker-thread.ts';
import {
  type QueryControl,
  type QueryRequest,
  QueryTimeoutFault,
  restoreFault,
} from './engine-task.ts';
import type { RemoteAnswer } from './remote-answers.ts';
import { EndpointFault } from './remote-endpoint.ts';
import type { StoreAddress } from './store/store-address.ts';

/** The part of `WorkerThread` that asks a store. */
export type RemoteThread = Pick<
  WorkerThread<QueryRequest, RemoteAnswer>,
  'close' | 'hasEnded' | 'run'
>;

/**
 * Answers queries by asking a SPARQL store, one at a time, as `SparqlEngine` does over a catalogue.
 * A worker thread receives, checks and converts answers, so that long ones hold up nothing else.
 * The store decides which graphs a query reads that states none. The thread keeps what it knows of
 * the store.
 */
export class RemoteEngine {
  readonly #openThread: () => RemoteThread;
  #thread: RemoteThread | undefined;

  /** @param address with `query` */
  constructor(address: StoreAddress, openThread = (): RemoteThread => startThread(address)) {
    this.#openThread = openThread;
  }

  /** Whether the thread is there. */
  get isFilled(): boolean {
    return this.#thread?.hasEnded === false;
  }

  /** Does nothing: the store has the statements. */
  async load(): Promise<void> {}

  /**
   * Answers a query. The time limit is for the whole exchange.
   * @throws {QueryFault} when the store refuses the query; {QueryTimeoutFault}; {EndpointFault};
   * {EngineFault} `answer-too-long`; the signal's reason when it is aborted; {Error} when the
   * engine is closed meanwhile
   */
  async query(request: QueryRequest, control: QueryControl = {}): Promise<string> {
    if (!this.isFilled) this.#thread = this.#openThread();
    let answer: RemoteAnswer | undefined;
    try {
      // Reads to the end, since an unfinished task costs the thread.
      for await (const part of this.#thread?.run(request, control) ?? []) answer = part;
    } catch (error) {
      throw error instanceof ThreadTimeout ? new QueryTimeoutFault(error.timeoutMs) : error;
    }
    if (answer === undefined) throw new TypeError('The thread gave no answer.');
    if ('refusal' in answer) throw new EndpointFault(answer.refusal.message, answer.refusal);
    if ('fault' in answer) throw restoreFault(answer.fault);
    return answer.text;
  }

  /** Ends the thread, its connections and its query. */
  async close(): Promise<void> {
    await this.#thread?.close();
  }
}

function startThread(address: StoreAddress): RemoteThread {
  const script = new URL('./remote-thread.js', import.meta.url);
  return new WorkerThread<QueryRequest, RemoteAnswer>({ script, data: address });
}
