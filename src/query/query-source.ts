import { QueryFault, type QueryPlace } from '../engine/engine-faults.ts';

/** The text of a query, with the mapping from parser offsets to places. */
export interface QuerySource {
  /** The text as given. */
  readonly text: string;
  /** The text to parse, with escapes of code points decoded (SPARQL 1.1 §19.2). */
  readonly decoded: string;
  /** Maps an offset in `decoded` to one in `text`. */
  readonly offsetInText: (offset: number) => number;
  /** A fault at an offset in `decoded`; behind its last character where that is undefined. */
  readonly faultAt: (detail: string, offset?: number) => QueryFault;
}

const codePointEscape = /\\u([\dA-Fa-f]{4})|\\U(00(?:0[\dA-Fa-f]|10)[\dA-Fa-f]{4})/gu;

/** Decodes the escapes of code points in a query. */
export function decodeQuerySource(text: string): QuerySource {
  /** For each escape: its end in `decoded`, and the characters removed up to there. */
  const ends: { readonly at: number; readonly removed: number }[] = [];
  let removed = 0;
  const decoded = text.replaceAll(
    codePointEscape,
    (escape: string, short: string | undefined, long: string | undefined, at: number) => {
      const character = String.fromCodePoint(Number.parseInt(short ?? long ?? '', 16));
      const start = at - removed;
      removed += escape.length - character.length;
      ends.push({ at: start + character.length, removed });
      return character;
    },
  );
  const offsetInText = (offset: number): number =>
    offset + (ends.findLast(({ at }) => at <= offset)?.removed ?? 0);
  const faultAt = (detail: string, offset = decoded.trimEnd().length): QueryFault =>
    new QueryFault(detail, text, queryPlaceAt(text, offsetInText(offset)));
  return { text, decoded, offsetInText, faultAt };
}

/** The place of an offset in UTF-16 code units. */
function queryPlaceAt(text: string, offset: number): QueryPlace {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  const line = before.split('\n').length;
  return { line, column: characterCount(before.slice(lineStart)) + 1 };
}

/** Counts the code points of a text. */
function characterCount(text: string): number {
  let count = 0;
  // oxlint-disable-next-line no-unused-vars -- iterating is what counts without a list of them
  for (const _ of text) count += 1;
  return count;
}

/** A replacement in a text. Neither part has a line break, so line numbers stay. */
export interface TextEdit {
  /** UTF-16 code units from 0. */
  readonly at: number;
  readonly removed: number;
  readonly added: string;
}

/** Applies edits to a text. @param edits in the order of the text, without overlap */
export function editText(text: string, edits: readonly TextEdit[]): string {
  let end = 0;
  const parts = edits.map(({ at, removed, added }) => {
    const part = text.slice(end, at) + added;
    end = at + removed;
    return part;
  });
  return parts.join('') + text.slice(end);
}

/** Maps a place in the edited text to the text before. */
export function undoEditsOfPlace(
  place: QueryPlace,
  text: string,
  edits: readonly TextEdit[],
): QueryPlace {
  let { column } = place;
  for (const edit of edits) {
    const { line, column: start } = queryPlaceAt(text, edit.at);
    if (line !== place.line || column < start) continue;
    const added = characterCount(edit.added);
    // A place within an addition maps to the place of the edit.
    column = column < start + added ? start : column - added + edit.removed;
  }
  return { line: place.line, column };
}
