import { parentPort } from 'node:worker_threads';
import { TaskState, type TaskReply, type ThreadRequest } from './messages.ts';

/** Reports the progress of a task. */
export type TaskProgress = Pick<TaskState, 'step'>;

/** Parts that are made one by one. What a generator returns, if anything, is the last of them. */
type Parts<Part> = Iterable<Part, Part | undefined> | AsyncIterable<Part, Part | undefined>;

type Answer<Task, Part> = (task: Task, progress: TaskProgress) => Parts<Part>;

/**
 * Runs the tasks sent by the `WorkerThread` of this thread, one after the other. Each part of a
 * result is sent, and the next one computed once it was taken. Errors are passed to the caller.
 */
export function answerTasks<Task, Part>(answer: Answer<Task, Part>): void {
  let goOn: (() => void) | undefined;
  let last = Promise.resolve();

  async function work(task: Task, state: TaskState): Promise<void> {
    const parts = answer(task, state);
    const made =
      Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
    for (;;) {
      const { done: isLast = false, value } = await made.next();
      const taken = new Promise<void>((resolve) => (goOn = resolve));
      send({ parts: value === undefined ? [] : [value], isLast });
      if (isLast) return;
      await taken;
    }
  }

  async function begin({
    task,
    memory,
  }: Extract<ThreadRequest<Task>, { kind: 'task' }>): Promise<void> {
    const state = new TaskState(memory);
    // Otherwise the task was recalled.
    if (state.claim()) await work(task, state).catch(fail);
  }

  parentPort?.on('message', (request: ThreadRequest<Task>) => {
    if (request.kind === 'more') goOn?.();
    // While one task runs, the next has already arrived.
    else last = last.then(async () => begin(request));
  });
  parentPort?.postMessage('ready', []);
}

/** Errors are not cloned: of some nothing would be left. */
function fail(thrown: unknown): void {
  const {
    name,
    message,
    stack = '',
  } = thrown instanceof Error ? thrown : new Error(String(thrown));
  send({ parts: [], isLast: true, error: { name, message, stack } });
}

function send(reply: TaskReply<unknown>): void {
  parentPort?.postMessage(reply, []);
}
