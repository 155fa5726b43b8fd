import type { Random } from '../expand/random.ts';
import type { Entry } from './entry.ts';

/** A value of an entry that has one; entries are tried from a random one on. */
export function oneOf<T>(
  random: Random,
  entries: readonly Entry[],
  values: (entry: Entry) => readonly T[],
): T {
  const from = random.below(entries.length);
  for (let step = 0; step < entries.length; step += 1) {
    const entry = entries[(from + step) % entries.length];
    const found = entry === undefined ? [] : values(entry);
    if (found.length > 0) return random.pick(found);
  }
  throw new RangeError('no entry has such a value');
}
