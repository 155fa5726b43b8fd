import { open, stat, type FileHandle } from 'node:fs/promises';
import { checksumOf } from './checksum.ts';
import type { EngineMemory } from './engine-memory.ts';
import { ImageFault } from './image-fault.ts';
import { isRefusal } from './image-files.ts';
import {
  readHeader,
  readWhole,
  type ImageHeader,
  type Piece,
  type WrittenHeader,
} from './image-header.ts';
import { askKnown } from './known-answers.ts';

/** Pieces that are read at once: one is checked meanwhile. Measured: more than three gain nothing. */
const readers = 3;

/** A file with an image, open to be read, whose header is in order. */
export class OpenedImage {
  readonly #file: FileHandle;
  readonly #written: WrittenHeader;
  readonly #piecesAt: number;

  private constructor(file: FileHandle, written: WrittenHeader, piecesAt: number) {
    this.#file = file;
    this.#written = written;
    this.#piecesAt = piecesAt;
  }

  /**
   * Reads and checks the header.
   * @returns undefined where there is no such file, or none that may be read
   * @throws {ImageFault}; what `node:fs` throws when it cannot be read
   */
  static async open(path: string): Promise<OpenedImage | undefined> {
    const file = await openIfAny(path);
    if (file === undefined) return undefined;
    try {
      const { size } = await file.stat();
      const { written, piecesAt } = await readHeader(file, size);
      return new OpenedImage(file, written, piecesAt);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get header(): ImageHeader {
    return this.#written;
  }

  /**
   * Reads what was saved into a memory that has not been used.
   * @throws {ImageFault}; {UnkeepableMemory}; what `node:fs` throws. The memory is of no use then.
   */
  async readInto(memory: EngineMemory): Promise<void> {
    const bytes = memory.makeRoom(this.#written.memory);
    const left = placed(this.#written.pieces, this.#piecesAt);
    await Promise.all(Array.from({ length: readers }, () => this.#readPieces(left, bytes)));
  }

  /**
   * Makes what was read a store, and asks it what is known.
   * @throws {ImageFault}; {UnkeepableMemory}; what the engine throws. The memory is of no use then.
   */
  restore(memory: EngineMemory): void {
    const { engineState, statements, answers } = this.#written;
    memory.restore(engineState);
    const { store } = memory;
    if (store.size !== statements) {
      throw new ImageFault('wrong', `${store.size} of ${statements} statements are there`);
    }
    for (const { query, answer } of answers) {
      if (askKnown(memory, query) === answer) continue;
      throw new ImageFault('wrong', `it gives another answer than before to ${query}`);
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** Takes pieces that nobody has taken yet. */
  async #readPieces(left: Iterator<PlacedPiece>, bytes: Uint8Array): Promise<void> {
    for (let next = left.next(); next.done !== true; next = left.next()) {
      const { at, length, checksum, position } = next.value;
      const piece = bytes.subarray(at, at + length);
      await readWhole(this.#file, piece, position);
      if (checksumOf(piece) !== checksum) {
        throw new ImageFault('wrong', `the checksum of the bytes from ${position} on is wrong`);
      }
    }
  }
}

async function openIfAny(path: string): Promise<FileHandle | undefined> {
  try {
    // Opening a named pipe would wait for somebody to write into it.
    if (!(await stat(path)).isFile()) throw new ImageFault('wrong', 'it is no file');
    return await open(path, 'r');
  } catch (error) {
    // Everything else that is thrown here has a code. Who may not read it goes without, as who may not write one does.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || isRefusal(error)) return undefined;
    throw error;
  }
}

/** A piece and where it stands in the file. */
interface PlacedPiece {
  readonly at: number;
  readonly length: number;
  readonly checksum: number;
  readonly position: number;
}

function* placed(pieces: readonly Piece[], first: number): Generator<PlacedPiece> {
  let position = first;
  for (const [at, length, checksum] of pieces) {
    yield { at, length, checksum, position };
    position += length;
  }
}
