import { setMaxListeners } from 'node:events';

/**
 * Runs tasks together, and waits until all of them have ended. When one fails, the others are
 * aborted.
 * @throws the first failure; the signal's reason when it is aborted
 */
export async function runTogether(
  tasks: readonly ((signal: AbortSignal) => Promise<unknown>)[],
  signal?: AbortSignal,
): Promise<void> {
  const failure = new AbortController();
  const ending = AbortSignal.any([failure.signal, ...(signal === undefined ? [] : [signal])]);
  // Requests that have ended listen to it until memory is tidied, which Node would take for a leak.
  setMaxListeners(Infinity, ending);
  const ended = tasks.map(async (task) => {
    await task(ending).catch((error: unknown) => failure.abort(error));
  });
  await Promise.all(ended);
  signal?.throwIfAborted();
  failure.signal.throwIfAborted();
}

/** Lets so many pieces of work go on at once; others wait, in their order. */
export class WorkLimit {
  readonly atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.atOnce = atOnce;
    this.#free = atOnce;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
