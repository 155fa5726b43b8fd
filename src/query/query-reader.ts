import { QueryFault, restoreFault } from '../engine/engine-task.ts';
import { TaskAbandoned, ThreadTimeout, WorkerThread } from '../threads/worker-thread.ts';
import type { QueryReaderReply, QueryReaderTask } from './query-thread.ts';
import { type QuerySetting, type ReadQuery, restoreReadQuery } from './read-query.ts';

/** The longest time for one query; one of 250 KB takes up to three seconds. */
const longestMs = 5000;

/**
 * Reads queries in a thread, one after the other, so that a long one holds up nothing but other
 * queries. The thread starts with the first query, and keeps no process alive.
 */
export class QueryReader {
  #thread: WorkerThread<QueryReaderTask, QueryReaderReply> | undefined;

  /**
   * Reads a query as `readQuery` does.
   * @throws {QueryFault}, also for a query that takes too long; {Error} when the reader is closed
   * meanwhile
   */
  async read(text: string, setting: QuerySetting = {}): Promise<ReadQuery> {
    const reply = await this.#replyTo({ text, setting });
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
