import {
  constants,
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { dataFile } from '../catalogue-directory.ts';
import { flush } from '../flush.ts';
import type { EngineMemory } from './engine-memory.ts';
import { removeStaleImages } from './image-files.ts';
import { encodeHeader, sizeOf, type WrittenHeader } from './image-header.ts';

/** There is no room for an image; a write that fails on the way says so in its own words. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/** Images may take this share of what is free on the disk. */
const shareOfFree = 0.5;

/**
 * Writes an image, which appears under its name when it is whole and on the disk; another of that name is replaced then.
 * @param part the name of the file until then
 * @param about of this memory as it is
 * @returns its size in bytes
 * @throws {NoRoom}; what `node:fs` throws, after which nothing of it is left
 */
export function writeImage(
  { file, part }: { readonly file: string; readonly part: string },
  memory: EngineMemory,
  about: WrittenHeader,
): number {
  const { bytes } = memory;
  const header = encodeHeader(about);
  const pieces = about.pieces.map(([at, length]) => bytes.subarray(at, at + length));
  const size = header.length + sizeOf(about);
  removeStaleImages(dirname(file));
  assertRoom(file, size);
  const unfinished = join(dirname(file), part);
  try {
    writeSynced(unfinished, header, pieces);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  flushIfPossible(dirname(file));
  return size;
}

/** Where a directory cannot be flushed, a power cut may take the image, as if it had not been written yet. */
function flushIfPossible(directory: string): void {
  try {
    flush(directory);
  } catch {
    // What has just been written is whole all the same.
  }
}

function assertRoom(file: string, needed: number): void {
  const { bavail, bsize } = statfsSync(dirname(file));
  const free = bavail * bsize;
  if (needed <= free * shareOfFree) return;
  throw new NoRoom(`it would take ${megabytes(needed)} of ${megabytes(free)} that are free`);
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
}

/**
 * Past the page cache of the system where it can do that: measured, it takes half of the time or less, and what is read more often
 * than an image stays in the cache. The image is in there when it was read once.
 */
function writeSynced(file: string, header: Uint8Array, pieces: Iterable<Uint8Array>): void {
  // Whoever may read the catalogue may read its images.
  const { mode } = statSync(join(dirname(file), dataFile));
  const cached = openSync(file, 'w', mode & 0o666);
  let direct: number | undefined;
  try {
    direct = openDirect(file);
    let position = header.length;
    writeFrom(cached, { bytes: header, at: 0, position: 0 });
    for (const piece of pieces) {
      const at = direct === undefined ? 0 : writtenDirect(direct, piece, position);
      writeFrom(cached, { bytes: piece, at, position });
      position += piece.length;
    }
    fsyncSync(cached);
  } finally {
    closeSync(cached);
    if (direct !== undefined) closeSync(direct);
  }
}

/** Opens a file that is there; undefined where the system or its file system cannot do that. */
function openDirect(file: string): number | undefined {
  // Not every system has it, whatever the types say.
  const flag = constants.O_DIRECT as number | undefined;
  try {
    return flag === undefined ? undefined : openSync(file, constants.O_WRONLY | flag);
  } catch {
    return undefined;
  }
}

/** @returns how many bytes of a piece were written; what is wrong with the others is found by who writes them */
function writtenDirect(descriptor: number, piece: Uint8Array, position: number): number {
  try {
    return writeSync(descriptor, piece, 0, piece.length, position);
  } catch {
    return 0;
  }
}

/** Writes what is left from `at` on of bytes that stand at a position of the file. */
function writeFrom(
  descriptor: number,
  { bytes, at, position }: { bytes: Uint8Array; at: number; position: number },
): void {
  for (let next = at; next < bytes.length;) {
    next += writeSync(descriptor, bytes, next, bytes.length - next, position + next);
  }
}
