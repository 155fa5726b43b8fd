import { folded } from '../facts/text/fold.ts';
import { remembered } from '../text/remembered.ts';
import type { BitSet } from './bit-set.ts';
import { TextTable } from './text-table.ts';
import type { WordClause } from './word-query.ts';

/** Labels, such as keywords and names, without duplicates in any case or accents. */
export class LabelTable {
  readonly #texts = new TextTable();
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#texts.size;
  }

  /** The number of a label, which is added if it is new. */
  add(text: string): number {
    const name = foldedLabel(text);
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#texts.add(name);
    this.#numbers.set(name, number);
    return number;
  }

  /** The number of a label in any spelling; undefined if it is missing. */
  numberOf(text: string): number | undefined {
    return this.#numbers.get(folded(text));
  }

  /** The labels that contain one of the alternatives of a clause. */
  labelsWith(clause: WordClause): BitSet {
    return this.#texts.textsWith(clause);
  }
}

/** Cached, since most labels are frequent. */
const foldedLabel = remembered(folded);
