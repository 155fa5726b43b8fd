import { EngineBusyFault } from '../engine/engine-pool.ts';
import { QueryFault, restoreFault } from '../engine/engine-task.ts';
import { TaskAbandoned, ThreadTimeout, WorkerThread } from '../threads/worker-thread.ts';
import type { QueryReaderReply, QueryReaderTask } from './query-thread.ts';
import { type QuerySetting, type ReadQuery, restoreReadQuery } from './read-query.ts';

/** The longest time for one query; one of 250 KB takes up to three seconds. */
const longestMs = 5000;
/** How many queries wait to be read, and how long; as those that wait for an engine. */
const maxWaiting = 32;
const maxWaitMs = 10_000;

/**
 * Reads queries in a thread, one after the other, so that a long one holds up nothing but other
 * queries. The thread starts with the first query, and keeps no process alive.
 */
export class QueryReader {
  #thread: WorkerThread<QueryReaderTask, QueryReaderReply> | undefined;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Reads a query as `readQuery` does.
   * @throws {QueryFault}, also for a query that takes too long; {EngineBusyFault} if too many
   * others wait; the signal's reason when it is aborted before; {Error} when the reader is closed
   */
  async read(text: string, setting: QuerySetting = {}, signal?: AbortSignal): Promise<ReadQuery> {
    if (this.#waiting >= maxWaiting) throw new EngineBusyFault(manyWait);
    const since = performance.now();
    this.#waiting += 1;
    const turn = this.#last.then(async () => {
      this.#waiting -= 1;
      signal?.throwIfAborted();
      if (performance.now() - since > maxWaitMs) throw new EngineBusyFault(manyWait);
      return this.#replyTo({ text, setting });
    });
    this.#last = turn.catch(() => undefined);
    const reply = await turn;
    if ('fault' in reply) throw restoreFault(reply.fault);
    return restoreReadQuery(text, reply.reading);
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.close();
  }

  async #replyTo(task: QueryReaderTask): Promise<QueryReaderReply> {
    if (this.#thread?.hasEnded !== false) {
      const script = new URL('./query-thread.js', import.meta.url);
      this.#thread = new WorkerThread({ script });
    }
    try {
      let reply: QueryReaderReply | undefined;
      for await (const part of this.#thread.run(task, { timeoutMs: longestMs })) reply = part;
      if (reply === undefined) throw new TypeError('The thread gave no answer.');
      return reply;
    } catch (error) {
      // Its thread ended because of another query.
      if (error instanceof TaskAbandoned) return this.#replyTo(task);
      if (!(error instanceof ThreadTimeout)) throw error;
      throw new QueryFault('reading it takes too long; make it shorter', task.text);
    }
  }
}

const manyWait = 'too many queries wait to be read; try again later';
