import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { nearestKey } from '../text/nearest-key.ts';
import { UsageFault } from '../model/fault.ts';
import { bundledQueryNames, bundledQuery } from './bundled.ts';
import { updateWords } from './parse-query.ts';

/** The environment of a command that takes a query. */
interface FindQueryContext {
  /** The folder that relative paths start from. */
  readonly cwd: string;
  readonly stdin: Readable;
  /** Cancels reading stdin. */
  readonly signal?: AbortSignal;
  /** Values of the parameters of a bundled query. */
  readonly values?: ReadonlyMap<string, string> | undefined;
}

/**
 * The query of a command-line argument: `-` reads stdin, the name of a bundled query is that query
 * with the values bound, text that begins like SPARQL is the query itself, all else is a file.
 * @throws {UsageFault} if there is no such file, with the bundled queries; if the values do not fit
 * the query's parameters
 */
export async function findQuery(argument: string, context: FindQueryContext): Promise<string> {
  const { values = new Map<string, string>() } = context;
  const names = bundledQueryNames();
  if (names.includes(argument)) {
    // Loaded on demand, since other queries do not need its modules.
    const { bindQuery } = await import('./bind-query.ts');
    return bindQuery(bundledQuery(argument), values);
  }
  if (argument === '-') {
    refuseValues(values, 'a query from stdin');
    return readAll(context.stdin, context.signal);
  }
  const path = resolve(context.cwd, argument);
  if (isQueryText(argument) && !existsSync(path)) {
    refuseValues(values, 'a query on the command line');
    return argument;
  }
  let text: string;
  try {
    text = withoutMark(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = describeReadError(error, argument, names);
    throw new UsageFault(`${reason}\nBundled queries: ${names.join(', ')}`, { cause: error });
  }
  refuseValues(values, 'a query from a file');
  return text;
}

const prologue = /\s+|#[^\n]*|BASE\s*<[^<>\s]*>|PREFIX\s+[^\s:]*:\s*<[^<>\s]*>/iuy;
/** Includes updates, which get a better message than a missing file. */
const verbs: ReadonlySet<string> = new Set([
  'SELECT',
  'ASK',
  'CONSTRUCT',
  'DESCRIBE',
  ...updateWords,
]);

/** Whether an argument is a query: the first word after declarations and comments is a verb. */
function isQueryText(argument: string): boolean {
  if (!/[\s{]/u.test(argument)) return false;
  prologue.lastIndex = 0;
  let start = 0;
  while (prologue.test(argument)) start = prologue.lastIndex;
  const [word = ''] = /^[A-Za-z]+/u.exec(argument.slice(start)) ?? [];
  return verbs.has(word.toUpperCase());
}

/** Parameters are known only for bundled queries. */
function refuseValues(values: ReadonlyMap<string, string>, what: string): void {
  const [name] = values.keys();
  if (name === undefined) return;
  throw new UsageFault(`${what} has no parameters, so ${name} cannot be set`);
}

/** @throws an `AbortError` when the signal is aborted before the end */
async function readAll(input: Readable, signal: AbortSignal | undefined): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of signal === undefined ? input : addAbortSignal(signal, input))
    chunks.push(chunk as Uint8Array); // stdin has no encoding set
  return withoutMark(Buffer.concat(chunks).toString('utf8'));
}

/** Some editors begin files with a byte order mark. */
function withoutMark(text: string): string {
  return text.replace(/^\u{FEFF}/u, '');
}

function describeReadError(error: unknown, argument: string, names: readonly string[]): string {
  // Everything that `node:fs` throws has a code.
  const { code } = error as NodeJS.ErrnoException;
  if (argument.trim() === '') return 'the query is empty';
  if (code !== 'ENOENT') return `the query file ${argument} cannot be read (${code})`;
  const nearest = nearestKey(argument, names);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return `${argument} is neither a bundled query nor a file${hint}`;
}
