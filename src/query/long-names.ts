import type { QuerySource } from './query-source.ts';

/**
 * The longest accepted name, in characters. The parser reads runs of short words and dots in
 * quadratic time.
 */
const longestName = 1000;
/**
 * Everything but blanks and ASCII punctuation, of which names have the dot, the hyphen and the
 * underscore.
 */
const nameLike = /[^\s!-,/:-@[-^`{-~]+/uy;
const iri = /<[^<>"{}|^`\\\s]*>/uy;
const comment = /#[^\n\r]*/uy;

/**
 * Refuses names and words that are too long to be read in time; what stands in texts, IRIs and
 * comments may be of any length.
 * @throws {QueryFault}
 */
export function refuseLongNames(source: QuerySource): void {
  const text = source.decoded;
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    const name = character === '"' || character === "'" ? 0 : lengthOf(nameLike, text, at);
    if (name > longestName) {
      throw source.faultAt(`names and words have at most ${longestName} characters`, at);
    }
    at += name || lengthOfOther(text, at, character);
  }
}

function lengthOfOther(text: string, at: number, character: string): number {
  switch (character) {
    case '"':
    case "'":
      return endOfText(text, at, character) - at;
    case '<':
      return Math.max(1, lengthOf(iri, text, at));
    case '#':
      return lengthOf(comment, text, at);
    default:
      return 1;
  }
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** @returns where the text that begins at `start` is over: behind its last quote, or at the end */
function endOfText(text: string, start: number, quote: string): number {
  const end = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  let at = start + end.length;
  while (at < text.length && !text.startsWith(end, at)) at += text[at] === '\\' ? 2 : 1;
  return at + end.length;
}
