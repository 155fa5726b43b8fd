import { anyNumbers, wholeNumbers } from './column.ts';
import { HashIndex } from './hash.ts';

/** One piece of a file, as far as names go. */
export interface NamedPiece {
  /** The hashes of what it may be called. */
  readonly names: Iterable<number>;
  /** Whether its name may be another than these. */
  readonly isUnsure: boolean;
}

/** Tells which pieces of a file have a name that another has too. Pieces are called by number, from 0. */
export class SharedNames {
  readonly #index: HashIndex;
  /** The number of the piece that has each name. */
  readonly #pieces = wholeNumbers();
  readonly #contentOf: (piece: number) => string | undefined;
  /** For names that several pieces have, whether these say different things. */
  readonly #areDifferent = new Map<number, boolean>();

  /** @param contentOf what a piece says of the record it is; undefined where it cannot be compared */
  constructor(pieces: Iterable<NamedPiece>, contentOf: (piece: number) => string | undefined) {
    const names = anyNumbers();
    let piece = 0;
    for (const each of pieces) {
      for (const name of new Set(each.names)) {
        names.push(name);
        this.#pieces.push(piece);
      }
      piece += 1;
    }
    this.#index = new HashIndex(names.slice());
    this.#contentOf = contentOf;
  }

  /** Whether another piece may be called as this is and says something else: what says the same is the same record. */
  isShared({ names, isUnsure }: NamedPiece): boolean {
    return isUnsure || [...new Set(names)].some((name) => this.#isAmbiguous(name));
  }

  #isAmbiguous(name: number): boolean {
    if (this.#index.count(name) < 2) return false;
    const known = this.#areDifferent.get(name);
    if (known !== undefined) return known;
    const areDifferent = this.#sayDifferent(this.#index.numbers(name));
    this.#areDifferent.set(name, areDifferent);
    return areDifferent;
  }

  #sayDifferent(entries: Iterable<number>): boolean {
    let first: string | undefined;
    for (const entry of entries) {
      const content = this.#contentOf(this.#pieces.at(entry));
      first ??= content;
      if (content === undefined || content !== first) return true;
    }
    return false;
  }
}
