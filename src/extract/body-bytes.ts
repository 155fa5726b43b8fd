import { closeSync, readSync } from 'node:fs';
import { openKnown } from '../files/same-file.ts';
import type { Body } from '../model/response.ts';
import { OpenFile } from './open-file.ts';

/**
 * The first bytes of a body; of a file, at most `count`. Blocks on the disk: extraction has its own
 * thread.
 * @throws as `openKnown`; errors of reading the file
 */
export function headOf(body: Body, count: number): Uint8Array {
  if (body instanceof Uint8Array) return body;
  const file = openKnown(body);
  try {
    const head = new Uint8Array(Math.min(count, body.bytes));
    return head.subarray(0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
}

/**
 * All bytes of a body.
 * @throws {FileChanged} when its file is modified meanwhile; errors of reading the file
 */
export function bytesOf(body: Body): Uint8Array {
  if (body instanceof Uint8Array) return body;
  const file = new OpenFile(body);
  try {
    const bytes = new Uint8Array(body.bytes);
    file.readInto(bytes, 0);
    return bytes;
  } finally {
    file.close();
  }
}

/** The size of a body in bytes. */
export function sizeOf(body: Body): number {
  return body instanceof Uint8Array ? body.length : body.bytes;
}
