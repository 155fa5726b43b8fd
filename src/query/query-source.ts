import { QueryFault, type QueryPlace } from '../engine/query-fault.ts';

/** The text of a query, with the mapping from parser offsets to places. */
export interface QuerySource {
  /** The text as given. */
  readonly text: string;
  /**
   * What is parsed: without the escapes of code points, which come before all else (SPARQL 1.1
   * §19.2).
   */
  readonly decoded: string;
  /** Maps an offset in `decoded` to one in `text`. */
  readonly offsetInText: (offset: number) => number;
  /** A fault at an offset in `decoded`; behind its last character where that is undefined. */
  readonly faultAt: (detail: string, offset?: number) => QueryFault;
}

const codePointEscape = /\\u([\dA-Fa-f]{4})|\\U(00(?:0[\dA-Fa-f]|10)[\dA-Fa-f]{4})/gu;

export function querySource(text: string): QuerySource {
  /** Where each escape ends, in `decoded`, and how much shorter the text was made up to there. */
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
    new QueryFault(detail, text, placeAt(text, offsetInText(offset)));
  return { text, decoded, offsetInText, faultAt };
}

/** The place of an offset in UTF-16 code units. */
export function placeAt(text: string, offset: number): QueryPlace {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  const line = before.split('\n').length;
  return { line, column: characterCount(before.slice(lineStart)) + 1 };
}

/** Counts the code points of a text. */
export function characterCount(text: string): number {
  let count = 0;
  // oxlint-disable-next-line no-unused-vars -- iterating is what counts without a list of them
  for (const _ of text) count += 1;
  return count;
}
