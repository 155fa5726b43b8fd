import { troubleOfWriting } from '../files/file-trouble.ts';
import { openToAppend } from '../files/output-file.ts';
import { Fault } from '../model/fault.ts';
import type { LogSink } from './run-log.ts';

/** The log of a run cannot be written. */
export class LogFault extends Fault {
  override readonly name = 'LogFault' as const;
}

/**
 * Opens a file to append to, and makes it where there is none. No symbolic link is followed.
 * @param options.isPrivate whether only its owner may read it, whether it is new or not
 * @throws {LogFault} where that cannot be done
 */
export async function openLogFile(
  path: string,
  { isPrivate = false }: { readonly isPrivate?: boolean } = {},
): Promise<LogSink> {
  try {
    const file = await openToAppend(path, isPrivate ? 0o600 : 0o666);
    if (isPrivate && (await file.stat()).isFile()) await file.chmod(0o600);
    return { write: (text) => file.appendFile(text), close: () => file.close() };
  } catch (error) {
    const reason = troubleOfWriting(error);
    throw new LogFault(`The log ${path} cannot be written: ${reason}`, { cause: error });
  }
}
