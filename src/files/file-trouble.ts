import { constants as systemConstants } from 'node:os';

/** Codes for no space: on the disk, in the quota, or in a file of this size. */
const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG'] as const;
/** The same codes as numbers, which LMDB reports. */
const fullNumbers: ReadonlySet<unknown> = new Set(
  fullCodes.map((code) => systemConstants.errno[code]),
);

/** Whether an error of the system or of LMDB means that there is no space to write. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const { code } = error;
  return typeof code === 'number' ? fullNumbers.has(code) : fullCodes.some((full) => full === code);
}

/** The reason why a file cannot be written, in words. */
export function troubleOfWriting(error: unknown): string {
  if (isDiskFull(error)) return 'the disk is full';
  // What opening a link gives where none is followed; FreeBSD has another code for it than Linux.
  if (error instanceof Error && 'code' in error && ['ELOOP', 'EMLINK'].includes(String(error.code)))
    return 'a symbolic link lies there, and none is followed; name the file itself, or remove the link';
  return error instanceof Error ? error.message : String(error);
}
