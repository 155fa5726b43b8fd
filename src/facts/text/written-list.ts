import { resolveReferences } from '../../text/character-references.ts';

/** The closing bracket for each opening: lists of JSON and Python, tuples, sets; R's vectors. */
const brackets: ReadonlyMap<string, string> = new Map([
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
  ['c(', ')'],
]);

/** Quick test: nearly all texts begin otherwise. */
const opening = /^\s*(c\(|[[({])/u;

/** The next item: the opening quote of a text, a word for a missing value, or a number. */
const item =
  /[\s,]*(?:[uUrRbB]?(["'])|(None|null|nan|NaN|NA|undefined)(?=[\s,]|$)|([-+]?\d[\d.eE+-]{0,30})(?=[\s,]|$))/uy;
const rest = /[\s,]*$/uy;
/** A quote, with what follows where that ends the text, or shows that the list is no list. */
const quoteOrEscape = {
  '"': /"(?:(\s*(?:,|$)|\s+[uUrRbB]?["'])|(\s*[:=()[\]{}])|)|\\[^]/gu,
  "'": /'(?:(\s*(?:,|$)|\s+[uUrRbB]?["'])|(\s*[:=()[\]{}])|)|\\[^]/gu,
} as const;

const numberOrDate = /^[\d\s.,:/TZ+-]*$/u;

/**
 * The items of a list that a program wrote as text (`['peat', "bog's"]`, `["peat", null]`), without
 * missing values. Numbers and dates alone may be coordinates or a period, so such a list is none.
 * @returns undefined where the text is no list; empty for an empty list
 */
export function readWrittenList(text: string): readonly string[] | undefined {
  if (!opening.test(text)) return undefined;
  const list = resolveReferences(text).trim();
  const [, start = ''] = opening.exec(list) ?? [];
  const end = brackets.get(start) ?? '';
  if (end === '' || !list.endsWith(end)) return undefined;
  const inside = list.slice(start.length, -1);
  const items = readItems(inside);
  // An aside or a title in parentheses is no list.
  if (items === undefined || (start === '(' && !inside.includes(','))) return undefined;
  const stated = items.filter((each) => each.trim() !== '');
  const isOfNumbers = stated.length > 0 && stated.every((each) => numberOrDate.test(each));
  return isOfNumbers ? undefined : stated;
}

function readItems(inside: string): readonly string[] | undefined {
  const items: string[] = [];
  let at = 0;
  while (!matchesAt(rest, inside, at)) {
    item.lastIndex = at;
    const found = item.exec(inside);
    if (found === null) return undefined;
    const [, quote, , number] = found;
    at = item.lastIndex;
    if (number !== undefined) items.push(number);
    if (quote !== '"' && quote !== "'") continue;
    const end = findClosingQuote(inside, at, quote);
    if (end < 0) return undefined;
    items.push(unescapeItem(inside.slice(at, end)));
    at = end + 1;
  }
  return items;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** @returns a negative number where the text does not end; quotes within words are part of it */
function findClosingQuote(text: string, from: number, quote: '"' | "'"): number {
  const pattern = quoteOrEscape[quote];
  pattern.lastIndex = from;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [, end, fault] = found;
    if (end !== undefined) return found.index;
    if (fault !== undefined) return -1;
  }
  return -1;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Resolves the escapes that JSON and Python share, and Python's `\x`. */
function unescapeItem(written: string): string {
  if (!written.includes('\\')) return written;
  return written.replaceAll(
    /\\(?:u([\da-f]{4})|x([\da-f]{2})|([^]))/giu,
    (_, unicode: string | undefined, byte: string | undefined, character: string) => {
      const code = unicode ?? byte;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return escapes.get(character) ?? character;
    },
  );
}
