import type { JsonEdit } from './json-edits.ts';
import {
  beginsMember,
  beginsNextMember,
  endsName,
  spacesEnd,
  startsComment,
} from './loose-tokens.ts';

const controls = /\p{Cc}+/uy;

/**
 * Matches unescaped control characters and `\'` in a string. Other unknown escapes are ambiguous:
 * JavaScript drops the backslash of `\alpha`, others keep it.
 */
export function mendInString(text: string, at: number): JsonEdit | undefined {
  if (text.startsWith(String.raw`\'`, at)) {
    return { what: 'escape', start: at, end: at + 2, replacement: "'" };
  }
  controls.lastIndex = at;
  if (!controls.test(text)) return undefined;
  const end = controls.lastIndex;
  const replacement = escapeControls(text.slice(at, end));
  return { what: 'control-character', start: at, end, replacement };
}

function escapeControls(characters: string): string {
  return JSON.stringify(characters).slice(1, -1);
}

/** What a string stands for. */
export type StringRole = 'name' | 'member' | 'item';

/** A string in single quotes, or one with unescaped quotes. */
interface LooseString {
  /** The offset after its closing quote. */
  readonly end: number;
  readonly json: string;
  /** The offset of the first of its quotes within. */
  readonly inner: number | undefined;
}

/**
 * Reads a string whose quotes may be unescaped within it. It ends at the first quote that is
 * followed by what may follow a string, if the quotes before are pairs around words (`the "old"
 * mire`), apostrophes between letters, or inch marks (`6" pipe`, not in arrays). Then no other
 * quote can be its end, unless its text looks like JSON. Two backslashes before a quote are one
 * that was escaped twice. Takes linear time: each quote looks no further than the next two.
 * @returns undefined where the string may end at several places
 */
export function readLooseString(
  text: string,
  start: number,
  role: StringRole,
): LooseString | undefined {
  const quotes: number[] = [];
  let opening: Quote | undefined;
  let quote = quoteAfter(text, start, start + 1);
  while (quote !== undefined) {
    const meaning = meaningOf(quote, opening, role);
    if (meaning === 'unclear') return undefined;
    if (meaning === 'end') return toLooseString(text, start, quote.at, quotes);
    if (meaning !== 'mark') opening = meaning === 'opening' ? quote : undefined;
    quotes.push(quote.at);
    quote = quoteAfter(text, start, quote.at + 1);
  }
  return undefined;
}

/** An unescaped quote in a string, and its surroundings. */
interface Quote {
  readonly text: string;
  readonly at: number;
  readonly mark: string | undefined;
  /** Whether two backslashes are before it. */
  readonly isDoubled: boolean;
  /** The character before, a blank for `\n` and the like; empty at the start of the string. */
  readonly before: string;
  readonly after: string;
  /** The offset of what follows after blanks. */
  readonly next: number;
}

const backslash = 0x5c;

function quoteAfter(text: string, start: number, from: number): Quote | undefined {
  const mark = text.charCodeAt(start);
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== mark) {
    at += text.charCodeAt(at) === backslash ? 2 : 1;
  }
  if (at >= text.length) return undefined;
  const isDoubled = at - from > 1 && text.startsWith('\\\\', at - 2);
  const before = characterBefore(text, start, at - (isDoubled ? 3 : 1));
  const after = text[at + 1] ?? '';
  return { text, at, mark: text[start], isDoubled, before, after, next: spacesEnd(text, at + 1) };
}

function characterBefore(text: string, start: number, previous: number): string {
  if (previous === start) return '';
  const character = text[previous] ?? '';
  const isEscape = text[previous - 1] === '\\' && text[previous - 2] !== '\\';
  return isEscape && 'nrt'.includes(character) ? ' ' : character;
}

/** `mark`: it stands for itself, or belongs to a word. */
type Meaning = 'end' | 'opening' | 'closing' | 'mark' | 'unclear';

function meaningOf(quote: Quote, opening: Quote | undefined, role: StringRole): Meaning {
  if (role === 'name' && endsName(quote.text, quote.next)) return 'end';
  if (isApostrophe(quote)) return 'mark';
  // A colon in place of a comma: the quote at the end of this string is missing, or it is a name.
  if (role === 'name' || quote.text[quote.next] === ':') return 'unclear';
  return opening === undefined ? meaningOutside(quote, role) : meaningAfter(opening, quote, role);
}

/** The meaning of a quote that is not the second of a pair. */
function meaningOutside(quote: Quote, role: 'member' | 'item'): Meaning {
  if (role === 'member' ? endsMember(quote) : endsItem(quote)) return 'end';
  if (opens(quote)) return 'opening';
  return role === 'member' && isInchMark(quote) ? 'mark' : 'unclear';
}

function meaningAfter(opening: Quote, quote: Quote, role: 'member' | 'item'): Meaning {
  const mayEnd = role === 'member' ? endsMember(quote) && continuesObject(quote) : endsItem(quote);
  return !mayEnd && closes(quote, opening) ? 'closing' : 'unclear';
}

function endsItem({ text, next }: Quote): boolean {
  return text[next] === ',' || text[next] === ']' || startsComment(text, next);
}

function endsMember({ text, at, next }: Quote): boolean {
  const isDelimited = text[next] === ',' || text[next] === '}' || startsComment(text, next);
  return isDelimited || (next > at + 1 && beginsNextMember(text, next));
}

/** Whether what follows the comma or brace after a quote may follow it in JSON. */
function continuesObject({ text, next: end }: Quote): boolean {
  const next = spacesEnd(text, end + 1);
  if (text[end] === ',') return text[next] === '}' || beginsMember(text, next);
  return text[end] === '}' && !/[\p{L}\p{N}"']/u.test(text[next] ?? '');
}

function isApostrophe({ mark, before, after }: Quote): boolean {
  return mark === "'" && /\p{L}/u.test(before) && /\p{L}/u.test(after);
}

function opens({ mark, before, after }: Quote): boolean {
  return (
    /^$|[\s([{<>=/:;,\-\u2010-\u2015\u2018\u201C\u00AB]/u.test(before) &&
    after !== mark &&
    /\S/u.test(after)
  );
}

function closes({ before, after, isDoubled }: Quote, opening: Quote): boolean {
  return /\S/u.test(before) && !/[\p{L}\p{N}]/u.test(after) && isDoubled === opening.isDoubled;
}

/**
 * Marks of inches or seconds; not before the quote at the end, since one of both may be too much.
 */
function isInchMark({ mark, before, after, isDoubled }: Quote): boolean {
  return /\d/u.test(before) && after !== mark && !isDoubled;
}

/** What is rewritten, and runs of escapes; their bound keeps the stack of the search small. */
const special = {
  '"': /\\\\"|(?:(?!\\\\")\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})){1,500}|\\'|["\\]|\p{Cc}+/gu,
  "'": /\\\\'|(?:(?!\\\\')\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})){1,500}|\\'|["\\]|\p{Cc}+/gu,
} as const;

function toLooseString(
  text: string,
  start: number,
  last: number,
  quotes: readonly number[],
): LooseString | undefined {
  const isQuotedTwice = quotes.length === 2 && quotes[0] === start + 1 && quotes[1] === last - 1;
  if (isQuotedTwice) return undefined;
  // An item that begins with a comma was cut out of a text of several quotes.
  if (quotes.length > 0 && text[spacesEnd(text, start + 1)] === ',') return undefined;
  const mark = text[start] === "'" ? "'" : '"';
  let isClear = true;
  const content = text.slice(start + 1, last).replaceAll(special[mark], (found) => {
    if (found === '\\') isClear = false;
    if (found === '"') return String.raw`\"`;
    if (found === `\\\\${mark}`) return mark === '"' ? String.raw`\"` : mark;
    if (found === String.raw`\'`) return "'";
    return found.startsWith('\\') ? found : escapeControls(found);
  });
  return isClear ? { end: last + 1, json: `"${content}"`, inner: quotes[0] } : undefined;
}
