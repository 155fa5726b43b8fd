import { closeSync, readSync } from 'node:fs';
import { openKnown } from '../files/same-file.ts';
import type { Body } from '../model/response.ts';
import { OpenFile } from './open-file.ts';

/**
 * The first bytes of a body, of one in a file at most `count`. Reading waits for the disk: extraction has a thread of its own.
 * @throws as `openKnown`; what reading the file throws
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
 * @throws {FileChanged} when it is in a file that is written to meanwhile; what reading the file throws
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

/** How many bytes a body has. */
export function sizeOf(body: Body): number {
  return body instanceof Uint8Array ? body.length : body.bytes;
}
