import { parentPort, workerData } from 'node:worker_threads';
import { plainFault, type EngineAnswer, type EngineTask } from './engine-answer.ts';
import { Engine } from './engine.ts';
import type { QueryRequest } from './store.ts';
import { ThreadEnd, ThreadEnding } from './thread-end.ts';

/** What a thread is made with. */
export interface EngineThreadData {
  readonly path: string;
  /** Of its `ThreadEnd`. */
  readonly memory: SharedArrayBuffer;
}

// Only a thread made by EngineClient has these as its data, and a port to its parent.
const { path, memory } = workerData as EngineThreadData;
const port = parentPort;
const threadEnd = new ThreadEnd(memory);
let engine: Engine | undefined;

function answer(request: QueryRequest): void {
  try {
    engine ??= new Engine({ path, compute: (work) => threadEnd.compute(work) });
    engine.check(request);
    engine.prepare(request.dataset);
    send({ kind: 'started' });
    send({ kind: 'text', text: engine.query(request) });
  } catch (error) {
    // The message that ends all the rest follows.
    if (error instanceof ThreadEnding) return;
    const fault = plainFault(error);
    // Thrown from here it ends the thread, and reaches the parent as an `error` event.
    if (fault === undefined) throw error;
    send({ kind: 'fault', fault });
  }
}

/** With nobody to hear any more and nothing open, the thread ends. */
async function end(): Promise<void> {
  port?.close();
  await engine?.close();
}

function send(message: EngineAnswer): void {
  port?.postMessage(message);
}

port?.on('message', (task: EngineTask) => {
  if (task.kind === 'query') answer(task.request);
  else void end();
});
