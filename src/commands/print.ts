import { once } from 'node:events';
import type { CommandContext } from './command.ts';

/** Writes one JSON document as data. */
export function printJson(value: unknown, { stdout }: CommandContext): void {
  stdout.write(`${JSON.stringify(value, null, 2)}\n`);
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
