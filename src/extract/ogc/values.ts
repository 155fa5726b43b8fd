import { isObject, type JsonObject } from '../json-document.ts';

/** A link of OGC API Records (its members are named as in RFC 8288). */
export interface OgcLink {
  readonly href: string;
  /** In lower case; the IRI of OGC's own relations without what is before the last slash. */
  readonly rel: string;
  /** In lower case, without parameters. */
  readonly type: string;
  readonly title: string | undefined;
}

/** A text that is not blank, without blanks around it; a number as text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** The texts in a value or array of values. */
export function textsOf(value: unknown): readonly string[] {
  return [value].flat().flatMap((each) => textOf(each) ?? []);
}

/** The objects in a value or array of values. */
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

/** What is an IRI as a reference to it, any other text as it is. */
export function iriOrText(text: string): JsonObject | string {
  return /^[a-z][a-z\d+.-]*:(?:\/\/|\S+$)/iu.test(text) ? { '@id': text } : text;
}

/** An object without the members that are undefined, or arrays without anything; an array of one is that one. */
export function compacted(members: JsonObject): JsonObject {
  const entries = Object.entries(members).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return value === undefined ? [] : [[name, value]];
    if (value.length === 0) return [];
    return [[name, value.length === 1 ? value[0] : value]];
  });
  return Object.fromEntries(entries) as JsonObject; // made of pairs of a name and a value
}

/** OGC's relations are IRIs below `http://www.opengis.net/def/rel/ogc/1.0/`. */
function withoutNamespace(rel: string): string {
  return rel.replace(/^https?:\/\/www\.opengis\.net\/def\/rel\/ogc\/[^/]*\//u, '');
}
