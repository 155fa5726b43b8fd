/**
 * The content between two commas of WKT: words, numbers, then bracketed items; usually one of
 * these.
 */
export interface WktItem {
  /** In upper case. */
  readonly words: readonly string[];
  readonly numbers: readonly number[];
  readonly items?: readonly WktItem[];
  /** Index of the number followed by N or S. */
  readonly latitudeAt?: number;
}

interface OpenItem extends WktItem {
  readonly words: string[];
  readonly numbers: number[];
  items?: OpenItem[];
  latitudeAt?: number;
}

/** A collection of collections of polygons needs seven levels; hostile texts may have thousands. */
const maxDepth = 32;

const token = /\s*(?:([a-z_]+)|([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)|([(),]))/iuy;

/**
 * Parses WKT by its punctuation, whatever the words. Linear, without recursion.
 * @returns the single item of the text, or why it is malformed
 */
export function readWktItems(text: string): WktItem | 'malformed' | 'too-deep' {
  const root: OpenItem = { words: [], numbers: [] };
  const open: OpenItem[][] = [[root]];
  const written = text.trimEnd();
  token.lastIndex = 0;
  for (let at = 0; at < written.length; at = token.lastIndex) {
    token.lastIndex = at;
    const match = token.exec(written);
    if (match === null) return 'malformed';
    if (!takeToken(match, open)) return 'malformed';
    if (open.length > maxDepth) return 'too-deep';
  }
  return open.length === 1 && open[0]?.length === 1 ? root : 'malformed';
}

/** @returns whether the token is allowed at this place */
function takeToken([, word, number, sign]: RegExpExecArray, open: OpenItem[][]): boolean {
  const items = open.at(-1);
  const item = items?.at(-1);
  if (items === undefined || item === undefined) return false;
  if (sign === ',') return items.push({ words: [], numbers: [] }) > 0;
  if (sign === ')') return open.pop() !== undefined && open.length > 0;
  if (item.items !== undefined) return false;
  if (sign === '(') {
    item.items = [{ words: [], numbers: [] }];
    return open.push(item.items) > 0;
  }
  if (number !== undefined) return item.numbers.push(Number(number)) > 0;
  return takeWord((word ?? '').toUpperCase(), item);
}

function takeWord(word: string, item: OpenItem): boolean {
  const last = item.numbers.length - 1;
  const number = item.numbers[last];
  if (number === undefined) return item.words.push(word) > 0;
  if (!/^[NSEW]$/u.test(word)) return false;
  if (word === 'S' || word === 'W') item.numbers[last] = -Math.abs(number);
  if (word === 'N' || word === 'S') item.latitudeAt = last;
  else item.latitudeAt = 1 - last;
  return true;
}
