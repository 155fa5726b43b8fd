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

  /** Whether each item is a document of its own, with a context. */
  areSeparate = false;

  readonly #numbers = wholeNumbers();
  readonly #offsets = anyNumbers();
  readonly #lengths = anyNumbers();
  readonly #depths = wholeNumbers();
  readonly #values = wholeNumbers();
  readonly #marks = wholeNumbers();
  readonly #names = anyNumbers();
  readonly #nameEnds = wholeNumbers();
  #references = anyNumbers();
  #relations = bits();
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
    for (const name of facts?.names ?? []) this.#names.push(name);
    this.#nameEnds.push(this.#names.length);
    this.#marks.push(facts?.marks ?? 0);
    for (const [reference, relation] of facts?.references ?? []) {
      this.#references.push(reference);
      this.#relations.push(relation);
    }
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

  /** Whether an item has one of some `marks`. */
  is(index: number, anyOf: number): boolean {
    return (this.#marks.at(index) & anyOf) !== 0;
  }

  /** Whether any item has one of some `marks`. */
  has(anyOf: number): boolean {
    for (let index = 0; index < this.size; index += 1) if (this.is(index, anyOf)) return true;
    return false;
  }

  /** The hashes of what an item may be called. */
  namesOf(index: number): ArrayLike<number> {
    const start = index === 0 ? 0 : this.#nameEnds.at(index - 1);
    return this.#names.slice(start, this.#nameEnds.at(index));
  }

  /** Visits the hashes of the `@id`s that an item refers to, each once, with the sum of the `relations`. */
  forEachReference(index: number, visit: (reference: number, relation: number) => void): void {
    const end = this.#referenceEnds.at(index);
    for (let at = index === 0 ? 0 : this.#referenceEnds.at(index - 1); at < end; at += 1) {
      visit(this.#references.at(at), this.#relations.at(at));
    }
  }

  /** Lets go of the references, which are many, once they have been looked up. */
  forgetReferences(): void {
    this.#references = anyNumbers();
    this.#relations = bits();
    this.#referenceEnds = anyNumbers();
  }
}
