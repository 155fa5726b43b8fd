import { hash } from 'node:crypto';
import { contentKey } from '../../model/record-identity.ts';

/** A record that may need a key besides its URL. */
export interface Keyable {
  readonly name: string | undefined;
  /** Whether another record of that URL, not at hand, has the same name. */
  readonly sharesName: boolean;
  /** Its content; records with equal content are duplicates. */
  readonly content: () => string;
}

/**
 * The key of a record: `alone` where its URL has no other, `repeated` where the earlier record `of`
 * has the same content.
 */
export type RecordKey =
  | { readonly kind: 'alone' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'repeated'; readonly of: number };

/**
 * Assigns each record of one URL a key independent of its position: its name, else a hash of its
 * content; both where a name is ambiguous.
 * @param isList whether the number of records may change, so that even a single one needs a key
 * @returns one per record, in order
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
  const distinctContents = countDistinctContents(records, hashes);
  return records.map(({ name, sharesName }, index) => {
    const of = firstOf[index] ?? index;
    if (of !== index) return { kind: 'repeated', of };
    const sha256 = hashes[index] ?? '';
    if (name === undefined) return { kind: 'key', key: contentKey(sha256) };
    const isAmbiguous = sharesName || (distinctContents.get(name) ?? 0) > 1;
    return { kind: 'key', key: isAmbiguous ? contentKey(sha256, name) : name };
  });
}

/** The number of records with different content per name. */
function countDistinctContents(
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
