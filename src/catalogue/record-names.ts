import { hash } from 'node:crypto';
import { identifierName } from '../rdf/identifiers.ts';
import { type KeyRange, storageKey } from './keys.ts';
import type { GraphFacts } from './rows.ts';

/**
 * The role of a name: the IRI of the record, that of a resource it describes, or a further
 * identifier.
 */
export type NameRole = 'record' | 'resource' | 'identifier';

const letters = { record: 'r', resource: 's', identifier: 'i' } as const satisfies Record<
  NameRole,
  string
>;
/** Names of visits sort before those of records, whose role letters are all greater. */
const lookLetter = 'd';
const behindLooks = 'e';
/** No name contains a control character. */
const separator = '\t';
const behindSeparator = '\n';
/** 64 bits separate the graphs of one name. */
const hashCharacters = 16;

/**
 * The keys under which a record is found: name, role, and a hash of the graph IRI. A name that is
 * an IRI of the record or of a resource is not repeated as an identifier.
 */
export function nameKeys({
  graph,
  recordIri,
  describes,
}: Pick<GraphFacts, 'graph' | 'recordIri' | 'describes'>): Set<string> {
  if (recordIri === undefined && describes.length === 0) return new Set();
  const suffix = suffixOf(graph);
  const keys = new Set<string>();
  const known = new Set<string>();
  const add = (text: string, role: NameRole): void => {
    const name = identifierName(text);
    if (name === '' || (role === 'identifier' && known.has(name))) return;
    known.add(name);
    keys.add(storageKey(name) + separator + letters[role] + suffix);
  };
  if (recordIri !== undefined) add(recordIri, 'record');
  for (const { iri } of describes) if (iri !== undefined) add(iri, 'resource');
  for (const { identifiers } of describes) for (const each of identifiers) add(each, 'identifier');
  return keys;
}

/** The key range of the records with a name. */
export function nameRange(text: string): KeyRange {
  const key = storageKey(identifierName(text));
  return { start: key + separator + behindLooks, end: key + behindSeparator };
}

/** The key under which a visit is found by the resource that its listing says is described. */
export function describedKey(described: string, url: string): string {
  return storageKey(identifierName(described)) + separator + lookLetter + suffixOf(url);
}

/** The key range of the visits whose metadata is said to describe a name. */
export function describedRange(text: string): KeyRange {
  const key = storageKey(identifierName(text)) + separator;
  return { start: key + lookLetter, end: key + behindLooks };
}

function suffixOf(iri: string): string {
  return hash('sha256', iri, 'hex').slice(0, hashCharacters);
}

/**
 * The part of a key that is equal for records with one record IRI, or with one described resource.
 */
export function sharedNamePart(key: string): string {
  return key.slice(0, -hashCharacters);
}

/** The key range of a shared part. Hashes are hexadecimal. */
export function namePartRange(part: string): KeyRange {
  return { start: part, end: `${part}g` };
}

/** @param key a key or its shared part. @returns undefined for the name of a visit */
export function nameRoleOfKey(key: string): NameRole | undefined {
  const letter = key.charAt(key.indexOf(separator) + 1);
  if (letter === lookLetter) return undefined;
  return letter === letters.record
    ? 'record'
    : letter === letters.resource
      ? 'resource'
      : 'identifier';
}
