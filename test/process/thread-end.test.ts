import { once } from 'node:events';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ThreadEnd } from '../../dist/store/thread-end.js';

/** A thread that computes for a moment, again and again, and counts how often, until it is to end. */
const counting = `
  import { parentPort, workerData } from 'node:worker_threads';
  import { ThreadEnd } from ${JSON.stringify(import.meta.resolve('../../dist/store/thread-end.js'))};
  const threadEnd = new ThreadEnd(workerData.memory);
  const counter = new Int32Array(workerData.counted);
  parentPort.postMessage('begun');
  for (;;) {
    threadEnd.compute(() => {
      const end = performance.now() + 0.2;
      while (performance.now() < end);
    });
    Atomics.add(counter, 0, 1);
  }
`;

async function startCounting(): Promise<{ worker: Worker; owner: ThreadEnd; count: () => number }> {
  const owner = new ThreadEnd();
  const counted = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const url = new URL(`data:text/javascript,${encodeURIComponent(counting)}`);
  const worker = new Worker(url, { workerData: { memory: owner.memory, counted } });
  onTestFinished(async () => {
    await worker.terminate();
  });
  await once(worker, 'message');
  return { worker, owner, count: () => Atomics.load(new Int32Array(counted), 0) };
}

/** What a thread does that is asked to end after so long. */
async function endAfter(durationMs: number): Promise<unknown> {
  const { worker, owner, count } = await startCounting();
  const failed: Promise<unknown[]> = once(worker, 'error');
  await setTimeoutPromise(durationMs);
  if (!owner.askToEnd()) {
    const [error] = await failed;
    return error instanceof Error ? error.name : error;
  }
  const counted = count();
  await setTimeoutPromise(3);
  return count() === counted ? 'stays' : 'goes on';
}

/** A thread that goes on to native modules when it is told. */
const beginning = `
  import { parentPort, workerData } from 'node:worker_threads';
  import { ThreadEnd } from ${JSON.stringify(import.meta.resolve('../../dist/store/thread-end.js'))};
  parentPort.once('message', () => {
    new ThreadEnd(workerData.memory).goElsewhere();
    parentPort.postMessage('gone on');
  });
`;

describe('a thread that is asked to end', () => {
  it('stays where it is if it computed then, and otherwise ends before it computes again', async () => {
    const outcomes = new Set<unknown>();
    for (let time = 0; time < 20; time += 1) outcomes.add(await endAfter(time / 4));
    outcomes.delete('ThreadEnding');
    // It hardly does anything but compute.
    expect([...outcomes]).toEqual(['stays']);
  });

  it('goes no further if it had only begun', async () => {
    const owner = new ThreadEnd();
    const url = new URL(`data:text/javascript,${encodeURIComponent(beginning)}`);
    const worker = new Worker(url, { workerData: { memory: owner.memory } });
    const messages: unknown[] = [];
    worker.on('message', (message) => messages.push(message));
    expect(owner.askToEnd()).toBe(true);
    worker.postMessage('go on', []);
    await setTimeoutPromise(300);
    await worker.terminate();
    expect(messages).toEqual([]);
  });
});
