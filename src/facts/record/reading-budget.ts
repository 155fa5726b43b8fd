/** Far more than the record with the most files, stations and authors takes. */
const leastCharacters = 5_000_000;
/** Each reader asks for the values that it needs, so that a text may be read several times. */
const timesDocument = 10;

/**
 * How much may be read for the search facts of all records of a document. Readers take time linear
 * in what they read, but thousands of resources can refer to one place with a long outline, which
 * is read for each. When the budget is spent, what others refer to is not read any more; what a
 * resource says itself is. Characters are counted, and not time, so that the same document always
 * gives the same facts.
 */
export class ReadingBudget {
  #left: number;
  #refusals = 0;

  /** @param documentCharacters the length of the document */
  constructor(documentCharacters: number) {
    this.#left = leastCharacters + timesDocument * documentCharacters;
  }

  /** How often something was not read. */
  get refusals(): number {
    return this.#refusals;
  }

  spend(characters: number): void {
    this.#left -= characters;
  }

  /** Whether what others refer to is not to be read any more, which is counted. */
  refuses(): boolean {
    if (this.#left >= 0) return false;
    this.#refusals += 1;
    return true;
  }
}
