import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { version } from '../../version.ts';
import type { OwnGraphState } from '../own-graph-set.ts';
import { checksumOf } from './checksum.ts';
import { engineHash, wasmPageBytes, type EngineMemory, type EngineState } from './engine-memory.ts';
import { ImageFault } from './image-fault.ts';
import type { KnownAnswer } from './known-answers.ts';

/**
 * Raised when what stands in the file means something else; and when our own graphs come to say something else, though the program has
 * no new version yet.
 */
const imageVersion = 2;

/** Of which state of which catalogue an image is. */
export interface CatalogueState {
  readonly change: number;
  /** Tells the state from one of another catalogue, or of another course of this one, that has the same number. */
  readonly id: string;
}

/** What is in the memory that an image is of. */
export interface ImageContent {
  /** The state that the record graphs are of. */
  readonly records: number;
  readonly own: readonly OwnGraphState[];
}

/** What an image says of itself. */
export interface ImageHeader {
  readonly state: CatalogueState;
  readonly content: ImageContent;
  /** Statements in the store. */
  readonly statements: number;
  /** What some queries answer, as TSV. */
  readonly answers: readonly KnownAnswer[];
  /** How much of the memory was in use when it had been filled anew, and by how many statements. */
  readonly filled: { readonly bytes: number; readonly statements: number };
}

/** The whole header, as it is written. */
export interface WrittenHeader extends ImageHeader {
  readonly version: number;
  /** Of this program, since the graphs of our own are what it derives. */
  readonly program: string;
  /** See `engineHash`. */
  readonly engine: string | undefined;
  readonly memory: number;
  readonly engineState: EngineState;
  /** What follows the header, in this order; all else in the memory is zero. */
  readonly pieces: readonly Piece[];
}

/** A piece of the memory: where it begins and its length, in bytes, and its CRC-32. */
export type Piece = readonly [at: number, length: number, checksum: number];

const magic = Buffer.from('cdif-graph image');
/** Behind it the length of the header and its CRC-32. */
const headerAt = magic.length + 8;
/** Where a piece begins in the file is a multiple of it, and so is its length: else it could not be written past the page cache. */
const diskBlockBytes = 4096;
/** Measured: with smaller and with larger ones reading takes longer. */
const pieceBytes = 64 * wasmPageBytes;

/** What a header says of the engine and its memory. */
export type MemoryDescription = Omit<WrittenHeader, keyof ImageHeader>;

/** @throws {UnkeepableMemory} */
export function describeMemory(memory: EngineMemory): MemoryDescription {
  const { bytes } = memory;
  return {
    version: imageVersion,
    program: version,
    engine: engineHash(),
    memory: bytes.length,
    engineState: memory.state(),
    pieces: piecesOf(bytes),
  };
}

/** How many bytes of a memory are not zero, by whole pages. */
export function sizeOf({ pieces }: Pick<MemoryDescription, 'pieces'>): number {
  return pieces.reduce((sum, [, length]) => sum + length, 0);
}

/** The header as it stands at the beginning of the file, up to where the memory begins. */
export function encodeHeader(header: WrittenHeader): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const encoded = Buffer.alloc(
    Math.ceil((headerAt + json.length) / diskBlockBytes) * diskBlockBytes,
  );
  magic.copy(encoded);
  encoded.writeUInt32LE(json.length, magic.length);
  encoded.writeUInt32LE(crc32(json), magic.length + 4);
  json.copy(encoded, headerAt);
  return encoded;
}

/** @throws {ImageFault}; what `node:fs` throws */
export async function readHeader(
  file: FileHandle,
  size: number,
): Promise<{ written: WrittenHeader; piecesAt: number }> {
  const start = Buffer.alloc(headerAt);
  await readWhole(file, start, 0);
  if (!start.subarray(0, magic.length).equals(magic)) {
    throw new ImageFault('wrong', 'it does not begin as an image does');
  }
  const length = start.readUInt32LE(magic.length);
  if (headerAt + length > size) throw new ImageFault('wrong', 'its end is missing');
  const json = Buffer.alloc(length);
  await readWhole(file, json, headerAt);
  if (crc32(json) !== start.readUInt32LE(magic.length + 4)) {
    throw new ImageFault('wrong', 'the checksum of its header is wrong');
  }
  // Its checksum is right, so that it is what one of our versions wrote.
  const written = JSON.parse(json.toString()) as WrittenHeader;
  const isFit = written.version === imageVersion && written.program === version;
  if (!isFit || written.engine !== engineHash()) {
    throw new ImageFault('unfit', 'another version of cdif-graph or of its engine wrote it');
  }
  const piecesAt = Math.ceil((headerAt + length) / diskBlockBytes) * diskBlockBytes;
  const whole = piecesAt + sizeOf(written);
  if (size !== whole) throw new ImageFault('wrong', `it has ${size} of ${whole} bytes`);
  return { written, piecesAt };
}

/** Fills `into` with what stands at a position. @throws {ImageFault} where the file ends before; what `node:fs` throws */
export async function readWhole(
  file: FileHandle,
  into: Uint8Array,
  position: number,
): Promise<void> {
  for (let at = 0; at < into.length;) {
    const { bytesRead } = await file.read(into, at, into.length - at, position + at);
    if (bytesRead === 0) throw new ImageFault('wrong', 'its end is missing');
    at += bytesRead;
  }
}

const zeros = Buffer.alloc(wasmPageBytes);

/** A quarter to a third of the memory is pages that were never used. */
function piecesOf(bytes: Uint8Array): readonly Piece[] {
  const pieces: Piece[] = [];
  let start: number | undefined;
  for (let at = 0; at <= bytes.length; at += wasmPageBytes) {
    const isUsed = at < bytes.length && zeros.compare(bytes, at, at + wasmPageBytes) !== 0;
    if (start !== undefined && (!isUsed || at - start === pieceBytes)) {
      pieces.push([start, at - start, checksumOf(bytes.subarray(start, at))]);
      start = undefined;
    }
    if (isUsed) start ??= at;
  }
  return pieces;
}
