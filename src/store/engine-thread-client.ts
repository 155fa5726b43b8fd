import { Worker } from 'node:worker_threads';
import { CatalogueFault } from './catalogue-fault.ts';
import { EngineFault } from './engine-fault.ts';
import {
  faultFrom,
  type EngineAnswer,
  type EnginePlace,
  type EngineTask,
  type ImageTrouble,
  type KeepTask,
} from './engine-answer.ts';
import type { EngineThreadData } from './engine-thread.ts';
import type { ImageName } from './image/image-files.ts';
import { QueryTimeoutFault } from './query-fault.ts';
import type { QueryControl, QueryDataset, QueryRequest } from './queries.ts';
import { ThreadEnd } from './thread-end.ts';

type EndingAnswer = Extract<EngineAnswer, { readonly kind: 'text' | 'kept' }>;
type KeptAnswer = Extract<EngineAnswer, { readonly kind: 'kept' }>;

type FailedAnswer = Extract<EngineAnswer, { readonly kind: 'image-failed' }>;

/** An image is not what it should be, or cannot be written. */
export class ImageFailure extends Error {
  override readonly name = 'ImageFailure';
  readonly image: ImageName;
  readonly trouble: ImageTrouble;

  constructor({ image, reason, trouble }: FailedAnswer) {
    super(reason);
    this.image = image;
    this.trouble = trouble;
  }
}

/**
 * A thread that answers queries until it is closed or fails. It begins to load the engine as soon as it is made, which is worth
 * doing before it is known of which catalogue queries will come.
 */
export class EngineThread {
  readonly #worker: Worker;
  readonly #threadEnd = new ThreadEnd();
  readonly #exited: Promise<void>;
  readonly #restored = new Set<ImageName>();
  /** Whether what failed, if anything did, was found in what the catalogue or an image has, and not in the query. */
  #hasBeenChecked = false;
  #hasExited = false;
  #isClosed = false;

  constructor() {
    const { memory } = this.#threadEnd;
    this.#worker = new Worker(new URL('./engine-thread.js', import.meta.url), {
      workerData: { memory } satisfies EngineThreadData,
    });
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#hasExited = true;
        resolve();
      });
    });
    // Whoever asks listens too; where nobody does, an error would end the process.
    this.#worker.on('error', () => undefined);
  }

  /** Whether it has ended, closed or not; it would answer nothing. */
  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** Says of which catalogue queries will be, before the first of them. Said again, it counts as it was said last. */
  open(place: EnginePlace): void {
    this.#worker.postMessage({ kind: 'open', ...place } satisfies EngineTask, []);
  }

  /** Says of what the first query will be asked, so that what is needed for it is read before it comes. */
  expect(dataset: QueryDataset): void {
    this.#worker.postMessage({ kind: 'expect', dataset } satisfies EngineTask, []);
  }

  /** Sends a query and waits for what comes back. */
  async query(request: QueryRequest, control: QueryControl): Promise<string> {
    const answer = await this.#exchange({ kind: 'query', request }, control);
    if (answer.kind === 'text') return answer.text;
    throw new TypeError('The thread answered something else than what it was asked.');
  }

  /** Has an image written. @throws {ImageFailure} when it cannot be; as `query` */
  async keep(task: KeepTask, signal: AbortSignal | undefined): Promise<KeptAnswer> {
    const answer = await this.#exchange(
      { kind: 'keep', ...task },
      signal === undefined ? {} : { signal },
    );
    return answer.kind === 'kept' ? answer : { kind: 'kept', isWorn: false };
  }

  /** The images that are not to be trusted any more, after what `query` or `keep` threw. */
  imagesDoubtedFor(error: unknown): readonly ImageName[] {
    if (error instanceof ImageFailure) return error.trouble === 'unwritten' ? [] : [error.image];
    const isDoubt = !this.#isClosed && this.#hasBeenChecked && !saysNothing(error);
    return isDoubt ? [...this.#restored] : [];
  }

  /**
   * Ends it at once while it computes or has only begun, and otherwise before it would next compute. It has left the catalogue then.
   * Closed again, it does nothing.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#worker.ref();
    if (this.#threadEnd.askToEnd()) await this.#worker.terminate();
    else this.#worker.postMessage({ kind: 'end' } satisfies EngineTask, []);
    await this.#exited;
  }

  /** Sends a task and waits for what comes back. While it waits, the process stays alive; an idle thread does not keep it. */
  async #exchange(task: EngineTask, { timeoutMs, signal }: QueryControl): Promise<EndingAnswer> {
    let timer: NodeJS.Timeout | undefined;
    const settled = new AbortController();
    this.#worker.ref();
    this.#hasBeenChecked = task.kind === 'keep';
    try {
      return await new Promise((resolve, reject) => {
        const onMessage = (answer: EngineAnswer): void => {
          switch (answer.kind) {
            case 'restored':
              return void this.#restored.add(answer.image);
            case 'checked':
              this.#hasBeenChecked = true;
              return;
            case 'started':
              if (timeoutMs === undefined) return;
              timer = setTimeout(() => reject(new QueryTimeoutFault(timeoutMs)), timeoutMs);
              return;
            case 'fault':
              return reject(
                faultFrom(answer.fault, task.kind === 'query' ? task.request.text : ''),
              );
            case 'image-failed':
              return reject(new ImageFailure(answer));
            case 'text':
            case 'kept':
              return resolve(answer);
          }
        };
        const onExit = (): void => reject(threadEnded());
        const onAbort = (): void => reject(signal?.reason);
        this.#worker.on('message', onMessage).on('error', reject).on('exit', onExit);
        signal?.addEventListener('abort', onAbort);
        // One by one: a worker has listeners of its own, without which it hears nothing any more. And not by a signal as option:
        // Node forgets to remove the listener when there are several at once and its collector of garbage has run.
        settled.signal.addEventListener('abort', () => {
          this.#worker.off('message', onMessage).off('error', reject).off('exit', onExit);
          signal?.removeEventListener('abort', onAbort);
        });
        this.#worker.postMessage(task, []);
      });
    } finally {
      clearTimeout(timer);
      settled.abort();
      if (!this.#isClosed) this.#worker.unref();
    }
  }
}

export const threadEnded = (): Error => new Error('The thread of the engine ended.');

/** Whether an error has nothing to do with what is in the engine's memory. */
function saysNothing(error: unknown): boolean {
  if (error instanceof CatalogueFault || error instanceof QueryTimeoutFault) return true;
  return (
    error instanceof EngineFault &&
    ['catalogue-too-large', 'record-too-large', 'answer-too-long'].includes(error.trouble)
  );
}
