import type { JsonMend } from '../model/problem.ts';
import { duplicateNames } from './duplicate-names.ts';
import { unescapeHtml } from './html-escaped.ts';
import { measureJson, type JsonExcess, type JsonLimits } from './json-complexity.ts';
import {
  describeJson,
  hasMembers,
  isObject,
  parseJson,
  type JsonDocument,
  type JsonObject,
} from './json-document.ts';
import { locateJsonFault } from '../text/json-fault.ts';
import type { JsonFault } from '../text/json-grammar.ts';
import { mendJson, type MendedText } from './json-mending.ts';

/** The result of reading a text as JSON-LD. */
export type JsonReading =
  | {
      readonly kind: 'document';
      /** As written, or mended. */
      readonly json: string;
      readonly value: JsonDocument;
      readonly notes: readonly JsonNote[];
    }
  | { readonly kind: 'malformed'; readonly fault: JsonFault }
  | ({ readonly kind: 'too-complex' } & JsonExcess)
  /** A JSON Schema, JSON-LD context or frame: it describes other documents. */
  | { readonly kind: 'template' }
  /** JSON, or an empty text, without any non-empty object. */
  | { readonly kind: 'not-metadata'; readonly found: string };

/** Problems of a readable document. */
export type JsonNote =
  | { readonly kind: 'json-mended'; readonly what: JsonMend; readonly offset: number }
  | { readonly kind: 'json-duplicate-key'; readonly name: string; readonly offset: number }
  /** The count of further ones of a kind. */
  | { readonly kind: 'problems-omitted'; readonly of: NotedKind; readonly count: number };

type NotedKind = 'json-mended' | 'json-duplicate-key';

/** As for problems of records. */
const maxPerKind = 20;

/**
 * Reads a text as JSON. Surrounding blanks and a byte order mark are ignored. Faults with only one
 * reading are mended (`mendJson`); of several values in sequence, each is a document.
 * @param limits text beyond them is not parsed
 * @returns at least one reading, with offsets in `text`
 */
export function readJson(text: string, limits: JsonLimits): readonly JsonReading[] {
  const json = text.trim();
  if (json === '') return [{ kind: 'not-metadata', found: 'nothing' }];
  // Invalid JSON may only seem to exceed the limits, as where a comment contains a quotation mark.
  const { excess, members } = measureJson(json, limits);
  const value = excess === undefined ? parseJson(json) : undefined;
  const leading = text.length - text.trimStart().length;
  return value === undefined
    ? readDamaged(json, limits, leading)
    : [toReading({ json, value, members }, (offset) => leading + offset)];
}

/** A text and its parsed value. */
interface Parsed {
  readonly json: string;
  readonly value: unknown;
  /** See `duplicateNames`. */
  readonly members?: number | undefined;
}

/** @param placeOf maps an offset in `json` to the original text */
function toReading(
  { json, value, members }: Parsed,
  placeOf: (offset: number) => number,
): JsonReading {
  if (isTemplate(value, json)) return { kind: 'template' };
  if (!isDocument(value)) return { kind: 'not-metadata', found: describeJson(value) };
  const notes = limitNotes(
    'json-duplicate-key',
    duplicateNames(json, value, members),
    ({ name, offset }) => {
      return { kind: 'json-duplicate-key', name, offset: placeOf(offset) };
    },
  );
  return { kind: 'document', json, value, notes };
}

function readDamaged(json: string, limits: JsonLimits, leading: number): readonly JsonReading[] {
  const unescaped = unescapeHtml(json);
  const placeOf = (offset: number): number =>
    leading + (unescaped?.originalOffset(offset) ?? offset);
  const mending = mendJson(unescaped?.text ?? json, limits);
  if (mending.kind === 'too-complex') return [mending];
  const texts = mending.kind === 'mended' ? mending.texts : [];
  if (texts.length > 0) {
    const escapes = unescaped === undefined ? [] : [{ what: 'html-escaped', offset: 0 } as const];
    return texts.map(({ mends, ...text }) => {
      return readMended({ ...text, mends: [...escapes, ...mends] }, placeOf);
    });
  }
  // A comment to the end with braces in it was hardly meant as one.
  if (mending.kind === 'mended' && !json.includes('{')) {
    return [{ kind: 'not-metadata', found: 'nothing but comments' }];
  }
  const fault = mending.kind === 'malformed' ? mending.fault : locateJsonFault(json);
  const { offset, detail } = fault ?? { offset: 0, detail: 'not JSON' };
  return [{ kind: 'malformed', fault: { offset: placeOf(offset), detail } }];
}

function readMended(
  { json, mends, originalOffset }: MendedText,
  placeOf: (offset: number) => number,
): JsonReading {
  const reading = toReading({ json, value: parseJson(json) }, (offset) =>
    placeOf(originalOffset(offset)),
  );
  if (reading.kind !== 'document') return reading;
  const notes = limitNotes('json-mended', mends, ({ what, offset }) => {
    return { kind: 'json-mended', what, offset: placeOf(offset) };
  });
  return { ...reading, notes: [...notes, ...reading.notes] };
}

/** The first items of a kind, and the count of the others. */
function limitNotes<Item>(
  of: NotedKind,
  items: readonly Item[],
  noteOf: (item: Item) => JsonNote,
): readonly JsonNote[] {
  const notes = items.slice(0, maxPerKind).map((item) => noteOf(item));
  const count = items.length - notes.length;
  return count > 0 ? [...notes, { kind: 'problems-omitted', of, count }] : notes;
}

/** JSON-LD 1.1 Framing §4.1: keywords of frames only. */
const framing = /"@(?:embed|explicit|omitDefault|omitGraph|requireAll)"\s*:/u;

function isTemplate(value: unknown, json: string): boolean {
  if (!isObject(value)) return false;
  const isMereContext = '@context' in value && Object.keys(value).length === 1;
  return isMereContext || isJsonSchema(value) || framing.test(json);
}

/** Whether the root declares a JSON Schema and has no JSON-LD keyword. */
function isJsonSchema(value: JsonObject): boolean {
  if (['@context', '@graph', '@type'].some((name) => name in value)) return false;
  const { $schema } = value;
  return typeof $schema === 'string' && /^https?:\/\/json-schema\.org\//iu.test($schema.trim());
}

function isDocument(value: unknown): value is JsonDocument {
  return Array.isArray(value) ? value.some((item) => hasMembers(item)) : hasMembers(value);
}
