import { describe, expect, it, onTestFinished } from 'vitest';
import {
  EngineBusyFault,
  EnginePool,
  type EnginePoolOptions,
} from '../../src/engine/engine-pool.ts';
import type { EngineTask, GraphsRead, QueryRequest } from '../../src/engine/engine-task.ts';
import { newPath, openStore, urlUpdate } from '../catalogue/updates.ts';
import { type InThisThread, threadOptions } from '../support/engine-in-this-thread.ts';
import { union } from './engine-fixture.ts';

const count = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';
const answer = 'n\r\n3\r\n';

function asked(text = count, reads: GraphsRead = union): QueryRequest {
  return { text, reads, format: 'csv' };
}

/** A pool over a catalogue of one record, with engines in this thread. */
async function openPool(options: EnginePoolOptions & InThisThread = {}): Promise<EnginePool> {
  const store = openStore(newPath());
  await store.write(urlUpdate(1));
  const { engines, maxWaiting, maxWaitMs, ...inThisThread } = options;
  const pool = new EnginePool(store, {
    engines,
    maxWaiting,
    maxWaitMs,
    ...threadOptions(inThisThread),
  });
  onTestFinished(async () => pool.close());
  return pool;
}

/** Holds up tasks of a kind until they are let through. */
class Gate {
  /** The texts of queries, and the kinds of other tasks, in their order. */
  readonly seen: string[] = [];
  readonly #kind: EngineTask['kind'];
  #isOpen = false;
  readonly #waiting: (() => void)[] = [];

  constructor(kind: EngineTask['kind']) {
    this.#kind = kind;
  }

  readonly onTask = async (task: EngineTask): Promise<void> => {
    this.seen.push(task.kind === 'query' ? task.request.text : task.kind);
    if (this.#isOpen || task.kind !== this.#kind) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  };

  /** Waits until so many tasks are held up. */
  async holds(tasks: number): Promise<void> {
    while (this.#waiting.length < tasks) await new Promise(setImmediate);
  }

  open(): void {
    this.#isOpen = true;
    for (const go of this.#waiting) go();
  }
}

describe('a pool of engines', () => {
  it('answers queries one after the other with one engine', async () => {
    let threads = 0;
    const pool = await openPool({ onThread: () => (threads += 1) });
    const answers = await Promise.all([1, 2, 3].map(async () => pool.query(asked())));
    expect(answers).toEqual([answer, answer, answer]);
    expect(threads).toBe(1);
  });

  it('starts no thread before the first query', async () => {
    let threads = 0;
    const pool = await openPool({ engines: 2, onThread: () => (threads += 1) });
    expect(threads).toBe(0);
    await pool.query(asked());
    await pool.query(asked());
    expect(threads).toBe(1);
  });

  it('answers with a second engine while the first one computes', async () => {
    const gate = new Gate('query');
    const pool = await openPool({ engines: 2, onTask: gate.onTask });
    const both = [pool.query(asked()), pool.query(asked())];
    await gate.holds(2);
    gate.open();
    expect(await Promise.all(both)).toEqual([answer, answer]);
  });

  it('refuses a query that waits too long, and answers those that do not', async () => {
    const gate = new Gate('query');
    const pool = await openPool({ onTask: gate.onTask, maxWaitMs: 20 });
    const first = pool.query(asked());
    await gate.holds(1);
    const late = pool.query(asked());
    await expect(late).rejects.toBeInstanceOf(EngineBusyFault);
    await expect(late).rejects.toThrow('within 0.02 s; try again later');
    gate.open();
    expect(await first).toBe(answer);
    expect(await pool.query(asked())).toBe(answer);
  });

  it('refuses a query at once when too many wait', async () => {
    const gate = new Gate('query');
    const pool = await openPool({ onTask: gate.onTask, maxWaiting: 1, maxWaitMs: 60_000 });
    const first = pool.query(asked());
    await gate.holds(1);
    const second = pool.query(asked());
    await expect(pool.query(asked())).rejects.toThrow('1 others wait for it');
    gate.open();
    expect(await Promise.all([first, second])).toEqual([answer, answer]);
  });

  it('forgets a query that is cancelled while it waits', async () => {
    const gate = new Gate('query');
    const pool = await openPool({ onTask: gate.onTask });
    const first = pool.query(asked());
    await gate.holds(1);
    const leaving = new AbortController();
    const second = pool.query(asked('SELECT * {}'), { signal: leaving.signal });
    const third = pool.query(asked());
    leaving.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    gate.open();
    expect(await Promise.all([first, third])).toEqual([answer, answer]);
    expect(gate.seen).not.toContain('SELECT * {}');
  });

  it('goes on filling an engine for the next query when the client is gone', async () => {
    const gate = new Gate('add');
    const pool = await openPool({ onTask: gate.onTask });
    const leaving = new AbortController();
    const gone = pool.query(asked(), { signal: leaving.signal });
    await gate.holds(1);
    leaving.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    const next = pool.query(asked());
    gate.open();
    expect(await next).toBe(answer);
    expect(gate.seen).toEqual(['add', count]);
  });

  it('fills again after a query that failed with its thread', async () => {
    let threads = 0;
    let isFirst = true;
    const onTask = ({ kind }: EngineTask): void => {
      if (kind !== 'query' || !isFirst) return;
      isFirst = false;
      throw new Error('the thread ended');
    };
    const pool = await openPool({ onTask, onThread: () => (threads += 1) });
    await expect(pool.query(asked())).rejects.toThrow('the thread ended');
    expect(await pool.query(asked())).toBe(answer);
    expect(threads).toBe(2);
  });

  it('refuses all queries when it is closed, also those that wait', async () => {
    const gate = new Gate('add');
    const pool = await openPool({ onTask: gate.onTask });
    const running = [pool.query(asked()), pool.query(asked())];
    await gate.holds(1);
    const closed = pool.close();
    gate.open();
    for (const each of running) await expect(each).rejects.toBeInstanceOf(EngineBusyFault);
    await closed;
    await expect(pool.query(asked())).rejects.toThrow('the catalogue was closed');
  });
});
