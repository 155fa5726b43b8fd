import type { JsonMend, Position, Problem } from '../model/problem.ts';
import {
  blanksEnd,
  type Brackets,
  type Expectation,
  type JsonFault,
  locateJsonFault,
  readToken,
} from '../text/json-grammar.ts';
import { excerptAt } from '../text/text-position.ts';
import { type JsonExcess, type JsonLimits, findTextExcess } from './json-complexity.ts';
import { describeJson, hasMembers } from './json-document.ts';
import { isObject, type JsonContainer, type JsonObject, parseJson } from '../text/json.ts';
import { unescapeHtml } from './mend/html-escaped.ts';
import type { MendedText } from './mend/json-edits.ts';
import { mendJson } from './mend/mend-json.ts';

/** The result of reading a text as JSON-LD. */
export type JsonReading =
  | {
      readonly kind: 'document';
      /** As written, or mended. */
      readonly json: string;
      readonly value: JsonContainer;
      readonly notes: readonly JsonNote[];
    }
  | { readonly kind: 'malformed'; readonly fault: JsonFault }
  | ({ readonly kind: 'too-complex' } & JsonExcess)
  /** A JSON Schema, JSON-LD context or frame: it describes other documents. */
  | { readonly kind: 'template' }
  /** JSON, or an empty text, without any non-empty object. */
  | { readonly kind: 'not-metadata'; readonly found: string };

/** Problems of a readable document. */
type JsonNote =
  | { readonly kind: 'json-mended'; readonly what: JsonMend; readonly offset: number }
  | { readonly kind: 'json-duplicate-key'; readonly name: string; readonly offset: number }
  /** The count of further ones of a kind. */
  | { readonly kind: 'problems-omitted'; readonly of: NotedKind; readonly count: number };

type NotedKind = 'json-mended' | 'json-duplicate-key';

/** As for problems of records; further ones are counted. */
export const maxPerKind = 20;

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
  const value = findTextExcess(json, limits) === undefined ? parseJson(json) : undefined;
  const leading = text.length - text.trimStart().length;
  return value === undefined
    ? readDamaged(json, limits, leading)
    : [toReading(json, value, (offset) => leading + offset)];
}

/**
 * @param value the parsed value of `json`
 * @param placeOf maps an offset in `json` to the original text
 */
function toReading(json: string, value: unknown, placeOf: (offset: number) => number): JsonReading {
  if (isTemplate(value, json)) return { kind: 'template' };
  if (!isDocument(value)) return { kind: 'not-metadata', found: describeJson(value) };
  const duplicates = duplicateNames(json, value);
  const notes = duplicates.slice(0, maxPerKind).map(({ name, offset }): JsonNote => {
    return { kind: 'json-duplicate-key', name, offset: placeOf(offset) };
  });
  notes.push(...omittedNotes('json-duplicate-key', duplicates.length));
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
  const reading = toReading(json, parseJson(json), (offset) => placeOf(originalOffset(offset)));
  // What was left out may have been all.
  if (reading.kind === 'not-metadata')
    return { ...reading, found: `${reading.found} after repairs` };
  if (reading.kind !== 'document') return reading;
  const notes = toMendNotes(mends.map(({ what, offset }) => ({ what, offset: placeOf(offset) })));
  return { ...reading, notes: [...notes, ...reading.notes] };
}

/**
 * The notes of repairs.
 * @param mends the first or all
 */
export function toMendNotes(
  mends: readonly { readonly what: JsonMend; readonly offset: number }[],
  total = mends.length,
): readonly JsonNote[] {
  const notes = mends.slice(0, maxPerKind).map(({ what, offset }): JsonNote => {
    return { kind: 'json-mended', what, offset };
  });
  return [...notes, ...omittedNotes('json-mended', total)];
}

function omittedNotes(of: NotedKind, total: number): readonly JsonNote[] {
  const count = total - maxPerKind;
  return count > 0 ? [{ kind: 'problems-omitted', of, count }] : [];
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

function isDocument(value: unknown): value is JsonContainer {
  return [value].flat().some(hasMembers);
}

/**
 * Reads JSON Lines. Where the first line is a value, each line is read by itself, so that a broken
 * one loses itself only. Otherwise the text is read as a whole, since values may span several lines
 * and, where that fails, by lines as well.
 * @returns as `readJson`
 */
export function readJsonLines(text: string, limits: JsonLimits): readonly JsonReading[] {
  const [first = ''] = text.trimStart().split('\n', 1);
  const whole = parseJson(first) === undefined ? readJson(text, limits) : [];
  if (whole.length > 0 && whole[0]?.kind !== 'malformed') return whole;
  const readings: JsonReading[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === '';
    if (!isBlank)
      for (const reading of readJson(line, limits)) readings.push(shiftOffsets(reading, offset));
    offset += line.length + 1;
  }
  return whole.length === 0 || readings.some(({ kind }) => kind === 'document') ? readings : whole;
}

/** Shifts the offsets of a reading. */
function shiftOffsets(reading: JsonReading, by: number): JsonReading {
  if (reading.kind === 'malformed') {
    return { kind: 'malformed', fault: { ...reading.fault, offset: reading.fault.offset + by } };
  }
  if (reading.kind !== 'document') return reading;
  const notes = reading.notes.map((note) => {
    return note.kind === 'problems-omitted' ? note : { ...note, offset: note.offset + by };
  });
  return { ...reading, notes };
}

/** A text that should be metadata, and its place. */
export interface PlacedText {
  readonly url: string;
  readonly text: string;
  /** The position, in the document at `url`, of an offset in the text. */
  readonly positionOf: (offset: number) => Position;
}

/** The problem of a text without a document. */
export function toJsonProblem(
  refusal: Exclude<JsonReading, { kind: 'document' | 'template' }>,
  { url, text, positionOf }: PlacedText,
): Problem {
  switch (refusal.kind) {
    case 'malformed': {
      const { offset, detail } = refusal.fault;
      const excerpt = excerptAt(text, offset);
      return { kind: 'json-malformed', url, ...positionOf(offset), detail, excerpt };
    }
    case 'not-metadata':
      return { kind: 'json-not-metadata', url, found: refusal.found };
    case 'too-complex':
      return { kind: 'json-too-complex', url, limit: refusal.limit, max: refusal.max };
  }
}

const longestName = 200;

/**
 * The problems of a text that gave a document.
 * @param usual repairs that are no problem in this kind of text
 */
export function toNoteProblems(
  notes: readonly JsonNote[],
  placed: Omit<PlacedText, 'text'>,
  usual: ReadonlySet<JsonMend> = new Set(),
): readonly Problem[] {
  return notes
    .filter((note) => note.kind !== 'json-mended' || !usual.has(note.what))
    .map((note) => problemOfNote(note, placed));
}

function problemOfNote(note: JsonNote, { url, positionOf }: Omit<PlacedText, 'text'>): Problem {
  if (note.kind === 'problems-omitted') return { ...note, url };
  const position = positionOf(note.offset);
  if (note.kind === 'json-mended') return { kind: note.kind, url, ...position, what: note.what };
  // A name may be megabytes long, and cut within a character.
  const name = note.name.slice(0, longestName).toWellFormed();
  return { kind: note.kind, url, ...position, name };
}

/**
 * Finds repeated member names, of whose values `JSON.parse` keeps the last (RFC 8259 §4 leaves that
 * open). Few documents have any, so the text is scanned only if it has more members than the parsed
 * value.
 * @param json valid JSON
 * @param value its parsed value
 * @returns all but the first of each name, in document order
 */
export function duplicateNames(
  json: string,
  value: JsonContainer,
): ReturnType<typeof findDuplicates> {
  return countColons(json) === countMembers(value) ? [] : findDuplicates(json);
}

/** Counts colons after the end of a string: those after names, and those that begin a string. */
function countColons(json: string): number {
  let count = 0;
  for (let at = json.indexOf(':'); at !== -1; at = json.indexOf(':', at + 1)) {
    let before = at - 1;
    while (blankCodes.has(json.charCodeAt(before))) before -= 1;
    if (json.charCodeAt(before) === quote && !isEscaped(json, before)) count += 1;
  }
  return count;
}

function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

function countMembers(root: JsonContainer): number {
  let count = 0;
  const pending: object[] = [root];
  const add = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) pending.push(value);
  };
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (Array.isArray(value)) {
      for (const item of value) add(item);
      continue;
    }
    // `JSON.parse` returns plain objects; listing their names would be slow.
    for (const name in value) {
      count += 1;
      add((value as JsonObject)[name]);
    }
  }
  return count;
}

/** @returns the names, and the offsets of their quotation marks */
function findDuplicates(json: string) {
  const found: { readonly name: string; readonly offset: number }[] = [];
  const open: Brackets = [];
  const names: Set<string>[] = [];
  let expected: Expectation = 'a value';
  let at = blanksEnd(json, 0);
  while (at < json.length) {
    const depth = open.length;
    const step = readToken(json, at, expected, open);
    if ('detail' in step) return found;
    if (open.length > depth) names[depth] = new Set();
    if (step.expected === '":"') {
      const literal = json.slice(at, step.next);
      const name = literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
      const inObject = names[depth - 1];
      if (inObject?.has(name) === true) found.push({ name, offset: at });
      inObject?.add(name);
    }
    expected = step.expected;
    at = blanksEnd(json, step.next);
  }
  return found;
}

const blankCodes: ReadonlySet<number> = new Set(Buffer.from(' \t\n\r'));
const quote = 0x22;
const backslash = 0x5c;
