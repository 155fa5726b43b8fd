import type { Writable } from 'node:stream';
import { writeWholeFile } from '../files/output-file.ts';
import { ExportFault } from './export-fault.ts';

/**
 * Writes a file of an export: see `writeWholeFile`.
 * @throws {ExportFault} when it cannot be written; what `write` throws
 */
export async function writeFile(
  path: string,
  write: (file: Writable) => Promise<void>,
): Promise<void> {
  try {
    await writeWholeFile(path, write);
  } catch (error) {
    throw isFromSystem(error) ? new ExportFault(path, error) : error;
  }
}

/** What the operating system refuses has the name of the call that it refused. */
function isFromSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
