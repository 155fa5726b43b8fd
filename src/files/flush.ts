import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Flushes a file or directory to the disk (fsync). */
export function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
