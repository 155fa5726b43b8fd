import type { Writable } from 'node:stream';
import { writeWholeFile } from '../files/output-file.ts';
import { ExportFault } from './export-fault.ts';

/**
 * Writes an export file; see `writeWholeFile`.
 * @throws {ExportFault} if it cannot be written; errors of `write`
 */
export async function writeFile(
  path: string,
  write: (file: Writable) => Promise<void>,
): Promise<void> {
  try {
    await writeWholeFile(path, write);
  } catch (error) {
    throw isSystemError(error) ? new ExportFault(path, error) : error;
  }
}

/** Errors of the operating system name the failed system call. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
