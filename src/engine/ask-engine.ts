import type { Store } from 'oxigraph';
import { EngineFault } from './engine-fault.ts';
import { QueryFault } from './query-fault.ts';

/**
 * Runs a query in Oxigraph.
 * @returns a text, where the options name a format
 * @throws {QueryFault}; {EngineFault}
 */
export function ask(store: Store, query: string, options: Parameters<Store['query']>[1]): unknown {
  try {
    return store.query(query, options);
  } catch (error) {
    throw faultOf(error, query);
  }
}

function faultOf(error: unknown, query: string): unknown {
  if (isExhaustion(error)) return exhausted(error);
  if (!(error instanceof Error)) return error;
  if ('code' in error && error.code === 'ERR_STRING_TOO_LONG') {
    const message =
      'the answer is longer than 500 MB; ask for less, or in parts (LIMIT and OFFSET)';
    return new EngineFault('answer-too-long', message, { cause: error });
  }
  // The engine gives the place only in its message, which is passed on; nothing is decided by it.
  const [, line, column, detail] = /^error at (\d+):(\d+): (.*)$/su.exec(error.message) ?? [];
  if (detail === undefined) return new QueryFault(error.message, query);
  return new QueryFault(readable(detail), query, { line: Number(line), column: Number(column) });
}

/** The tokens that the engine expected, without its many character classes. */
function readable(detail: string): string {
  const shown = detail
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/(?:, )?\[(?:_|'[^\]]*)\]/gu, '')
    .trim();
  return shown === 'expected' ? 'this cannot stand here' : shown;
}

/**
 * Whether an error means that WebAssembly ran out of memory or stack; all other errors of the
 * engine are plain.
 */
export function isExhaustion(error: unknown): boolean {
  return error instanceof Error && ['RuntimeError', 'RangeError'].includes(error.name);
}

/** The fault for an exhausted engine. */
export function exhausted(cause: unknown): EngineFault {
  const message =
    'the query needs more memory than the built-in engine has; ask for less, or export the catalogue and use a triple store: see docs/stores.md';
  return new EngineFault('out-of-memory', message, { cause });
}
