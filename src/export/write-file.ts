import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { ExportFault } from './export-fault.ts';

/**
 * Writes a file, which appears under its name only when it is whole. What is there and is no file (a pipe, a device) is
 * written to as it comes; a symbolic link stays, and what it leads to is written.
 * @param write ends the stream when all is written
 * @throws {ExportFault} when it cannot be written; what `write` throws
 */
export async function writeFile(
  path: string,
  write: (file: Writable) => Promise<void>,
): Promise<void> {
  const found = await placeOf(path);
  const unfinished = `${found.path}.${process.pid}.part`;
  try {
    if (!found.isReplaceable) {
      await write(createWriteStream(found.path));
      return;
    }
    // Flushed before it is renamed, or a machine that stops then might be left with an empty file of that name.
    await write(createWriteStream(unfinished, { flush: true }));
    await rename(unfinished, found.path);
  } catch (error) {
    if (found.isReplaceable) await rm(unfinished, { force: true });
    throw isFromSystem(error) ? new ExportFault(path, error) : error;
  }
}

/** Where a path leads, and whether there is a file or nothing yet. */
async function placeOf(
  path: string,
): Promise<{ readonly path: string; readonly isReplaceable: boolean }> {
  try {
    const real = await realpath(path);
    return { path: real, isReplaceable: (await stat(real)).isFile() };
  } catch {
    // There is nothing, or it cannot be looked at: writing will tell.
    return { path, isReplaceable: true };
  }
}

/** What the operating system refuses has the name of the call that it refused. */
function isFromSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
