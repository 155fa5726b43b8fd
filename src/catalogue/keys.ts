import type { Database, Transaction } from 'lmdb';
import { hash } from 'node:crypto';
import { identifierName } from '../rdf/identifiers.ts';
import type { GraphFacts, OutcomeRow } from './rows.ts';
import { targetUrl } from '../model/target.ts';

/** LMDB's limit is 1,978 bytes; suffixes of keys need some of them. */
const maxKeyBytes = 1900;
const prefixBytes = 1800;
/** Length of a hexadecimal SHA-256. */
const sha256Characters = 64;

/** A half-open range of keys. */
export interface KeyRange {
  readonly start: string;
  readonly end: string;
}

/**
 * The key for an IRI, URL or name: the text itself or, if that is too long, its beginning and a
 * hash. So the order of keys depends only on the texts. A blank, which no IRI contains, separates
 * the two kinds.
 */
export function storageKey(text: string): string {
  // No code unit takes more than three bytes in UTF-8.
  if (text.length * 3 <= maxKeyBytes) return text;
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxKeyBytes) return text;
  return `${bytes.toString('utf8', 0, prefixBytes)} ${hash('sha256', bytes, 'hex')}`;
}

/** Whether a key is the complete text. */
export function isCompleteKey(key: string): boolean {
  return key.at(-sha256Characters - 1) !== ' ';
}

/**
 * The key range of the graphs of a URL with a key of their own (`URL#…`). For a very long URL it
 * may include graphs of others.
 */
export function graphRange(url: string): KeyRange {
  const bytes = Buffer.from(url, 'utf8');
  if (bytes.length < prefixBytes) return { start: `${url}#`, end: `${url}$` };
  const start = bytes.toString('utf8', 0, prefixBytes);
  return { start, end: `${start}\u{10FFFF}` };
}

/** The key of a document. */
export function documentKey(url: string, sha256: string): string {
  return `${storageKey(url)} ${sha256}`;
}

/** The key range of the documents of a URL. Keys of another length belong to a longer URL. */
export function documentRange(url: string): KeyRange & { readonly length: number } {
  const key = storageKey(url);
  return { start: `${key} `, end: `${key}!`, length: key.length + 1 + sha256Characters };
}

/** The URL key at the start of a document key. */
export function urlKeyOfDocument(key: string): string {
  return key.slice(0, -sha256Characters - 1);
}

/** The hash at the end of a document key. */
export function sha256OfDocumentKey(key: string): string {
  return key.slice(-sha256Characters);
}

/** Lists are stored in parts of this many items, so that one part can be read and written alone. */
export const itemsPerPart = 500;

/** List parts by list name and part number. */
export type ListDatabase<Item> = Database<readonly Item[], string>;

/** Stores a list in place of the previous one of that name; unchanged parts are not written. */
export function putList<Item>(
  database: ListDatabase<Item>,
  name: string,
  items: readonly Item[],
): void {
  let parts = 0;
  for (let at = 0; at < items.length; at += itemsPerPart) {
    putPart(database, partKey(name, parts), items.slice(at, at + itemsPerPart));
    parts += 1;
  }
  removeParts(database, name, parts);
}

/** Removes a stored list. */
export function removeList(database: ListDatabase<unknown>, name: string): void {
  removeParts(database, name, 0);
}

/** The items of a stored list, in order. */
export function* readStoredList<Item>(
  database: ListDatabase<Item>,
  name: string,
  options: { readonly transaction?: Transaction } = {},
): Generator<Item> {
  for (const { value } of database.getRange({ ...partRange(name), ...options })) yield* value;
}

/** The key of a part; keys sort by part number. */
export function partKey(name: string, part: number): string {
  return `${storageKey(name)} ${part.toString(16).padStart(8, '0')}`;
}

/** The key of the list name within the key of a part. */
export function listKeyOfPart(key: string): string {
  return key.slice(0, key.lastIndexOf(' '));
}

/** The key range of the parts of a list. */
export function partRange(name: string, from = 0): KeyRange {
  return { start: partKey(name, from), end: `${storageKey(name)} g` };
}

function putPart<Item>(database: ListDatabase<Item>, key: string, items: readonly Item[]): void {
  const before = database.get(key);
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(items)) return;
  database.putSync(key, items);
}

function removeParts(database: ListDatabase<unknown>, name: string, from: number): void {
  const old = [...database.getKeys(partRange(name, from))];
  for (const key of old) database.removeSync(key);
}

/**
 * The role of a name: the IRI of the record, that of a resource it describes, or a further
 * identifier.
 */
type NameRole = 'record' | 'resource' | 'identifier';

/** No name contains a control character. */
const separator = '\t';
const afterSeparator = '\n';
const roleLetters: readonly (readonly [NameRole, string])[] = [
  ['record', 'r'],
  ['resource', 's'],
  ['identifier', 'i'],
];
/** Names of visits sort before those of records, whose role letters are all greater. */
const visitLetter = 'd';
const afterVisits = 'e';
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
  const texts: Record<NameRole, readonly (string | undefined)[]> = {
    record: [recordIri],
    resource: describes.map(({ iri }) => iri),
    identifier: describes.flatMap(({ identifiers }) => identifiers),
  };
  const suffix = hashSuffix(graph);
  const keys = new Set<string>();
  const known = new Set<string>();
  for (const [role, letter] of roleLetters) {
    for (const text of texts[role]) {
      const name = identifierName(text ?? '');
      if (name === '' || (role === 'identifier' && known.has(name))) continue;
      known.add(name);
      keys.add(storageKey(name) + separator + letter + suffix);
    }
  }
  return keys;
}

function hashSuffix(iri: string): string {
  return hash('sha256', iri, 'hex').slice(0, hashCharacters);
}

/** The key range of the records with a name. */
export function nameRange(text: string): KeyRange {
  const key = storageKey(identifierName(text));
  return { start: key + separator + afterVisits, end: key + afterSeparator };
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

/** The role in a key or in its shared part; undefined for the name of a visit. */
export function nameRoleOfKey(key: string): NameRole | undefined {
  const letter = key.charAt(key.indexOf(separator) + 1);
  return roleLetters.find(([, each]) => each === letter)?.[0];
}

/** The key range of the visits whose metadata is said to describe a name. */
export function describedRange(text: string): KeyRange {
  const key = storageKey(identifierName(text)) + separator;
  return { start: key + visitLetter, end: key + afterVisits };
}

/** The keys under which a visit is found by the resources that its listings say are described. */
export function describedNameKeys(outcome: OutcomeRow): ReadonlySet<string> {
  const keys = describedBy(outcome).map((described) => describedRange(described).start);
  return new Set(keys.map((key) => key + hashSuffix(outcome.url)));
}

/**
 * The resources that the metadata at a URL is said to describe: one per listing, and by links those
 * of further sitemap entries.
 */
export function describedBy({ url, listings, signposts }: OutcomeRow): readonly string[] {
  const described = listings.flatMap(({ found }) => found.describes ?? []);
  // Most listings name none; this is the fast path.
  if (described.length === 0) return described;
  const links = signposts?.links ?? [];
  return links
    .filter(({ place, rel }) => place === 'sitemap' && rel === 'describedby')
    .filter(({ target }) => targetUrl(target) === url)
    .map(({ context }) => context)
    .concat(described)
    .filter((each) => each !== url);
}
