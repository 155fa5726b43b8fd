import { parentPort, workerData } from 'node:worker_threads';
import type { Limits } from '../config/schema.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Derived } from '../model/record.ts';
import type { Response } from '../model/response.ts';
import { createDeriveStage } from './derive.ts';

/** What the pool sends to the thread: one response, to which the thread answers with all its outcomes. */
export interface DeriveTask {
  readonly response: Response;
}

export interface DeriveAnswer {
  readonly outcomes: readonly Outcome<Derived>[];
}

// Only a thread made by DerivePool has the limits as its data and a port to its parent.
const stage = createDeriveStage(workerData as Limits);
const port = parentPort;
const context = { signal: new AbortController().signal, now: () => new Date() };

async function answer({ response }: DeriveTask): Promise<void> {
  const outcomes: Outcome<Derived>[] = [];
  for await (const outcome of stage.process(response, context)) outcomes.push(outcome);
  port?.postMessage({ outcomes } satisfies DeriveAnswer);
}

port?.on('message', (task: DeriveTask) => void answer(task));
