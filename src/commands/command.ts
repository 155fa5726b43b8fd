import type { Command } from 'commander';
import { once } from 'node:events';
import { type Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { fileURLToPath } from 'node:url';
import type { ExitCode } from '../model/fault.ts';
import { escapeInvisible, escapeInvisibleJson } from '../text/printable.ts';

/** What a command may use of the process it runs in. */
export interface CommandContext {
  readonly stdin: Readable;
  /** Takes data. */
  readonly stdout: Output;
  /** Takes talk: progress, hints, faults. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What relative paths on the command line are relative to. */
  readonly cwd: string;
  /** Aborted with an `Interruption` by the first of `interruptingSignals`. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** To be called by a command that goes on where stdout cannot be written, and says so. */
  readonly goOnWithoutStdout?: () => void;
}

export interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/**
 * Says all of a command that the program's help does not: description, arguments, options, and what it does.
 * @param command has its name and summary
 * @param run wraps what the command does, so that it gets its context and its exit code reaches the shell
 */
export type DefineCommand = (command: Command, run: RunCommand) => void;

export type RunCommand = <Args extends unknown[]>(
  action: (context: CommandContext, ...args: Args) => Promise<ExitCode>,
) => (...args: Args) => Promise<void>;

/** Writes one JSON document as data, with all escaped in it that could act on a terminal. */
export function printJson(value: unknown, { stdout }: CommandContext): void {
  stdout.write(`${escapeInvisibleJson(JSON.stringify(value, null, 2))}\n`);
}

/**
 * Writes texts one after the other as data, and waits where the reader is slow.
 * @throws the signal's reason when it is aborted, as it is when the reader leaves
 */
export async function printAll(
  texts: AsyncIterable<string>,
  { stdout, signal }: CommandContext,
): Promise<void> {
  for await (const text of texts) {
    signal.throwIfAborted();
    if (!stdout.write(text)) await once(stdout, 'drain', { signal });
  }
}

/** A stream of a process that may lead to a terminal. */
type Stream = NodeJS.WritableStream & Pick<Output, 'isTTY' | 'columns'>;

/**
 * Data as a terminal may be given them. What people read was made printable where it was put into words; data (RDF, JSON-LD
 * as published, answers to queries) are as they are, and hold whatever publishers wrote: what could act on a terminal is
 * escaped there. A pipe or a file gets them unchanged.
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
    // Where it fails the stream itself says so.
    this.#stream.write(escapeInvisible(text), () => done());
  }
}

/** The folder with a page for each kind of problem: shipped with the package, beside `dist/`. */
export const problemPages = fileURLToPath(new URL('../../docs/problems/', import.meta.url));
