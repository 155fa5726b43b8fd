import { closeSync, fsyncSync, openSync, renameSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { flush } from '../flush.ts';
import type { EngineMemory } from './engine-memory.ts';
import { removeUnfinished } from './image-files.ts';
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
  removeUnfinished(dirname(file));
  assertRoom(file, size);
  const unfinished = join(dirname(file), part);
  try {
    writeSynced(unfinished, [header, ...pieces]);
    renameSync(unfinished, file);
    flush(dirname(file));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return size;
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

function writeSynced(file: string, pieces: Iterable<Uint8Array>): void {
  const descriptor = openSync(file, 'w');
  try {
    for (const piece of pieces) {
      for (let at = 0; at < piece.length;) at += writeSync(descriptor, piece, at);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
