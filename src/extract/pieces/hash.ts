/**
 * A number of 53 bits for a text, never 0: equal for equal texts, and different for different ones but by a chance of
 * one in ten thousand for a million of them. It stands for texts that are too many to be kept.
 */
export function hashOf(text: string): number {
  // Two lanes of FNV-1a with different primes, on UTF-16 code units instead of bytes.
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x5bd1e995);
    high ^= high >>> 15;
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b);
  return (high >>> 11) * 2 ** 32 + ((low ^ (low >>> 13)) >>> 0) || 1;
}

/** No text: what has no identifier or name. */
export const noHash = 0;

/** Finds numbers by their hash, in typed arrays: a `Map` of a million entries would take four times the memory. */
export class HashIndex {
  readonly #mask: number;
  readonly #hashes: Float64Array;
  /** The last number put in for the hash of a slot, and for each number the one put in before it; -1 for none. */
  readonly #latest: Int32Array;
  readonly #earlier: Int32Array;
  readonly #counts: Int32Array;

  /** @param hashes the hash of each number from 0; those that are `noHash` are left out */
  constructor(hashes: ArrayLike<number>) {
    const slots = 2 ** Math.ceil(Math.log2(hashes.length * 2 + 2));
    this.#mask = slots - 1;
    this.#hashes = new Float64Array(slots);
    this.#latest = new Int32Array(slots).fill(-1);
    this.#counts = new Int32Array(slots);
    this.#earlier = new Int32Array(hashes.length);
    for (let number = 0; number < hashes.length; number += 1) {
      const hash = hashes[number] ?? noHash;
      if (hash !== noHash) this.#put(number, hash);
    }
  }

  /** How many numbers have a hash. */
  count(hash: number): number {
    return hash === noHash ? 0 : (this.#counts[this.#slotOf(hash)] ?? 0);
  }

  /** The numbers that have a hash. */
  *numbers(hash: number): Iterable<number> {
    if (hash === noHash) return;
    let number = this.#latest[this.#slotOf(hash)] ?? -1;
    while (number !== -1) {
      yield number;
      number = this.#earlier[number] ?? -1;
    }
  }

  #put(number: number, hash: number): void {
    const slot = this.#slotOf(hash);
    this.#hashes[slot] = hash;
    this.#earlier[number] = this.#latest[slot] ?? -1;
    this.#latest[slot] = number;
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
  }

  /** The slot of a hash, or the free one where it would stand. */
  #slotOf(hash: number): number {
    let slot = (hash >>> 0) & this.#mask;
    while (this.#hashes[slot] !== hash && this.#hashes[slot] !== noHash) {
      slot = (slot + 1) & this.#mask;
    }
    return slot;
  }
}
