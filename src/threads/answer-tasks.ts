import { parentPort } from 'node:worker_threads';
import { TaskState, type TaskReply, type ThreadRequest } from './messages.ts';

/** Reports the progress of a task. */
export type TaskProgress = Pick<TaskState, 'step'>;

/** Parts that are computed one by one. The return value of a generator, if any, is the last part. */
type Parts<Part> = Iterable<Part, Part | undefined> | AsyncIterable<Part, Part | undefined>;

type Answer<Task, Part> = (task: Task, progress: TaskProgress) => Parts<Part>;

/**
 * Runs the tasks sent by the `WorkerThread` of this thread, one after the other. Each part of a
 * result is sent, and the next one computed once it was taken. Errors are passed to the caller.
 */
export function answerTasks<Task, Part>(answer: Answer<Task, Part>): void {
  let onTaken: (() => void) | undefined;
  let last = Promise.resolve();

  async function work(task: Task, state: TaskState): Promise<void> {
    const parts = answer(task, state);
    const iterator =
      Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
    for (;;) {
      const { done: isLast = false, value } = await iterator.next();
      const taken = new Promise<void>((resolve) => (onTaken = resolve));
      send({ parts: value === undefined ? [] : [value], isLast });
      if (isLast) return;
      await taken;
    }
  }

  async function begin(task: Task, state: TaskState): Promise<void> {
    // Otherwise the task was recalled.
    if (state.claim()) await work(task, state).catch(fail);
  }

  parentPort?.on('message', (request: ThreadRequest<Task>) => {
    if (request.kind === 'more') {
      onTaken?.();
      return;
    }
    // The next task may arrive while one runs.
    last = last.then(async () => begin(request.task, new TaskState(request.memory)));
  });
  parentPort?.postMessage('ready', []);
}

/** Sends plain data, since cloning loses parts of some errors. */
function fail(thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack = '' } = error;
  send({ parts: [], isLast: true, error: { name, message, stack } });
}

function send(reply: TaskReply<unknown>): void {
  parentPort?.postMessage(reply, []);
}
