import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes what was written to a file or directory durable. */
export function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
