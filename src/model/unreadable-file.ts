import type { ProblemOf } from './problem.ts';

/**
 * The problem that an error of the file system means. Only its code is taken, since its message names a path of this
 * machine.
 * @param url stands for the file or folder
 * @throws what is no error of the system
 */
export function unreadableFile(url: string, error: unknown): ProblemOf<'file-unreadable'> {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) throw error;
  return { kind: 'file-unreadable', url, code: String(error.code) };
}
