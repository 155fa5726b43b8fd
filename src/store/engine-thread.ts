import { parentPort, workerData } from 'node:worker_threads';
import { plainFault, type EngineAnswer, type EngineTask } from './engine-answer.ts';
import { Engine, type EngineOptions } from './engine.ts';

// Only a thread made by EngineClient has these options as its data, and a port to its parent.
const options = workerData as EngineOptions;
const port = parentPort;
let engine: Engine | undefined;

function answer({ request }: EngineTask): void {
  try {
    engine ??= new Engine(options);
    engine.check(request);
    engine.prepare(request.dataset);
    send({ kind: 'started' });
    send({ kind: 'text', text: engine.query(request) });
  } catch (error) {
    const fault = plainFault(error);
    // Thrown from here it ends the thread, and reaches the parent as an `error` event.
    if (fault === undefined) throw error;
    send({ kind: 'fault', fault });
  }
}

function send(message: EngineAnswer): void {
  port?.postMessage(message);
}

port?.on('message', answer);
send({ kind: 'loaded' });
