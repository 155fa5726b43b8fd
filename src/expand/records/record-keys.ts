import { createHash } from 'node:crypto';
import { canonicalJson } from '../../text/canonical-json.ts';

/** A record that may need a key beside the URL it came from. */
export interface Keyable {
  /** What it calls itself; see `recordName`. */
  readonly name: string | undefined;
  /** Whether something else of that URL, which is not among the records at hand, is called the same. */
  readonly sharesName: boolean;
  /** What it says; two that say the same are one. */
  readonly content: () => unknown;
}

/** The key of a record, `alone` where its URL has no other, or `repeated` where one before it says the same. */
export type RecordKey =
  | { readonly kind: 'alone' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'repeated' };

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
    name === undefined || sharesName || (counts.get(name) ?? 0) > 1 ? hashOf(content()) : undefined,
  );
  const taken = new Set<string>();
  const distinct = records.map(({ name }, index) => {
    const identity = `${name ?? ''} ${hashes[index] ?? ''}`;
    const isNew = !taken.has(identity);
    taken.add(identity);
    return isNew;
  });
  if (distinct.filter(Boolean).length === 1 && !isList) {
    return distinct.map((isFirst) => ({ kind: isFirst ? 'alone' : 'repeated' }));
  }
  const different = countDifferent(records, hashes);
  return records.map(({ name, sharesName }, index) => {
    if (distinct[index] !== true) return { kind: 'repeated' };
    const hash = hashes[index] ?? '';
    if (name === undefined) return { kind: 'key', key: `sha256-${hash}` };
    const isAmbiguous = sharesName || (different.get(name) ?? 0) > 1;
    return { kind: 'key', key: isAmbiguous ? `${name}~${hash}` : name };
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

function hashOf(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}
