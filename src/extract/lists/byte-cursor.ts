import type { JsonComplexity } from '../json-complexity.ts';
import { JsonScanner } from '../json-scanner.ts';
import type { ByteSource } from '../open-file.ts';

/** A JSON value in a file. */
export interface ScannedValue extends JsonComplexity {
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
  /** The bytes of the value, or the first of a larger one; valid until the cursor moves. */
  readonly bytes: Uint8Array;
  /** Whether the value ended, and not only the file. */
  readonly isEnded: boolean;
}

const cursorChunkBytes = 1_048_576;
/** The blanks of JSON (RFC 8259 §2). */
const blanks: ReadonlySet<number | undefined> = new Set(Buffer.from(' \t\n\r'));

/** A forward cursor in a JSON file: token by token at the root, value by value below. */
export class ByteCursor {
  readonly #file: ByteSource;
  #buffer = new Uint8Array(2 * cursorChunkBytes);
  /** The offset in the file of the first byte of the buffer. */
  #start = 0;
  #at = 0;
  #end = 0;

  constructor(file: ByteSource) {
    this.#file = file;
  }

  /** Its position, in bytes from the start of the file. */
  get offset(): number {
    return this.#start + this.#at;
  }

  /** Moves to the next non-blank byte and returns it; undefined at the end of the file. */
  peek(): number | undefined {
    for (;;) {
      if (this.#at >= this.#end && !this.#fill(this.#at)) return undefined;
      if (!blanks.has(this.#buffer[this.#at])) return this.#buffer[this.#at];
      this.#at += 1;
    }
  }

  /** Skips bytes that `peek` or `startsWith` has seen. */
  step(count = 1): void {
    this.#at += count;
  }

  startsWith(bytes: Uint8Array): boolean {
    if (this.#end - this.#at < bytes.length) this.#fill(this.#at);
    return bytes.every((byte, index) => this.#buffer[this.#at + index] === byte);
  }

  /**
   * Moves past the value that begins here.
   * @param maxBytes how many of its bytes are needed
   */
  value(maxBytes: number): ScannedValue {
    const scanner = new JsonScanner();
    const { offset } = this;
    let kept: Uint8Array | undefined;
    let end = scanner.scan(this.#buffer, this.#at, this.#end);
    let isMore = true;
    while (end === -1 && isMore) {
      const begin = this.#at;
      // Bytes beyond the limit are only counted.
      if (kept === undefined && this.#end - begin > maxBytes) {
        kept = this.#buffer.slice(begin, begin + maxBytes);
      }
      const from = this.#end;
      const isKept = kept === undefined;
      isMore = this.#fill(isKept ? begin : from);
      const scanned = isKept ? from - begin : 0;
      end = scanner.scan(this.#buffer, scanned, this.#end);
    }
    const isEnded = end !== -1 || scanner.isWord;
    const begin = this.#at;
    this.#at = end === -1 ? this.#end : end;
    const bytes = kept ?? this.#buffer.subarray(begin, Math.min(this.#at, begin + maxBytes));
    const { depth, values } = scanner;
    return { offset, length: this.offset - offset, bytes, isEnded, depth, values };
  }

  /** Reads the next chunk, and drops what is before `from`. */
  #fill(from: number): boolean {
    const kept = this.#buffer.subarray(from, this.#end);
    if (kept.length + cursorChunkBytes > this.#buffer.length) {
      const larger = new Uint8Array(2 * (kept.length + cursorChunkBytes));
      larger.set(kept);
      this.#buffer = larger;
    } else {
      this.#buffer.copyWithin(0, from, this.#end);
    }
    this.#start += from;
    this.#at -= from;
    this.#end = kept.length;
    const free = this.#buffer.subarray(this.#end, this.#end + cursorChunkBytes);
    const count = this.#file.readInto(free, this.#start + this.#end);
    this.#end += count;
    return count > 0;
  }
}
