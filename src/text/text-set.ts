import { hash } from 'node:crypto';

/** What can be asked whether a text is in it, and need not be able to list what is. */
export type TextLookup = Pick<ReadonlySet<string>, 'has'>;

/** What is kept of a text: 128 bits of its SHA-256, so that no two texts are taken for one even by intent. The first is not 0. */
type Words = readonly [number, number, number, number];
const wordsKept = 4;
const maxFew = 16;
const leastSlots = 2 * maxFew;
/** Beyond this share of slots in use, finding the free one takes long. */
const fullest = 0.8;
const growth = 1.5;

/**
 * A set of texts that may be too many to be kept. It takes twenty to thirty bytes a text, however long, where a `Set` takes
 * two hundred of a URL; what is in it cannot be listed.
 */
export class TextSet implements TextLookup {
  /** The texts themselves, while they are few: most sets never have more, and hashing takes longer. */
  readonly #few = new Set<string>();
  #many: HashTable | undefined;

  get size(): number {
    return this.#many?.size ?? this.#few.size;
  }

  /** @returns whether it was not there before */
  add(text: string): boolean {
    if (this.#many !== undefined) return this.#many.add(text);
    if (this.#few.has(text)) return false;
    this.#few.add(text);
    if (this.#few.size > maxFew) {
      this.#many = new HashTable();
      for (const each of this.#few) this.#many.add(each);
      this.#few.clear();
    }
    return true;
  }

  has(text: string): boolean {
    return this.#many?.has(text) ?? this.#few.has(text);
  }
}

/** The hashes of texts, with open addressing. */
class HashTable {
  /** Slots of `wordsKept` words each; of a free one, of which there always is one, the first word is 0. */
  #words = new Int32Array(leastSlots * wordsKept);
  #slots = leastSlots;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(text: string): boolean {
    const words = wordsOf(text);
    if (this.#words[this.#placeOf(words)] !== 0) return false;
    if (this.#size + 1 > this.#slots * fullest) this.#grow();
    this.#words.set(words, this.#placeOf(words));
    this.#size += 1;
    return true;
  }

  has(text: string): boolean {
    return this.#words[this.#placeOf(wordsOf(text))] !== 0;
  }

  /** Where the words of a text stand, or would. */
  #placeOf(words: Words): number {
    let slot = (words[1] >>> 0) % this.#slots;
    for (;;) {
      const place = slot * wordsKept;
      if (this.#words[place] === 0 || this.#isAt(place, words)) return place;
      slot = (slot + 1) % this.#slots;
    }
  }

  #isAt(place: number, [first, second, third, fourth]: Words): boolean {
    const all = this.#words;
    return (
      all[place] === first &&
      all[place + 1] === second &&
      all[place + 2] === third &&
      all[place + 3] === fourth
    );
  }

  #grow(): void {
    const before = this.#words;
    this.#slots = Math.ceil(this.#slots * growth);
    this.#words = new Int32Array(this.#slots * wordsKept);
    for (let place = 0; place < before.length; place += wordsKept) {
      const [first = 0, second = 0, third = 0, fourth = 0] = before.subarray(place);
      if (first === 0) continue;
      const words: Words = [first, second, third, fourth];
      this.#words.set(words, this.#placeOf(words));
    }
  }
}

function wordsOf(text: string): Words {
  // A text of the bytes is had in a third of the time that a buffer takes.
  const bytes = hash('sha256', text, 'binary');
  return [wordAt(bytes, 0) || 1, wordAt(bytes, 4), wordAt(bytes, 8), wordAt(bytes, 12)];
}

function wordAt(bytes: string, at: number): number {
  return (
    (bytes.charCodeAt(at) << 24) |
    (bytes.charCodeAt(at + 1) << 16) |
    (bytes.charCodeAt(at + 2) << 8) |
    bytes.charCodeAt(at + 3)
  );
}
