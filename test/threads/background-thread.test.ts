import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const script = `
  const { getPriority } = require('node:os');
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData).then(({ giveWayToOtherThreads }) => {
    giveWayToOtherThreads();
    parentPort.postMessage(getPriority());
  });
`;

it.skipIf(process.platform !== 'linux')(
  'a thread gives way alone, and not its process',
  async () => {
    const before = getPriority();
    const module = new URL('../../dist/threads/background-thread.js', import.meta.url).href;
    const worker = new Worker(script, { eval: true, workerData: module });
    const [priority] = (await once(worker, 'message')) as [number];
    expect(priority).toBe(10);
    expect(getPriority()).toBe(before);
    await worker.terminate();
  },
);
