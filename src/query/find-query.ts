import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { nearestKey } from '../config/nearest-key.ts';
import { UsageFault } from '../model/fault.ts';
import { bundledQueries } from './bundled.ts';

export interface FindQueryContext {
  /** What a relative path is relative to. */
  readonly cwd: string;
  readonly stdin: Readable;
  /** Ends waiting for stdin. */
  readonly signal?: AbortSignal;
}

/**
 * The text of the query that an argument of the command line means: `-` is what comes from stdin, the name of a bundled
 * query is that one, and all else is a file.
 * @throws {UsageFault} when there is no such file; it lists the bundled queries, and says which one may be meant
 */
export async function findQuery(argument: string, context: FindQueryContext): Promise<string> {
  if (argument === '-') return readAll(context.stdin, context.signal);
  const bundled = bundledQueries();
  const named = bundled.find(({ name }) => name === argument);
  if (named !== undefined) return named.text;
  try {
    return readFileSync(resolve(context.cwd, argument), 'utf8');
  } catch (error) {
    const names = bundled.map(({ name }) => name);
    throw new UsageFault(
      `${reasonOf(error, argument, names)}\nBundled queries: ${names.join(', ')}`,
      {
        cause: error,
      },
    );
  }
}

/** @throws an `AbortError` when the signal is aborted before the end */
async function readAll(input: Readable, signal: AbortSignal | undefined): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of signal === undefined ? input : addAbortSignal(signal, input))
    chunks.push(chunk as Uint8Array); // stdin has no encoding set
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown, argument: string, names: readonly string[]): string {
  // Everything that `node:fs` throws has a code.
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT') return `the query file ${argument} cannot be read (${code})`;
  const nearest = nearestKey(argument, names);
  const hint = nearest === undefined ? '' : `; do you mean ${nearest}?`;
  return `${argument} is neither a bundled query nor a file${hint}`;
}
