import { openToAppend, writeErrorReason } from '../../files/output-file.ts';
import { Fault } from '../../model/fault.ts';
import type { RunEvent, RunObserver } from '../../model/run.ts';

/** Where a log goes. */
export interface LogSink {
  /** Writes whole lines. */
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

interface RunLogOptions {
  readonly sink: LogSink;
  readonly now: () => Date;
  /** Called once, when the log ends because of an error. */
  readonly onFailure: (error: unknown) => void;
}

/** The characters that may wait to be written before the makers of events wait. */
const maxWaiting = 2 ** 20;

/**
 * Writes the events of a run as JSON lines, each with its time (`at`). Where they cannot be written
 * any more, the log ends and the run goes on.
 */
export class RunLog implements RunObserver {
  readonly #options: RunLogOptions;
  #waiting = '';
  readonly #whenTaken: (() => void)[] = [];
  #working: Promise<void> | undefined;
  #isOver = false;

  constructor(options: RunLogOptions) {
    this.#options = options;
  }

  tell(event: RunEvent): void {
    if (this.#isOver) return;
    const at = this.#options.now().toISOString();
    this.#waiting += `${JSON.stringify({ at, ...event }, withoutSecrets)}\n`;
    this.#working ??= this.#work();
  }

  async room(): Promise<void> {
    while (this.#waiting.length > maxWaiting) {
      await new Promise<void>((resolve) => void this.#whenTaken.push(resolve));
    }
  }

  /** Writes all events, and closes the sink. */
  async close(): Promise<void> {
    await this.#working;
    this.#isOver = true;
    // The failure of a write was reported before.
    await this.#options.sink.close().catch(() => undefined);
  }

  async #work(): Promise<void> {
    // The events of one turn of the event loop are written together.
    await Promise.resolve();
    try {
      while (this.#waiting !== '') await this.#options.sink.write(this.#take());
    } catch (error) {
      this.#isOver = true;
      this.#take();
      this.#options.onFailure(error);
    }
    this.#working = undefined;
  }

  /** Takes all text that waits, so that there is room. */
  #take(): string {
    const text = this.#waiting;
    this.#waiting = '';
    for (const resolve of this.#whenTaken.splice(0)) resolve();
    return text;
  }
}

/** The user and password of a URL, wherever one stands. */
const userInfo = /(https?:\/\/)[^\s/?#@]*@/giu;

function withoutSecrets(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.includes('@')
    ? value.replaceAll(userInfo, '$1')
    : value;
}

/** The log of a run cannot be written. */
class LogFault extends Fault {
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
    const reason = writeErrorReason(error);
    throw new LogFault(`The log ${path} cannot be written: ${reason}`, { cause: error });
  }
}
