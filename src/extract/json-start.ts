import { blanksEnd } from '../text/json-grammar.ts';
import { fillerAt, type Surroundings } from './json-mends.ts';

/** What may come behind an opening bracket. */
const inside: ReadonlyMap<string, RegExp> = new Map([
  ['{', /^["}]/u],
  ['[', /^["{[\]]/u],
]);

/**
 * Whether a text begins as JSON with something in it that could be metadata, perhaps behind comments, wrappers or other
 * things that `mendJson` takes away.
 * @param start the first characters of the text
 */
export function beginsJson(start: string): boolean {
  const at = skipFillers(start, 0, 'outside');
  const next = inside.get(start[at] ?? '');
  return next !== undefined && next.test(start[skipFillers(start, at + 1, 'inside')] ?? '');
}

/** Where what says nothing ends. Each of it takes what it takes of time, and reading ends where there is none. */
function skipFillers(text: string, from: number, where: Surroundings): number {
  let at = blanksEnd(text, from);
  for (;;) {
    const filler = fillerAt(text, at, where);
    if (filler === undefined) return at;
    at = blanksEnd(text, filler.end);
  }
}

/** JSON that is metadata has keywords of JSON-LD in so much of its beginning. */
export const keywordBytes = 65_536;

/** Whether there is a keyword of JSON-LD, or what looks like one, in the first bytes of JSON. */
export function hasKeywords(start: Uint8Array): boolean {
  const bytes = Math.min(start.length, keywordBytes);
  return Buffer.from(start.buffer, start.byteOffset, bytes).includes('"@');
}
