import type { RecordGraph } from './record.ts';

const hashed = /(?:^sha256-|~)[0-9a-f]{64}$/u;

/**
 * The key of a record that is told apart from others of its URL by what it says.
 * @param sha256 of what it says, 64 hexadecimal digits
 * @param name what it is called, where others that say something else are called the same
 */
export function contentKey(sha256: string, name?: string): string {
  return name === undefined ? `sha256-${sha256}` : `${name}~${sha256}`;
}

/** The IRI of a record, else that of what it describes. */
export function nameOf({
  recordIri,
  describes,
}: Pick<RecordGraph, 'recordIri' | 'describes'>): string | undefined {
  return recordIri ?? (describes.length === 1 ? describes[0]?.iri : undefined);
}

/**
 * Whether a record that says something else would have another graph beside others of its URL: its key is one of `contentKey`,
 * or would be if it were not alone.
 */
export function isToldByContent(
  record: Pick<RecordGraph, 'key' | 'recordIri' | 'describes'>,
): boolean {
  return record.key === undefined ? nameOf(record) === undefined : hashed.test(record.key);
}
