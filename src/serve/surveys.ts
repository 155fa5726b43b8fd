import { readInTurns, type PausingReading } from '../store/in-turns.ts';
import type { Snapshot } from '../store/snapshot.ts';

/** A reading of much of a catalogue. The function itself names what it gives. */
export type Survey<Result> = (snapshot: Snapshot) => PausingReading<Result>;

/** So long a reading goes on before other requests have their turn. */
const turnMs = 5;

/**
 * What is read of a whole state, which takes seconds where the catalogue is large: each reading is
 * made once for all requests that want it, in turns, one behind the other.
 */
export class Surveys {
  readonly #snapshot: Snapshot;
  readonly #results = new Map<Survey<unknown>, Promise<unknown>>();
  #last: Promise<unknown> = Promise.resolve();
  #reading = 0;

  /** @param snapshot whoever reads must hold it */
  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /** Whether a reading goes on. */
  get isReading(): boolean {
    return this.#reading > 0;
  }

  async read<Result>(survey: Survey<Result>): Promise<Result> {
    const known = this.#results.get(survey);
    if (known !== undefined) return known as Promise<Result>; // kept under the survey that gave it
    this.#reading += 1;
    const result = this.#last
      .then(async () => readInTurns(survey(this.#snapshot), undefined, turnMs))
      .finally(() => {
        this.#reading -= 1;
      });
    this.#results.set(survey, result);
    this.#last = result.catch(() => this.#results.delete(survey));
    return result;
  }
}
