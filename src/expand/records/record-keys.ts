import { hash } from 'node:crypto';
import { contentKey } from '../../model/record-identity.ts';

/** A record that may need a key beside the URL it came from. */
export interface Keyable {
  /** What it is called, where it is. */
  readonly name: string | undefined;
  /** Whether something else of that URL, which is not among the records at hand, is called the same. */
  readonly sharesName: boolean;
  /** What it says; two that say the same are one. */
  readonly content: () => string;
}

/** The key of a record, `alone` where its URL has no other, or `repeated` where one before it says the same: `of` which. */
export type RecordKey =
  | { readonly kind: 'alone' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'repeated'; readonly of: number };

/**
 * Gives each record of one URL a key that does not depend on where it stands: what it calls itself, else a hash of its
 * content; both where two call themselves alike.
 * @param isList whether there may be another number of records tomorrow, so that even one that is alone has a key
 * @returns one for each record, in the same order
 */
export function recordKeys(records: readonly Keyable[], isList: boolean): readonly RecordKey[] {
  if (records.length === 1 && !isList) return [{ kind: 'alone' }];
  const counts = new Map<string, number>();
  for (const { name } of records) {
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const hashes = records.map(({ name, sharesName, content }) =>
    name === undefined || sharesName || (counts.get(name) ?? 0) > 1
      ? hash('sha256', content(), 'hex')
      : undefined,
  );
  const firsts = new Map<string, number>();
  const firstOf = records.map(({ name }, index) => {
    const identity = `${name ?? ''} ${hashes[index] ?? ''}`;
    const first = firsts.get(identity) ?? index;
    firsts.set(identity, first);
    return first;
  });
  if (firsts.size === 1 && !isList) {
    return firstOf.map((of, index) =>
      of === index ? { kind: 'alone' } : { kind: 'repeated', of },
    );
  }
  const different = countDifferent(records, hashes);
  return records.map(({ name, sharesName }, index) => {
    const of = firstOf[index] ?? index;
    if (of !== index) return { kind: 'repeated', of };
    const sha256 = hashes[index] ?? '';
    if (name === undefined) return { kind: 'key', key: contentKey(sha256) };
    const isAmbiguous = sharesName || (different.get(name) ?? 0) > 1;
    return { kind: 'key', key: isAmbiguous ? contentKey(sha256, name) : name };
  });
}

/** How many records that say different things have each name. */
function countDifferent(
  records: readonly Keyable[],
  hashes: readonly (string | undefined)[],
): ReadonlyMap<string, number> {
  const contents = new Map<string, Set<string>>();
  for (const [index, { name }] of records.entries()) {
    if (name === undefined) continue;
    const known = contents.get(name) ?? new Set();
    contents.set(name, known.add(hashes[index] ?? ''));
  }
  return new Map(Array.from(contents, ([name, { size }]) => [name, size]));
}
