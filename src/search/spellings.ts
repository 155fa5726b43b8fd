/** How the numbers of a table are written: of several spellings of one the least. */
export class Spellings {
  readonly #least: (string | undefined)[] = [];

  note(number: number, spelling: string): void {
    const least = this.#least[number];
    if (least === undefined || spelling < least) this.#least[number] = spelling;
  }

  /** @returns an empty text for a number of which no spelling was noted */
  of(number: number): string {
    return this.#least[number] ?? '';
  }
}
