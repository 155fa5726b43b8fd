import type { Command } from 'commander';
import { once } from 'node:events';
import { type Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { fileURLToPath } from 'node:url';
import type { StorePatience } from '../engine/store/store-connection.ts';
import type { ExitCode } from '../model/fault.ts';
import type { Problem } from '../model/problem.ts';
import { escapeControlsInLines, escapeInvisible, escapeInvisibleJson } from '../text/printable.ts';

/** What a command may use of the process it runs in. */
export interface CommandContext {
  readonly stdin: Readable;
  /** Takes data. */
  readonly stdout: Output;
  /** Takes messages: progress, hints, faults. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What relative paths on the command line are relative to. */
  readonly cwd: string;
  /** Aborted with an `Interruption` by the first of `interruptingSignals`. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Limits of the exchanges with SPARQL stores, for tests; by default some minutes. */
  readonly storePatience?: Omit<StorePatience, 'onRetry'>;
  /** Called by a command that continues if stdout cannot be written. */
  readonly goOnWithoutStdout?: () => void;
  /**
   * Runs what may block the event loop, so that `signal` could not be aborted: meanwhile the first
   * signal kills the process. There must be nothing to finish in good order.
   */
  readonly killedBySignals?: <Result>(act: () => Promise<Result>) => Promise<Result>;
}

/** A stream that may lead to a terminal; `columns` is the width of that. */
export interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/**
 * Defines a command: description, arguments, options and action.
 * @param command has its name and summary
 */
export type DefineCommand = (command: Command, run: RunCommand) => void;

/**
 * Wraps an action: it gets the context before its arguments, and its exit code ends the process;
 * without one, the command was successful.
 */
export type RunCommand = <Args extends unknown[]>(
  action: (context: CommandContext, ...args: Args) => Promise<ExitCode> | Promise<void>,
) => (...args: Args) => Promise<void>;

/** Writes one JSON document to stdout; control and other invisible characters are escaped. */
export function printJson(value: unknown, { stdout }: CommandContext): void {
  stdout.write(`${escapeInvisibleJson(JSON.stringify(value, null, 2))}\n`);
}

/** Writes a result to stdout: with `--json` as one JSON document, else as text. */
export function printResult(
  context: CommandContext,
  { json }: { readonly json?: true },
  { value, text }: { readonly value: unknown; readonly text: string },
): void {
  if (json === true) printJson(value, context);
  else context.stdout.write(text);
}

/** Writes the stacks of internal errors, which are bugs, to stderr. */
export function reportBugs(problems: readonly Problem[], { stderr }: CommandContext): void {
  for (const problem of problems) {
    if (problem.kind === 'internal-error')
      stderr.write(`${escapeControlsInLines(`${problem.url}: ${problem.stack}`)}\n`);
  }
}

/**
 * Writes texts to stdout one after the other, and waits where the reader is slow.
 * @throws the signal's reason when it is aborted, as it is when the reader closes the pipe
 */
export async function printAll(
  texts: AsyncIterable<string> | Iterable<string>,
  { stdout, signal }: Pick<CommandContext, 'stdout' | 'signal'>,
): Promise<void> {
  for await (const text of texts) {
    signal.throwIfAborted();
    if (!stdout.write(text)) await once(stdout, 'drain', { signal });
  }
}

/** A stream of a process that may lead to a terminal. */
type Stream = NodeJS.WritableStream & Pick<Output, 'isTTY' | 'columns'>;

/**
 * Standard output that is a terminal: control characters are escaped, since data (RDF, JSON-LD as
 * published, answers to queries) hold whatever publishers wrote. A pipe or file gets data
 * unchanged.
 */
export class TerminalOutput extends Writable implements Output {
  readonly isTTY = true;
  readonly #stream: Stream;
  readonly #decoder = new StringDecoder('utf8');

  constructor(stream: Stream) {
    super({ decodeStrings: false });
    this.#stream = stream;
  }

  get columns(): number {
    return this.#stream.columns ?? 80;
  }

  override _write(
    chunk: string | Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    const text = typeof chunk === 'string' ? chunk : this.#decoder.write(chunk);
    // If it fails, the stream itself emits the error.
    this.#stream.write(escapeInvisible(text), () => done());
  }
}

/** The folder of the documentation: shipped with the package, beside `dist/`. */
export const documentationFolder = fileURLToPath(new URL('../../docs/', import.meta.url));

/** The folder with a page for each kind of problem. */
export const problemPages = fileURLToPath(new URL('../../docs/problems/', import.meta.url));
