import { readWithPauses, type InterruptibleReading } from '../catalogue/interruptible-reading.ts';
import type { Snapshot } from '../catalogue/snapshot.ts';

/** A long read of the catalogue. The function itself is the cache key of its result. */
export type Survey<Result> = (snapshot: Snapshot) => InterruptibleReading<Result>;

/** Time slice, in milliseconds, after which other requests get a turn. */
const turnMs = 5;

/**
 * Runs a long read in time slices between requests.
 * @throws the signal's reason when it is aborted
 */
export async function readInShortTurns<Result>(
  reading: InterruptibleReading<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  return readWithPauses(reading, signal, turnMs);
}

/** The items that pass a test, in their order, read in time slices. */
export function* readMatching<Item>(
  items: readonly Item[],
  passes: (item: Item) => boolean,
): InterruptibleReading<readonly Item[]> {
  const found: Item[] = [];
  for (const item of items) {
    yield;
    if (passes(item)) found.push(item);
  }
  return found;
}

/**
 * Results of long reads of one catalogue state, which take seconds in a large catalogue. Each read
 * runs once for all requests, in time slices, one read after another.
 */
export class Surveys {
  readonly #snapshot: Snapshot;
  readonly #signal: AbortSignal | undefined;
  readonly #results = new Map<Survey<unknown>, Promise<unknown>>();
  #last: Promise<unknown> = Promise.resolve();
  #reading = 0;

  /**
   * @param snapshot held open by the caller
   * @param signal ends the reads
   */
  constructor(snapshot: Snapshot, signal?: AbortSignal) {
    this.#snapshot = snapshot;
    this.#signal = signal;
  }

  /** Whether a read is in progress. */
  get isReading(): boolean {
    return this.#reading > 0;
  }

  async read<Result>(survey: Survey<Result>): Promise<Result> {
    const known = this.#results.get(survey);
    // The map keeps each result under its own survey.
    if (known !== undefined) return known as Promise<Result>;
    this.#reading += 1;
    const result = this.#last
      .then(async () => readInShortTurns(survey(this.#snapshot), this.#signal))
      .finally(() => {
        this.#reading -= 1;
      });
    this.#results.set(survey, result);
    this.#last = result.catch(() => this.#results.delete(survey));
    return result;
  }

  /** Starts the reads that requests made of another state. */
  async readThoseOf(other: Surveys): Promise<void> {
    // A failed read is repeated on request.
    await Promise.allSettled([...other.#results.keys()].map(async (survey) => this.read(survey)));
  }
}
