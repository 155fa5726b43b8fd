import { blanksEnd } from '../text/json-grammar.ts';
import { fillerAt, type Surroundings } from './json-mends.ts';

/** What may follow an opening bracket. */
const inside: ReadonlyMap<string, RegExp> = new Map([
  ['{', /^["}]/u],
  ['[', /^["{[\]]/u],
]);

/**
 * Whether a text begins as JSON that may be metadata, after comments, wrappers or other text that
 * `mendJson` removes.
 * @param start the first characters of the text
 */
export function beginsJson(start: string): boolean {
  const at = skipFillers(start, 0, 'outside');
  const next = inside.get(start[at] ?? '');
  return next !== undefined && next.test(start[skipFillers(start, at + 1, 'inside')] ?? '');
}

/** The end of meaningless text. Linear, since each match is skipped once. */
function skipFillers(text: string, from: number, where: Surroundings): number {
  let at = blanksEnd(text, from);
  for (;;) {
    const filler = fillerAt(text, at, where);
    if (filler === undefined) return at;
    at = blanksEnd(text, filler.end);
  }
}

/** JSON-LD has a keyword within these first bytes. */
export const keywordBytes = 65_536;

/** Whether the first bytes of JSON contain a JSON-LD keyword, or what looks like one. */
export function hasKeywords(start: Uint8Array): boolean {
  const bytes = Math.min(start.length, keywordBytes);
  return Buffer.from(start.buffer, start.byteOffset, bytes).includes('"@');
}
