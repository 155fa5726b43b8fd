import { Readable, Writable } from 'node:stream';
import { type CommandContext, type Output, TerminalOutput } from '../../dist/commands/command.js';
import { createProgram, reportFailure } from '../../dist/commands/program.js';
import { Interruption, type InterruptingSignal } from '../../dist/model/fault.js';

/** Output and exit code of a command. */
export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  /** The exit code; null when a signal ended a process. */
  readonly code: number | null;
}

export interface CommandOptions {
  readonly cwd?: string;
  /** Added to the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Interrupts the command when aborted, like the first Ctrl-C. */
  readonly signal?: AbortSignal;
  /** The signal that the interruption simulates; SIGINT by default. */
  readonly interruptedBy?: InterruptingSignal;
  /** The width of the terminal on stdout; no terminal by default. */
  readonly terminalColumns?: number;
  /** Whether stderr is a terminal. */
  readonly hasTerminal?: true;
  readonly storePatience?: CommandContext['storePatience'];
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the built command line in this process, after all previous commands: LMDB can fail if one
 * process opens a catalogue while it closes it elsewhere.
 */
export async function runCommand(
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const result = last.then(async () => runNow(args, options));
  last = result.catch(() => undefined);
  return result;
}

async function runNow(
  args: readonly string[],
  { cwd = process.cwd(), env, stdin = '', terminalColumns, ...options }: CommandOptions,
): Promise<CommandResult> {
  const { signal, interruptedBy = 'SIGINT', storePatience } = options;
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort(new Interruption(interruptedBy));
  if (signal?.aborted === true) interrupt();
  signal?.addEventListener('abort', interrupt, { once: true });
  const stdout = new TextOutput(terminalColumns);
  const stderr = Object.assign(new TextOutput(), { isTTY: options.hasTerminal === true });
  const context: CommandContext = {
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: terminalColumns === undefined ? stdout : new TerminalOutput(stdout),
    stderr,
    env: { ...process.env, ...env },
    cwd,
    signal: interruption.signal,
    now: () => new Date(),
    ...(storePatience && { storePatience }),
  };
  let code = 0;
  try {
    const program = await createProgram(args, context, (exitCode) => {
      code = exitCode;
    });
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    code = reportFailure(error, stderr, context.signal);
  }
  await new Promise<void>((resolve) => context.stdout.end(resolve));
  return { stdout: stdout.text(), stderr: stderr.text(), code };
}

/** A stream that keeps everything written to it. */
class TextOutput extends Writable implements Output {
  readonly columns: number;
  readonly #chunks: Buffer[] = [];

  constructor(columns = 80) {
    super();
    this.columns = columns;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}
