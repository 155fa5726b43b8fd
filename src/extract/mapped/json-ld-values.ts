import { isObject, type JsonObject } from '../../text/json.ts';

/** The context of JSON-LD that another format is mapped to: all terms are schema.org's. */
export const schemaOrgContext = { '@vocab': 'http://schema.org/' } as const;

/** The property that names the format or profile of a metadata record. */
export const conformsToIri = 'http://purl.org/dc/terms/conformsTo';

const catalogRecord = 'http://www.w3.org/ns/dcat#CatalogRecord';

/**
 * The node for the metadata record under `subjectOf` of the described resource, as in CDIF; a
 * record may be newer than what it describes.
 * @returns undefined without statements about the record
 */
export function catalogRecordNode(
  members: Readonly<Record<string, unknown>>,
): JsonObject | undefined {
  const node = compactObject(members);
  return Object.keys(node).length === 0 ? undefined : { '@type': catalogRecord, ...node };
}

/** A trimmed, non-empty text, or a number as text. */
export function trimmedText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** The texts in a value or array. */
export function trimmedTexts(value: unknown): readonly string[] {
  return [value].flat().flatMap((each) => trimmedText(each) ?? []);
}

/** The objects in a value or array. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return [value].flat().filter((each) => isObject(each));
}

/** An IRI as a reference, any other text unchanged. */
export function referenceOrText(text: string): JsonObject | string {
  return /^[a-z][a-z\d+.-]*:(?:\/\/|\S+$)/iu.test(text) ? { '@id': text } : text;
}

/** A text with its language tag, where that has the form of one (BCP 47). */
export function languageText(text: string, language: string | undefined): JsonObject | string {
  const isTag = language !== undefined && /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/iu.test(language);
  return isTag ? { '@value': text, '@language': language } : text;
}

/** Drops undefined members and empty arrays, and unwraps arrays of one. */
export function compactObject(members: Readonly<Record<string, unknown>>): JsonObject {
  const entries = Object.entries(members).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return value === undefined ? [] : [[name, value]];
    if (value.length === 0) return [];
    return [[name, value.length === 1 ? value[0] : value]];
  });
  return Object.fromEntries(entries) as JsonObject; // all values are JSON
}

/** Tells of some documents which have an `@id` that others of them have, too. */
export function sharedNames(documents: readonly object[]): (document: object) => boolean {
  const counts = new Map<unknown, number>();
  for (const document of documents) {
    const name = nameOf(document);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return (document) => (counts.get(nameOf(document)) ?? 0) > 1;
}

function nameOf(document: object): unknown {
  return '@id' in document ? document['@id'] : undefined;
}
