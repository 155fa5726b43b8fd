import { open } from 'node:fs/promises';
import { Fault } from '../model/fault.ts';
import type { LogSink } from './run-log.ts';

/** The log of a run cannot be written. */
export class LogFault extends Fault {
  override readonly name = 'LogFault' as const;
}

/**
 * Opens a file to append to, and makes it where there is none.
 * @throws {LogFault} where that cannot be done
 */
export async function openLogFile(path: string): Promise<LogSink> {
  try {
    const file = await open(path, 'a');
    return { write: (text) => file.appendFile(text), close: () => file.close() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LogFault(`The log ${path} cannot be written: ${reason}`, { cause: error });
  }
}
