import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { nearestKey } from '../config/nearest-key.ts';
import { UsageFault } from '../model/fault.ts';
import type { QueryDataset } from '../store/queries.ts';
import { bundledNames, bundledQuery } from './bundled.ts';

export interface FindQueryContext {
  /** What a relative path is relative to. */
  readonly cwd: string;
  readonly stdin: Readable;
  /** Ends waiting for stdin. */
  readonly signal?: AbortSignal;
  /** Values of the parameters of a bundled query. */
  readonly values?: ReadonlyMap<string, string> | undefined;
}

/** A query, and what it is asked of where that is known without reading it. */
export interface FoundQuery {
  readonly text: string;
  readonly dataset?: QueryDataset;
}

/**
 * The query that an argument of the command line means: `-` is what comes from stdin, the name of a bundled
 * query is that one with the values bound, and all else is a file.
 * @throws {UsageFault} when there is no such file; it lists the bundled queries, and says which one may be meant; and when the
 * values do not fit the query's parameters
 */
export async function findQuery(argument: string, context: FindQueryContext): Promise<FoundQuery> {
  const { values = new Map<string, string>() } = context;
  const names = bundledNames();
  if (names.includes(argument)) {
    const query = bundledQuery(argument);
    // It has all that values are made of, which other queries do not wait for.
    const { bindQuery } = await import('./bind-query.ts');
    return { text: bindQuery(query, values), dataset: query.dataset };
  }
  if (argument === '-') {
    refuseValues(values, 'a query from stdin');
    return { text: await readAll(context.stdin, context.signal) };
  }
  try {
    const text = readFileSync(resolve(context.cwd, argument), 'utf8');
    refuseValues(values, 'a query from a file');
    return { text };
  } catch (error) {
    if (error instanceof UsageFault) throw error;
    throw new UsageFault(
      `${reasonOf(error, argument, names)}\nBundled queries: ${names.join(', ')}`,
      {
        cause: error,
      },
    );
  }
}

/** Only in files of ours it is known what stands for what. */
function refuseValues(values: ReadonlyMap<string, string>, what: string): void {
  const [name] = values.keys();
  if (name === undefined) return;
  throw new UsageFault(`${what} has no parameters, so ${name} has nowhere to go`);
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
