import { lastWordIn, LoneAmpersands, maxWord } from '../../text/lone-ampersands.ts';
import { replacementCharacter } from '../../text/well-formed.ts';
import type { RdfMend } from './rdf-fault.ts';

/** XML 1.0 §2.2: all that is no character, literal or by number. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const suspects =
  /&#(?:x([\dA-Fa-f]{1,8})|(\d{1,10}));|[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

interface Edit {
  readonly what: Extract<RdfMend['what'], 'ampersand' | 'control-character'>;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** A mended XML text. */
export interface MendedXml {
  readonly text: string;
  readonly mends: readonly {
    readonly what: Edit['what'];
    readonly value: string;
    readonly offset: number;
  }[];
  /** Maps an offset to the published text; constant time for ascending offsets. */
  readonly publishedOffset: (offset: number) => number;
}

/**
 * Replaces ampersands that begin no reference by `&amp;`, and characters that XML cannot hold by
 * U+FFFD.
 */
export function mendXml(published: string): MendedXml {
  const edits = [...ampersands(published), ...controlCharacters(published)];
  edits.sort((one, other) => one.start - other.start);
  let text = '';
  let at = 0;
  for (const { start, end, replacement } of edits) {
    text += published.slice(at, start) + replacement;
    at = end;
  }
  return {
    text: text + published.slice(at),
    mends: edits.map(({ what, start }) => ({
      what,
      value: wordAt(published, start),
      offset: start,
    })),
    publishedOffset: createOffsetFinder(edits),
  };
}

function* ampersands(text: string): Iterable<Edit> {
  const finder = new LoneAmpersands();
  const cuts = finder.split(text);
  const ends = finder.end();
  // The last piece of the first part continues in the second.
  const [firstEnd = '', ...otherEnds] = ends;
  const pieces = [...cuts.slice(0, -1), (cuts.at(-1) ?? '') + firstEnd, ...otherEnds];
  let start = 0;
  for (const piece of pieces.slice(0, -1)) {
    start += piece.length;
    yield { what: 'ampersand', start, end: start + 1, replacement: '&amp;' };
    start += 1;
  }
}

function* controlCharacters(text: string): Iterable<Edit> {
  for (const { 0: found, 1: hexadecimal, 2: decimal, index } of text.matchAll(suspects)) {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    const isReference = hexadecimal !== undefined || decimal !== undefined;
    if (isReference && code <= 0x10_ff_ff && !forbidden.test(String.fromCodePoint(code))) continue;
    const end = index + found.length;
    yield { what: 'control-character', start: index, end, replacement: replacementCharacter };
  }
}

function createOffsetFinder(edits: readonly Edit[]): (offset: number) => number {
  let next = 0;
  let added = 0;
  return (offset) => {
    if (next > 0 && offset < (edits[next - 1]?.start ?? 0) + added) {
      next = 0;
      added = 0;
    }
    for (let edit = edits[next]; edit !== undefined; edit = edits[next]) {
      if (offset < edit.start + added + edit.replacement.length) break;
      added += edit.replacement.length - (edit.end - edit.start);
      next += 1;
    }
    // Offsets within a replacement map to the replaced text.
    return Math.min(offset - added, edits[next]?.start ?? Infinity);
  };
}

/** The word around a place, up to a length. */
function wordAt(text: string, at: number): string {
  const begin = lastWordIn(text.slice(Math.max(0, at - maxWord), at));
  const [end = ''] = /^[^\s<>"']*/u.exec(text.slice(at, at + maxWord)) ?? [];
  return begin + end;
}
