import type { RecordGraph } from './record.ts';

const hashed = /(?:^sha256-|~)[0-9a-f]{64}$/u;

/**
 * The key of a record that is distinguished from others of its URL by its content.
 * @param sha256 of the content, 64 hexadecimal digits
 * @param name of the record, where others with other content have the same name
 */
export function contentKey(sha256: string, name?: string): string {
  return name === undefined ? `sha256-${sha256}` : `${name}~${sha256}`;
}

/** The IRI of a record, else that of its resource. */
export function nameOf({
  recordIri,
  describes,
}: Pick<RecordGraph, 'recordIri' | 'describes'>): string | undefined {
  return recordIri ?? (describes.length === 1 ? describes[0]?.iri : undefined);
}

/**
 * Whether changed content would give a record another graph IRI: its key was made by `contentKey`,
 * or would be if it were not the only record of its URL.
 */
export function isToldByContent(
  record: Pick<RecordGraph, 'key' | 'recordIri' | 'describes'>,
): boolean {
  return record.key === undefined ? nameOf(record) === undefined : hashed.test(record.key);
}
