import type { CatalogueGraphs } from '../catalogue/store.ts';
import { Fault } from '../model/fault.ts';
import type { QueryControl, QueryRequest } from './engine-task.ts';
import { SparqlEngine, type SparqlEngineOptions } from './sparql-engine.ts';

/** What answers the queries of a pool, one at a time. */
export type PooledEngine = Pick<SparqlEngine, 'close' | 'isFilled' | 'load' | 'query'>;

/** The options of a pool of engines; all have defaults. */
export interface EnginePoolOptions extends Pick<
  SparqlEngineOptions,
  'capacityBytes' | 'openThread'
> {
  /**
   * By default one, in memory: each of these holds the statements for itself, and fills when it
   * gets its first query.
   */
  readonly engines?: number | undefined;
  /** Makes an engine that needs no catalogue, such as one that asks a store. */
  readonly openEngine?: (() => PooledEngine) | undefined;
  /** How many queries wait for an engine; further ones are refused at once. */
  readonly maxWaiting?: number | undefined;
  /** The longest time that a query waits for an engine, in milliseconds. */
  readonly maxWaitMs?: number | undefined;
}

const usualMaxWaiting = 32;
const usualMaxWaitMs = 10_000;

/** No engine became free for a query. */
export class EngineBusyFault extends Fault {
  override readonly name = 'EngineBusyFault' as const;
}

/**
 * Some engines, over a catalogue or a store, each with one query at a time. A query takes a free engine,
 * or else waits in turn for a bounded time. An engine that ended because of a query fills again for
 * the next one.
 */
export class EnginePool {
  readonly #options: EnginePoolOptions;
  readonly #engines: readonly PooledEngine[];
  /** Engines without a query. */
  #free: PooledEngine[];
  /** Those who wait for an engine, in their order. */
  #waiting: ((engine: PooledEngine) => void)[] = [];
  #isClosed = false;

  constructor(store: CatalogueGraphs, options: EnginePoolOptions = {}) {
    const { engines = 1, capacityBytes, openThread } = options;
    const openEngine =
      options.openEngine ??
      (() => new SparqlEngine(store, { capacityBytes, openThread, givesWay: true }));
    this.#options = options;
    this.#engines = Array.from({ length: engines }, openEngine);
    this.#free = [...this.#engines];
  }

  /**
   * Answers a query. Neither the time limit nor the longest wait includes the time in which its
   * engine fills; that goes on when the signal is aborted, for the next query.
   * @throws {EngineBusyFault}, also when the pool is closed meanwhile; {QueryFault};
   * {QueryTimeoutFault}; {EngineFault}; {CatalogueFault}; of a store {EndpointFault}; the signal's
   * reason when it is aborted
   */
  async query(request: QueryRequest, control: QueryControl = {}): Promise<string> {
    const { signal } = control;
    signal?.throwIfAborted();
    const engine = await this.#take(signal);
    const filled = engine.load(request.reads);
    const answer = unlessAborted(filled, signal).then(async () => engine.query(request, control));
    // The engine is busy until it has been filled, also where nobody waits for the answer.
    void Promise.allSettled([filled, answer]).then(() => this.#give(engine));
    return answer.catch((error: unknown) => {
      throw this.#isClosed ? new EngineBusyFault(closed) : error;
    });
  }

  /** Ends all threads, and all queries with a fault. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#engines.map(async (engine) => engine.close()));
  }

  async #take(signal: AbortSignal | undefined): Promise<PooledEngine> {
    const free = this.#free.find(({ isFilled }) => isFilled) ?? this.#free[0];
    if (free === undefined) return this.#wait(signal);
    this.#free = this.#free.filter((each) => each !== free);
    return free;
  }

  async #wait(signal: AbortSignal | undefined): Promise<PooledEngine> {
    const { maxWaiting = usualMaxWaiting, maxWaitMs = usualMaxWaitMs } = this.#options;
    if (this.#waiting.length >= maxWaiting) throw busyFault(`${maxWaiting} others wait for it`);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#waiting = this.#waiting.filter((each) => each !== take);
      };
      const take = (engine: PooledEngine): void => {
        leave();
        resolve(engine);
      };
      const onAbort = (): void => {
        leave();
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        leave();
        reject(busyFault(`it was not free within ${maxWaitMs / 1000} s`));
      }, maxWaitMs);
      signal?.addEventListener('abort', onAbort);
      this.#waiting.push(take);
    });
  }

  #give(engine: PooledEngine): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free.push(engine);
    else next(engine);
  }
}

const closed = 'the catalogue was closed while the query ran; try again later';

function busyFault(why: string): EngineBusyFault {
  return new EngineBusyFault(`the engine is busy with other queries: ${why}; try again later`);
}

/** Waits for a promise, but not longer than until the signal is aborted. */
async function unlessAborted(promise: Promise<void>, signal?: AbortSignal): Promise<void> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
