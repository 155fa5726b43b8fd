import { setImmediate } from 'node:timers/promises';
import type { Database } from 'lmdb';
import type { Catalogue } from './catalogue.ts';
import { untilOf } from './former-texts.ts';
import type { Snapshot } from './snapshot.ts';

/** So many keys are looked at in one commit, so that nothing else waits long. */
const keysAtOnce = 10_000;

/**
 * Drops what is kept of the past for no other end than to tell what was changed since a run, where all the runs that are kept
 * ended later. Can be ended at any time: what was to be dropped then goes the next time.
 * @throws the signal's reason when it is aborted
 * @param keepRuns of so many runs that ended, the latest ones, it can be told what was changed since
 */
export async function dropHistory(
  catalogue: Catalogue,
  keepRuns: number,
  signal?: AbortSignal,
): Promise<void> {
  const from = catalogue.read((snapshot) => oldestKept(snapshot, keepRuns));
  if (from === undefined) return;
  // Said before the first of it is dropped.
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

/** The change by which the oldest run that is kept ended; undefined where there are no more runs than are kept. */
function oldestKept(snapshot: Snapshot, keepRuns: number): number | undefined {
  let count = 0;
  for (const { change } of snapshot.runs().latest()) {
    if (change === undefined) continue;
    count += 1;
    if (count === keepRuns) return change;
  }
  return undefined;
}

/** @returns the key to go on from; undefined when all have been looked at */
function dropSome<Value>(
  database: Database<Value, string>,
  start: string,
  from: number,
): string | undefined {
  const keys = [...database.getKeys({ start, limit: keysAtOnce + 1 })];
  const next = keys.length > keysAtOnce ? keys.pop() : undefined;
  for (const key of keys) if (untilOf(key) <= from) database.removeSync(key);
  return next;
}
