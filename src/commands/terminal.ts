import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { visible } from '../text/printable.ts';
import type { Output } from './command.ts';

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
    this.#stream.write(visible(text), () => done());
  }
}
