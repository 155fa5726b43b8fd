/** Original spellings by number; of several the smallest. */
export class Spellings {
  readonly #least: (string | undefined)[] = [];

  note(number: number, spelling: string): void {
    const least = this.#least[number];
    if (least === undefined || spelling < least) this.#least[number] = spelling;
  }

  /** @returns empty for a number without spelling */
  of(number: number): string {
    return this.#least[number] ?? '';
  }
}
