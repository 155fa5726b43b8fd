import type { JsonMend } from '../model/problem.ts';

/** A stretch of a text that is not JSON and can mean one thing only. */
export interface Edit {
  readonly what: JsonMend;
  readonly start: number;
  readonly end: number;
  /** What has to stand there instead. */
  readonly replacement: string;
}

/** Where something stands in a JSON text: outside of all brackets, or in some. */
export type Surroundings = 'outside' | 'inside';

/** What stands between tokens and says nothing. */
interface Filler {
  readonly what: JsonMend;
  readonly pattern: RegExp;
  /** Where it means nothing else; absent where that is everywhere. */
  readonly only?: Surroundings;
}

/**
 * The first that matches counts. `<!--` is taken away where a value follows it, and is otherwise the beginning of a comment,
 * which may be that line alone, as in JavaScript, with `-->` behind the JSON. Drupal wraps in `<!--//--><![CDATA[//><!--`.
 * What is looked for without finding it is bounded, or looked for once: reading ends there.
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

/** Reads what stands between tokens and has no place in JSON, but says nothing; undefined where it may say something. */
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
 * Reads what has no place in a string of JSON: control characters that are not escaped, and `\'`. Other escapes that JSON
 * does not know mean what they escape in JavaScript and themselves elsewhere, as in `\alpha`.
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
