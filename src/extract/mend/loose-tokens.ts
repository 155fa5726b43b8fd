import type { JsonEdit } from './json-edits.ts';

/** A value as other languages than JSON write it. */
export interface LooseValue extends Pick<JsonEdit, 'what' | 'start' | 'end'> {
  /** Undefined where it names no value. */
  readonly json: string | undefined;
}

interface LooseWord {
  readonly what: JsonEdit['what'];
  /** Followed by no letter or digit. */
  readonly pattern: RegExp;
  /** Undefined for a word that means several things. */
  readonly read: (word: string) => Pick<LooseValue, 'json'> | undefined;
}

/**
 * Python writes `None` and `True`, R `TRUE`, JavaScript `undefined`; C prints `nan` and `-inf`. The
 * bounds of names and numbers, here and below, are beyond what is meant as such.
 */
const words: readonly LooseWord[] = [
  {
    what: 'literal',
    pattern: /(?:true|false|null)(?![\p{L}\p{N}_$])/iuy,
    read: (word) => ({ json: word.toLowerCase() }),
  },
  { what: 'literal', pattern: /None(?![\p{L}\p{N}_$])/uy, read: () => ({ json: 'null' }) },
  {
    what: 'no-value',
    pattern: /(?:undefined|[+-]?(?:nan|inf(?:inity)?))(?![\p{L}\p{N}_$])/iuy,
    read: () => ({ json: undefined }),
  },
  {
    what: 'number',
    pattern:
      /[+\-\u2212]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:e[+-]?\d{1,9})?(?![\p{L}\p{N}_$.])/iuy,
    read: readNumber,
  },
];

/** Reads the word or number at an offset; undefined where it could mean several things. */
export function readLooseValue(text: string, start: number): LooseValue | undefined {
  for (const { what, pattern, read } of words) {
    pattern.lastIndex = start;
    if (!pattern.test(text)) continue;
    const end = pattern.lastIndex;
    const value = read(text.slice(start, end));
    return value && { what, start, end, ...value };
  }
  return undefined;
}

const numberParts = /^\+?([-\u2212]?)(\d*)(\.\d+)?(\.?)(e[+-]?\d*)?$/iu;

/** Leading zeros of an integer are ambiguous: 010 may be ten, eight, or a code. */
function readNumber(number: string): Pick<LooseValue, 'json'> | undefined {
  const [, minus = '', whole = '', fraction = '', dot = '', exponent = ''] =
    numberParts.exec(number) ?? [];
  if (fraction + dot + exponent === '' && /^0\d/u.test(whole)) return undefined;
  const integer = whole.replace(/^0+(?=\d)/u, '');
  const sign = minus === '' ? '' : '-';
  return { json: `${sign}${integer === '' ? '0' : integer}${fraction}${exponent}` };
}

/** As in JavaScript, and keywords of JSON-LD. */
const bareName = /@?[\p{ID_Start}$_][\p{ID_Continue}$]{0,200}/uy;

/** Reads a name without quotation marks at an offset. */
export function readBareName(
  text: string,
  start: number,
): { readonly end: number; readonly json: string } | undefined {
  bareName.lastIndex = start;
  const end = bareName.test(text) ? bareName.lastIndex : start;
  if (end === start || !endsName(text, spacesEnd(text, end))) return undefined;
  return { end, json: `"${text.slice(start, end)}"` };
}

const plainName = /"[^"\\\p{Cc}]{0,500}"|'[^'\\\p{Cc}]{0,500}'/uy;

/** Whether a quoted name with a colon is at an offset. */
export function beginsMember(text: string, at: number): boolean {
  plainName.lastIndex = at;
  return plainName.test(text) && text[spacesEnd(text, plainName.lastIndex)] === ':';
}

/** As `beginsMember`, for a name that is hardly part of a text: no comma is before it. */
export function beginsNextMember(text: string, at: number): boolean {
  return /[@\p{L}_$]/u.test(text[at + 1] ?? '') && beginsMember(text, at);
}

const spaces = /\s*/uy;

/** The offset after blanks, those that JSON does not allow included. */
export function spacesEnd(text: string, at: number): number {
  spaces.lastIndex = at;
  return spaces.test(text) ? spaces.lastIndex : at;
}

/** Whether the colon after a name is at an offset, or a comment, which a colon may follow. */
export function endsName(text: string, at: number): boolean {
  return text[at] === ':' || startsComment(text, at);
}

/** Whether a comment of JavaScript begins at an offset. */
export function startsComment(text: string, at: number): boolean {
  return text[at] === '/' && (text[at + 1] === '/' || text[at + 1] === '*');
}
