import { isObject, type JsonObject } from '../json-document.ts';

/** A link of OGC API Records (members as in RFC 8288). */
export interface OgcLink {
  readonly href: string;
  /** In lower case; OGC's own relations without their namespace. */
  readonly rel: string;
  /** In lower case, without parameters. */
  readonly type: string;
  readonly title: string | undefined;
}

/** A trimmed, non-empty text, or a number as text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** The texts in a value or array. */
export function textsOf(value: unknown): readonly string[] {
  return [value].flat().flatMap((each) => textOf(each) ?? []);
}

/** The objects in a value or array. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return [value].flat().filter((each) => isObject(each));
}

/** The usable links of an object. */
export function linksOf({ links }: JsonObject): readonly OgcLink[] {
  return objectsOf(links).flatMap((link) => {
    const href = textOf(link['href']);
    if (href === undefined) return [];
    const rel = (textOf(link['rel']) ?? '').toLowerCase();
    const [type = ''] = (textOf(link['type']) ?? '').toLowerCase().split(';', 1);
    return [{ href, rel: withoutNamespace(rel), type: type.trim(), title: textOf(link['title']) }];
  });
}

/** An IRI as a reference, any other text unchanged. */
export function iriOrText(text: string): JsonObject | string {
  return /^[a-z][a-z\d+.-]*:(?:\/\/|\S+$)/iu.test(text) ? { '@id': text } : text;
}

/** Drops undefined members and empty arrays, and unwraps arrays of one. */
export function compacted(members: JsonObject): JsonObject {
  const entries = Object.entries(members).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return value === undefined ? [] : [[name, value]];
    if (value.length === 0) return [];
    return [[name, value.length === 1 ? value[0] : value]];
  });
  return Object.fromEntries(entries) as JsonObject; // made of pairs of name and value
}

/** OGC's relations are IRIs below `http://www.opengis.net/def/rel/ogc/1.0/`. */
function withoutNamespace(rel: string): string {
  return rel.replace(/^https?:\/\/www\.opengis\.net\/def\/rel\/ogc\/[^/]*\//u, '');
}
