import { once } from 'node:events';
import { visibleJson } from '../text/printable.ts';
import type { CommandContext } from './command.ts';

/** Writes one JSON document as data, with all escaped in it that could act on a terminal. */
export function printJson(value: unknown, { stdout }: CommandContext): void {
  stdout.write(`${visibleJson(JSON.stringify(value, null, 2))}\n`);
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
