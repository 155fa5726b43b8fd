import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { type ThreadOptions, WorkerThread } from '../../src/threads/worker-thread.ts';

/** What the thread of these tests can be asked. */
type Task =
  | readonly ['count', number]
  | readonly ['return', unknown]
  | readonly ['array', ...unknown[]]
  | readonly ['step', number]
  | readonly ['hang', number]
  | readonly ['throw']
  | readonly ['fill', number]
  | readonly ['exit', number];

/** `taken` is how many parts the test has taken; `begun` the tasks that were begun with. */
const answering = `
  import { workerData } from 'node:worker_threads';
  import { answerTasks } from ${JSON.stringify(import.meta.resolve('../../dist/threads/answer-tasks.js'))};
  const [taken, begun] = [0, 1];
  const numbers = new Int32Array(workerData);
  const answers = {
    *count(_, count) {
      for (let part = 0; part < count; part += 1) yield Atomics.load(numbers, taken);
    },
    async *return(_, value) {
      return value;
    },
    array: (_, ...parts) => parts,
    *step(progress, ms) {
      for (const end = performance.now() + ms; performance.now() < end; ) progress.step();
      yield 'done';
    },
    *hang(progress, place) {
      progress.step(place);
      yield 'hangs now';
      for (;;);
    },
    *throw() {
      yield 'before';
      throw new RangeError('far out');
    },
    *fill(progress, place) {
      progress.step(place);
      for (const all = []; ; ) all.push(all.map(String));
    },
    *exit(_, code) {
      process.exit(code);
    },
  };
  answerTasks(([name, ...args], progress) => {
    Atomics.add(numbers, begun, 1);
    return answers[name](progress, ...args);
  });
`;

const numbers = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
let threads: WorkerThread<Task, unknown>[] = [];
afterEach(async () => {
  await Promise.all(threads.map(async (thread) => thread.close()));
  threads = [];
  numbers.fill(0);
});

function scriptOf(text: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}

function start(options: Partial<ThreadOptions> = {}): WorkerThread<Task, unknown> {
  const thread = new WorkerThread<Task, unknown>({
    script: scriptOf(answering),
    data: numbers.buffer,
    ...options,
  });
  threads.push(thread);
  return thread;
}

async function all(parts: AsyncIterable<unknown>): Promise<unknown[]> {
  const taken: unknown[] = [];
  for await (const part of parts) {
    taken.push(part);
    Atomics.add(numbers, 0, 1);
  }
  return taken;
}

/** Waits until the thread has begun with a task, and takes the part that it yields then. */
async function hanging(
  thread: WorkerThread<Task, unknown>,
  signal?: AbortSignal,
): Promise<AsyncGenerator> {
  const parts = thread.run(['hang', 7], { signal });
  expect(await parts.next()).toEqual({ done: false, value: 'hangs now' });
  return parts;
}

describe('a worker thread', () => {
  it('makes the next part of a task when the one before was taken', async () => {
    expect(await all(start().run(['count', 5]))).toEqual([0, 1, 2, 3, 4]);
  });

  it.each<[Task, unknown[]]>([
    [['count', 0], []],
    [['return', 'last'], ['last']],
    [['return', undefined], []],
    [
      ['array', 1, null, 'three'],
      [1, null, 'three'],
    ],
  ])('gives the parts of %j', async (task, parts) => {
    expect(await all(start().run(task))).toEqual(parts);
  });

  it('does tasks that are asked at once in their order', async () => {
    const thread = start();
    const done: number[] = [];
    const asked = [1, 2, 3].map(async (each) => {
      const parts = await all(thread.run(['array', each, each]));
      done.push(each);
      return parts;
    });
    expect(thread.tasks).toHaveLength(3);
    expect(await Promise.all(asked)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(done).toEqual([1, 2, 3]);
    expect(thread.tasks).toEqual([]);
  });

  it('tells what a task threw, and goes on', async () => {
    const thread = start();
    const parts = thread.run(['throw']);
    expect((await parts.next()).value).toBe('before');
    await expect(parts.next()).rejects.toMatchObject({ name: 'RangeError', message: 'far out' });
    expect(await all(thread.run(['array', 1]))).toEqual([1]);
  });

  it('tells when a part cannot be sent, and goes on', async () => {
    const thread = start({
      script: scriptOf(answering.replace('return value', 'return () => value')),
    });
    await expect(all(thread.run(['return', 1]))).rejects.toMatchObject({ name: 'DataCloneError' });
    expect(await all(thread.run(['array', 1]))).toEqual([1]);
  });

  it('says that its script does not load', async () => {
    const thread = start({ script: scriptOf('throw new SyntaxError("no such script")') });
    await expect(all(thread.run(['count', 1]))).rejects.toThrow('no such script');
    expect(thread.hasEnded).toBe(true);
    await expect(all(thread.run(['count', 1]))).rejects.toMatchObject({ name: 'TaskNotDone' });
  });
});

describe('a task of a worker thread', () => {
  it('has a time limit that begins again with each step', async () => {
    const parts = await all(start().run(['step', 2500], { timeoutMs: 1000 }));
    expect(parts).toEqual(['done']);
  });

  it('has no time limit while nobody takes its parts', async () => {
    const parts = start().run(['count', 2], { timeoutMs: 200 });
    await parts.next();
    await all(start().run(['step', 600]));
    expect(await all(parts)).toHaveLength(1);
  });

  it('costs the thread where it hangs, and those behind it may be asked again', async () => {
    const thread = start();
    const hangs = all(thread.run(['hang', 7], { timeoutMs: 100 }));
    const behind = [all(thread.run(['count', 1])), all(thread.run(['count', 1]))];
    const ends = Promise.allSettled([hangs, ...behind]);
    expect(await ends).toMatchObject([
      { reason: { name: 'ThreadTimeout', timeoutMs: 100, place: 7 } },
      { reason: { name: 'TaskNotDone' } },
      { reason: { name: 'TaskNotDone' } },
    ]);
    expect(thread.hasEnded).toBe(true);
  });

  it('costs the thread where it takes too much memory', async () => {
    const heapBytes = 16 * 2 ** 20;
    const thread = start({ heapBytes });
    const fills = all(thread.run(['fill', 9]));
    await expect(fills).rejects.toMatchObject({ name: 'ThreadOutOfMemory', place: 9 });
  });

  it('fails where the thread ends', async () => {
    await expect(all(start().run(['exit', 3]))).rejects.toThrow('exit code 3');
    const thread = start();
    const ends = Promise.allSettled([all(thread.run(['hang', 7]))]);
    await thread.close();
    expect(await ends).toMatchObject([{ reason: { message: 'The thread was closed.' } }]);
  });

  it('costs the thread where it is aborted, or left, in the midst of it', async () => {
    const [aborted, left] = [start(), start()];
    const end = new AbortController();
    const parts = await hanging(aborted, end.signal);
    const next = parts.next();
    end.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
    await (await hanging(left)).return(undefined);
    expect([aborted.hasEnded, left.hasEnded]).toEqual([true, true]);
    expect(getEventListeners(end.signal, 'abort')).toEqual([]);
  });

  it('costs nothing where it is aborted, or recalled, before it is begun with', async () => {
    const thread = start();
    const end = new AbortController();
    const first = thread.run(['count', 2]);
    await first.next();
    const aborted = all(thread.run(['count', 1], { signal: end.signal }));
    const recalled = all(thread.run(['count', 1]));
    end.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    thread.recall();
    await expect(recalled).rejects.toMatchObject({ name: 'TaskNotDone' });
    expect(() => thread.run(['count', 1], { signal: end.signal })).toThrow('enough');
    expect(await all(first)).toHaveLength(1);
    expect(await all(thread.run(['array', 'next']))).toEqual(['next']);
    // The first and the last one.
    expect(Atomics.load(numbers, 1)).toBe(2);
  });
});
