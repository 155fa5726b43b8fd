import { hash } from 'node:crypto';

/** What can be asked whether a text is in it, and need not be able to list what is. */
export type TextLookup = Pick<ReadonlySet<string>, 'has'>;

/** What is kept of a text: 128 bits of its SHA-256, so that no two texts are taken for one even by intent. */
const wordsKept = 4;
const bytesInWord = 4;
/** So few are kept as they are, which is faster: most sets never have more. */
const maxWhole = 16;
const leastSlots = 64;
/** Beyond this share of slots in use, finding the free one takes long. */
const fullest = 0.8;
const growth = 1.5;

/**
 * A set of texts that may be too many to be kept. It takes twenty to thirty bytes a text, however long, where a `Set` takes
 * two hundred of a URL; what is in it cannot be listed.
 */
export class TextSet implements TextLookup {
  /** The texts themselves, while they are few. */
  #whole: Set<string> | undefined = new Set();
  /** Slots of `wordsKept` words each; of a free one the first word is 0. */
  #words = new Int32Array(0);
  #slots = 0;
  #size = 0;

  get size(): number {
    return this.#whole?.size ?? this.#size;
  }

  /** @returns whether it was not there before */
  add(text: string): boolean {
    if (this.#whole === undefined) return this.#addHash(text);
    if (this.#whole.has(text)) return false;
    if (this.#whole.size < maxWhole) this.#whole.add(text);
    else {
      for (const each of [...this.#whole, text]) this.#addHash(each);
      this.#whole = undefined;
    }
    return true;
  }

  has(text: string): boolean {
    if (this.#whole !== undefined) return this.#whole.has(text);
    return this.#words[this.#placeOf(wordsOf(text))] !== 0;
  }

  #addHash(text: string): boolean {
    const words = wordsOf(text);
    if (this.#size > 0 && this.#words[this.#placeOf(words)] !== 0) return false;
    if (this.#size >= this.#slots * fullest) this.#grow();
    this.#words.set(words, this.#placeOf(words));
    this.#size += 1;
    return true;
  }

  /** Where the words of a text stand, or would. */
  #placeOf(words: Int32Array): number {
    const all = this.#words;
    let slot = ((words[1] ?? 0) >>> 0) % this.#slots;
    for (;;) {
      const place = slot * wordsKept;
      if (all[place] === 0 || words.every((word, index) => all[place + index] === word)) {
        return place;
      }
      slot = (slot + 1) % this.#slots;
    }
  }

  #grow(): void {
    const before = this.#words;
    this.#slots = Math.max(leastSlots, Math.ceil(this.#slots * growth));
    this.#words = new Int32Array(this.#slots * wordsKept);
    for (let place = 0; place < before.length; place += wordsKept) {
      if (before[place] === 0) continue;
      const words = before.subarray(place, place + wordsKept);
      this.#words.set(words, this.#placeOf(words));
    }
  }
}

function wordsOf(text: string): Int32Array {
  // A text of the bytes is had in a third of the time that a buffer takes.
  const bytes = hash('sha256', text, 'binary');
  const words = new Int32Array(wordsKept);
  for (let at = 0; at < wordsKept * bytesInWord; at += 1) {
    const word = Math.floor(at / bytesInWord);
    words[word] = ((words[word] ?? 0) << 8) | bytes.charCodeAt(at);
  }
  words[0] ||= 1;
  return words;
}
