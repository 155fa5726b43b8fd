import type { JsonMend } from '../../model/problem.ts';
import { blanksEnd } from '../../text/json-grammar.ts';
import { type JsonEdit, removal } from './json-edits.ts';

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
export function matchFiller(text: string, at: number, where: Surroundings): JsonEdit | undefined {
  for (const { what, pattern, only = where } of fillers) {
    if (only !== where) continue;
    pattern.lastIndex = at;
    if (pattern.test(text)) return removal(what, at, pattern.lastIndex);
  }
  return undefined;
}

/** The end of meaningless text. Linear, since each match is skipped once. */
export function skipFillers(text: string, from: number, where: Surroundings): number {
  let at = blanksEnd(text, from);
  for (;;) {
    const filler = matchFiller(text, at, where);
    if (filler === undefined) return at;
    at = blanksEnd(text, filler.end);
  }
}
