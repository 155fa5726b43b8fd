import type { ProblemOf } from './problem.ts';

/**
 * Translates a file system error into a problem. Only its code is used, since its message contains
 * a path of this machine.
 * @param url of the file or folder
 * @throws any other error
 */
export function unreadableFile(url: string, error: unknown): ProblemOf<'file-unreadable'> {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) throw error;
  return { kind: 'file-unreadable', url, code: String(error.code) };
}
