import { anyNumbers, bits, wholeNumbers } from './column.ts';
import type { ItemFacts } from './item-facts.ts';
import type { ScannedValue } from './byte-cursor.ts';

/** Where an item of a list stands and what it holds. */
export interface Item {
  /** Its place in the list, from 1. */
  readonly number: number;
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
  readonly depth: number;
  readonly values: number;
}

/** What is remembered of the items of a list: about fifty bytes each and eight a reference, whatever their size. Items are called by index. */
export class ItemTable {
  /** The hashes of the items' own `@id`. */
  readonly ids = anyNumbers();
  /** The hashes of what the items are called. */
  readonly names = anyNumbers();

  readonly #numbers = wholeNumbers();
  readonly #offsets = anyNumbers();
  readonly #lengths = anyNumbers();
  readonly #depths = wholeNumbers();
  readonly #values = wholeNumbers();
  readonly #lists = bits();
  #references = anyNumbers();
  #referenceEnds = anyNumbers();

  get size(): number {
    return this.#offsets.length;
  }

  /** @param facts undefined where the item was not parsed, so that nothing is known of it */
  add(number: number, scanned: ScannedValue, facts: ItemFacts | undefined): void {
    this.#numbers.push(number);
    this.#offsets.push(scanned.offset);
    this.#lengths.push(scanned.length);
    this.#depths.push(scanned.depth);
    this.#values.push(scanned.values);
    this.ids.push(facts?.id ?? 0);
    this.names.push(facts?.name ?? 0);
    this.#lists.push(facts?.isList === true ? 1 : 0);
    for (const reference of facts?.references ?? []) this.#references.push(reference);
    this.#referenceEnds.push(this.#references.length);
  }

  at(index: number): Item {
    return {
      number: this.#numbers.at(index),
      offset: this.#offsets.at(index),
      length: this.#lengths.at(index),
      depth: this.#depths.at(index),
      values: this.#values.at(index),
    };
  }

  /** Whether an item is a list or catalogue of others. */
  isList(index: number): boolean {
    return this.#lists.at(index) === 1;
  }

  /** The hashes of the `@id`s that an item refers to, each once. */
  referencesOf(index: number): ArrayLike<number> {
    const start = index === 0 ? 0 : this.#referenceEnds.at(index - 1);
    return this.#references.slice(start, this.#referenceEnds.at(index));
  }

  /** Lets go of the references, which are many, once they have been looked up. */
  forgetReferences(): void {
    this.#references = anyNumbers();
    this.#referenceEnds = anyNumbers();
  }
}
