/** Far more than the record with the most files, stations and authors needs. */
const leastCharacters = 5_000_000;
/** A text may be read several times, by different readers. */
const timesDocument = 10;

/**
 * Limits the text that is read for the search facts of all records of a document. Readers are
 * linear, but thousands of resources can refer to one place with a long outline, which is read for
 * each. When the budget is spent, only statements of the resource itself are read. Counting
 * characters instead of time makes the facts deterministic.
 */
export class ReadingBudget {
  #left: number;
  #refusals = 0;

  /** @param documentCharacters length of the document */
  constructor(documentCharacters: number) {
    this.#left = leastCharacters + timesDocument * documentCharacters;
  }

  /** How often a value was not read. */
  get refusals(): number {
    return this.#refusals;
  }

  spend(characters: number): void {
    this.#left -= characters;
  }

  /** Whether the budget is spent; counts refusals. */
  refuses(): boolean {
    if (this.#left >= 0) return false;
    this.#refusals += 1;
    return true;
  }
}
