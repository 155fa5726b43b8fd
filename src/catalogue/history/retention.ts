import type { Database } from 'lmdb';
import { setImmediate } from 'node:timers/promises';
import type { Catalogue } from '../catalogue.ts';
import type { Snapshot } from '../snapshot.ts';
import { changeInHistoryKey } from './former-versions.ts';

/** How many keys one commit examines, so that other writers do not wait long. */
const keysAtOnce = 10_000;

/**
 * Deletes history that only `changesSince` of older runs needs. Can be aborted at any time: the
 * next call continues.
 * @throws the signal's reason when it is aborted
 * @param keepRuns for how many of the latest finished runs `changesSince` must keep working
 */
export async function pruneHistory(
  catalogue: Catalogue,
  keepRuns: number,
  signal?: AbortSignal,
): Promise<void> {
  const from = catalogue.read((snapshot) => oldestKept(snapshot, keepRuns));
  if (from === undefined) return;
  // Recorded before the first entry is deleted.
  catalogue.change(({ meta }) => {
    if ((meta.get('history') ?? 0) < from) meta.putSync('history', from);
  });
  for (const name of ['former', 'formerSources'] as const) {
    let next: string | undefined = '';
    while (next !== undefined) {
      const start: string = next;
      next = catalogue.change((data) => dropSome<unknown>(data[name], start, from));
      await setImmediate();
      signal?.throwIfAborted();
    }
  }
}

/**
 * The change in which the oldest kept run ended; undefined if there are not more runs than that.
 */
function oldestKept(snapshot: Snapshot, keepRuns: number): number | undefined {
  let count = 0;
  for (const { change } of snapshot.runs().latest()) {
    if (change === undefined) continue;
    count += 1;
    if (count === keepRuns) return change;
  }
  return undefined;
}

/** @returns the key to continue from; undefined when all keys were examined */
function dropSome<Value>(
  database: Database<Value, string>,
  start: string,
  from: number,
): string | undefined {
  const keys = [...database.getKeys({ start, limit: keysAtOnce + 1 })];
  const next = keys.length > keysAtOnce ? keys.pop() : undefined;
  for (const key of keys) if (changeInHistoryKey(key) <= from) database.removeSync(key);
  return next;
}
