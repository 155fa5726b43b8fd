import { contentHash } from './content-hash.ts';
import { isObject, type JsonDocument, type JsonObject } from './json-document.ts';
import { describedNodes } from './page-furniture.ts';
import { propertyOf } from './top-level-nodes.ts';

/** A record of a page that has several. */
export interface Keyable {
  /** Its JSON text. */
  readonly json: string;
  /** What it calls itself; see `declaredKey`. */
  readonly declared: string | undefined;
}

/**
 * Gives each record of one page a key that does not depend on where it stands: what it calls itself, else a hash of
 * its content; both where two call themselves alike. A record that is alone needs no key: it is mapped to undefined.
 * A record that says exactly what one before it says is not in the map at all.
 */
export function keyRecords<R extends Keyable>(
  records: readonly R[],
): ReadonlyMap<R, string | undefined> {
  const distinct = withoutRepeats(records);
  if (distinct.length === 1) return new Map(distinct.map(({ record }) => [record, undefined]));
  const claimedOnce = new Set<string>();
  const claimedOften = new Set<string>();
  for (const { declared = '' } of distinct.map(({ record }) => record)) {
    (claimedOnce.has(declared) ? claimedOften : claimedOnce).add(declared);
  }
  return new Map(
    distinct.map(({ record, hash }) => {
      if (record.declared === undefined) return [record, `sha256-${hash}`];
      const isShared = claimedOften.has(record.declared);
      return [record, isShared ? `${record.declared}~${hash}` : record.declared];
    }),
  );
}

function withoutRepeats<R extends Keyable>(
  records: readonly R[],
): readonly { readonly record: R; readonly hash: string }[] {
  // Nearly every page has one record, and needs no hash.
  if (records.length === 1) return records.map((record) => ({ record, hash: '' }));
  const byHash = new Map<string, R>();
  for (const record of records) {
    const hash = contentHash(record.json);
    if (!byHash.has(hash)) byHash.set(hash, record);
  }
  return Array.from(byHash, ([hash, record]) => ({ record, hash }));
}

/**
 * What a record calls itself: its `@id`, else its identifier, else its url. Of a document of several nodes the one
 * that describes something speaks for it; where two do, it has no name. A blank node label is none either.
 */
export function declaredKey(document: JsonDocument): string | undefined {
  const described = describedNodes(document);
  const [node] = described.length === 1 ? described : [];
  const ownId = isObject(document) ? idOf(document) : undefined;
  return ownId ?? (node && (idOf(node) ?? firstText(node, 'identifier') ?? firstText(node, 'url')));
}

function idOf(node: JsonObject): string | undefined {
  const id = usable(node['@id'] ?? node['id']);
  return id?.startsWith('_:') ? undefined : id;
}

function firstText(node: JsonObject, property: string): string | undefined {
  return propertyOf(node, property)
    .map((value) => (isObject(value) ? textOf(value) : usable(value)))
    .find((text) => text !== undefined);
}

/** The text of a value object, a PropertyValue or a reference. */
function textOf(value: JsonObject): string | undefined {
  const [ofPropertyValue] = propertyOf(value, 'value');
  return usable(value['@value']) ?? usable(ofPropertyValue) ?? idOf(value);
}

function usable(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}
