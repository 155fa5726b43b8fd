import type { JsonMend } from '../model/problem.ts';

/** A part of a text that is not JSON and has one reading. */
export interface Edit {
  readonly what: JsonMend;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** Whether a place is outside of all brackets or inside some. */
export type Surroundings = 'outside' | 'inside';

/** Text between tokens that has no meaning. */
interface Filler {
  readonly what: JsonMend;
  readonly pattern: RegExp;
  /** Where it has no meaning; absent for everywhere. */
  readonly only?: Surroundings;
}

/**
 * The first match counts. `<!--` is removed before a value; otherwise it begins a comment, which
 * may be that line only, as in JavaScript, with `-->` after the JSON. Drupal wraps in
 * `<!--//--><![CDATA[//><!--`. Searches that may fail are bounded, or happen once: reading ends
 * there.
 */
const fillers: readonly Filler[] = [
  { what: 'byte-order-mark', pattern: /\uFEFF+/uy },
  { what: 'blank', pattern: /[^\S \t\n\r]+/uy },
  { what: 'cdata', pattern: /(?:\/\/[ \t]*)?(?:<!\[CDATA\[|\]\]>)/uy, only: 'outside' },
  { what: 'html-comment', pattern: /(?:\/\/[ \t]*)?<!--(?=\s*[[{])|-->/uy, only: 'outside' },
  { what: 'html-comment', pattern: /<!--[^{]{0,500}?-->|<!--[^\n\r]*/uy, only: 'outside' },
  { what: 'html-comment', pattern: /<!--[^]*?-->/uy, only: 'inside' },
  { what: 'cdata', pattern: /\/\*[ \t]*(?:<!\[CDATA\[|\]\]>)[ \t]*\*\//uy },
  { what: 'comment', pattern: /\/\*[^]*?\*\/|\/\/[^\n\r\u2028\u2029]*/uy },
];

/** Matches meaningless text between tokens; undefined where it may have a meaning. */
export function fillerAt(text: string, at: number, where: Surroundings): Edit | undefined {
  for (const { what, pattern, only = where } of fillers) {
    if (only !== where) continue;
    pattern.lastIndex = at;
    if (pattern.test(text)) return { what, start: at, end: pattern.lastIndex, replacement: '' };
  }
  return undefined;
}

const controls = /\p{Cc}+/uy;

/**
 * Matches unescaped control characters and `\'` in a string. Other unknown escapes are ambiguous:
 * JavaScript drops the backslash of `\alpha`, others keep it.
 */
export function editInString(text: string, at: number): Edit | undefined {
  if (text.startsWith(String.raw`\'`, at)) {
    return { what: 'escape', start: at, end: at + 2, replacement: "'" };
  }
  controls.lastIndex = at;
  if (!controls.test(text)) return undefined;
  const end = controls.lastIndex;
  const replacement = JSON.stringify(text.slice(at, end)).slice(1, -1);
  return { what: 'control-character', start: at, end, replacement };
}
