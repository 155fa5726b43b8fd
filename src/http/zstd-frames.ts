/** What comes next in a stream of frames. */
type Part = 'magic' | 'skippable' | 'descriptor' | 'block' | 'passed';

const frameMagic = 0xfd2fb528;
/** The last four bits are free. */
const skippableMagic = 0x184d2a50;
const lengths = { magic: 4, skippable: 4, descriptor: 1, block: 3 } as const;

/**
 * Follows the frames of a zstd stream (RFC 8878 §3.1) without decoding them, to tell whether the last one is whole: Node takes
 * the end of what is cut off for its end.
 */
export class ZstdFrames {
  #part: Part = 'magic';
  /** Where `#part` is to be had: its number so far, little end first, and how many bytes are in it. */
  #value = 0;
  #read = 0;
  /** Bytes to pass over, and what comes behind them. */
  #toPass = 0;
  #behind: Part = 'magic';
  #hasChecksum = false;
  #isBroken = false;
  #isEmpty = true;

  /** Whether all that came are whole frames, one at least. */
  get isWhole(): boolean {
    return !this.#isBroken && !this.#isEmpty && this.#part === 'magic' && this.#read === 0;
  }

  write(bytes: Uint8Array): void {
    let offset = 0;
    while (offset < bytes.length && !this.#isBroken) {
      if (this.#part === 'passed') {
        const passed = Math.min(this.#toPass, bytes.length - offset);
        offset += passed;
        this.#toPass -= passed;
      } else {
        this.#value += (bytes[offset] ?? 0) * 256 ** this.#read;
        this.#read += 1;
        offset += 1;
        if (this.#read === lengths[this.#part]) this.#take(this.#part, this.#value);
      }
      if (this.#part === 'passed' && this.#toPass === 0) this.#begin(this.#behind);
    }
  }

  #begin(part: Part): void {
    this.#part = part;
    this.#value = 0;
    this.#read = 0;
  }

  #pass(bytes: number, behind: Part): void {
    this.#begin('passed');
    this.#toPass = bytes;
    this.#behind = behind;
  }

  #take(part: Exclude<Part, 'passed'>, value: number): void {
    this.#isEmpty = false;
    if (part === 'magic') this.#takeMagic(value);
    else if (part === 'skippable') this.#pass(value, 'magic');
    else if (part === 'descriptor') this.#takeDescriptor(value);
    else this.#takeBlock(value);
  }

  #takeMagic(value: number): void {
    if (value === frameMagic) this.#begin('descriptor');
    else if (value - (value % 16) === skippableMagic) this.#begin('skippable');
    else this.#isBroken = true;
  }

  /** Says what is in the header of a frame, and so how long it is (§3.1.1.1). */
  #takeDescriptor(value: number): void {
    const isSingleSegment = Math.floor(value / 32) % 2 === 1;
    this.#hasChecksum = Math.floor(value / 4) % 2 === 1;
    const dictionary = [0, 1, 2, 4][value % 4] ?? 0;
    const contentSize = [isSingleSegment ? 1 : 0, 2, 4, 8][Math.floor(value / 64)] ?? 0;
    this.#pass((isSingleSegment ? 0 : 1) + dictionary + contentSize, 'block');
  }

  #takeBlock(value: number): void {
    const isLast = value % 2 === 1;
    // One byte that is repeated as often as the size says.
    const isRepetition = Math.floor(value / 2) % 4 === 1;
    const size = isRepetition ? 1 : Math.floor(value / 8);
    const checksum = isLast && this.#hasChecksum ? 4 : 0;
    this.#pass(size + checksum, isLast ? 'magic' : 'block');
  }
}
