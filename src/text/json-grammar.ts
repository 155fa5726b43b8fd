/** Where and why a text is not JSON. */
export interface JsonFault {
  /** The first character that cannot stand where it stands; the length of the text where it ends too early. */
  readonly offset: number;
  /** What was expected there and what was found, in plain words. */
  readonly detail: string;
}

/** What may come next, in the words of the report. */
export type Expectation =
  | 'a value'
  | 'a value or "]"'
  | 'a name in double quotes'
  | 'a name in double quotes or "}"'
  | '":"'
  | '"," or "]"'
  | '"," or "}"'
  | 'the end of the text';

/** What may stand at a place: a closing bracket, a separator, a value or the name of a member. */
interface Rule {
  readonly closes?: ']' | '}';
  readonly separator?: { readonly is: ',' | ':'; readonly next: Expectation };
  readonly takes?: 'value' | 'name';
}

const rules: Readonly<Record<Expectation, Rule>> = {
  'a value': { takes: 'value' },
  'a value or "]"': { takes: 'value', closes: ']' },
  'a name in double quotes': { takes: 'name' },
  'a name in double quotes or "}"': { takes: 'name', closes: '}' },
  '":"': { separator: { is: ':', next: 'a value' } },
  '"," or "]"': { separator: { is: ',', next: 'a value' }, closes: ']' },
  '"," or "}"': { separator: { is: ',', next: 'a name in double quotes' }, closes: '}' },
  'the end of the text': {},
};

/** The brackets that are open, the innermost last. */
export type Brackets = ('[' | '{')[];

/** A token that was read: what comes next, and where it may begin. */
export interface Step {
  readonly next: number;
  readonly expected: Expectation;
}

const literals = ['true', 'false', 'null'] as const;
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
const blanks = /[ \t\n\r]*/uy;
const escapePattern = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/uy;

/** Where the blanks that begin at `at` end (RFC 8259 §2). */
export function blanksEnd(text: string, at: number): number {
  return after(blanks, text, at);
}

/**
 * Reads the token that begins at `at`, where no blank is. It accepts what RFC 8259 accepts, and is no deeper in the stack
 * however deep the nesting.
 * @param open the stack of unclosed brackets, which it keeps
 * @returns a fault within a string has its own offset, all others have `at`
 */
export function readToken(
  text: string,
  at: number,
  expected: Expectation,
  open: Brackets,
): Step | JsonFault {
  const rule = rules[expected];
  if (text[at] === rule.closes) {
    open.pop();
    return { next: at + 1, expected: afterValue(open) };
  }
  if (rule.separator !== undefined && text[at] === rule.separator.is) {
    return { next: at + 1, expected: rule.separator.next };
  }
  if (rule.takes === 'value') return readValue(text, at, expected, open);
  return rule.takes === 'name' && text[at] === '"'
    ? readString(text, { start: at, from: at + 1, expected, open })
    : unexpected(text, at, expected);
}

function readValue(
  text: string,
  at: number,
  expected: Expectation,
  open: Brackets,
): Step | JsonFault {
  const first = text[at];
  if (first === '{') {
    open.push(first);
    return { next: at + 1, expected: 'a name in double quotes or "}"' };
  }
  if (first === '[') {
    open.push(first);
    return { next: at + 1, expected: 'a value or "]"' };
  }
  if (first === '"') {
    return readString(text, { start: at, from: at + 1, expected, open });
  }
  const end = endOfWord(text, at);
  return end === at ? unexpected(text, at, expected) : { next: end, expected: afterValue(open) };
}

/** A string in the middle of being read. */
interface BegunString {
  /** Where its opening quote is. */
  readonly start: number;
  /** Where to read on. */
  readonly from: number;
  /** What was expected at its start: a value or a name. */
  readonly expected: Expectation;
  readonly open: Brackets;
}

/** Reads a string to its end. */
export function readString(
  text: string,
  { start, from, expected, open }: BegunString,
): Step | JsonFault {
  const end = endOfString(text, start, from);
  if (typeof end !== 'number') return end;
  return { next: end, expected: rules[expected].takes === 'name' ? '":"' : afterValue(open) };
}

/** Whether the token at `at`, which could be read, is the first of a value. */
export function beginsValue(text: string, at: number, expected: Expectation): boolean {
  const { takes, closes } = rules[expected];
  return takes === 'value' && text[at] !== closes;
}

/** The fault of a text that ends where something is expected. */
export function endsTooEarly(text: string, expected: Expectation): JsonFault {
  return { offset: text.length, detail: `expected ${expected}, found the end of the text` };
}

/** What may come after a value. */
export function afterValue(open: Brackets): Expectation {
  const innermost = open.at(-1);
  if (innermost === undefined) return 'the end of the text';
  return innermost === '[' ? '"," or "]"' : '"," or "}"';
}

/** The offset after a number or a literal; `at` itself where there is none. */
function endOfWord(text: string, at: number): number {
  const literal = literals.find((word) => text.startsWith(word, at));
  return literal === undefined ? after(numberPattern, text, at) : at + literal.length;
}

/** The offset after the string that begins at `start` and has been read up to `from`. */
function endOfString(text: string, start: number, from: number): number | JsonFault {
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) return index + 1;
    if (code < 0x20) {
      return { offset: index, detail: `${codePoint(code)} in a string, where it must be escaped` };
    }
    if (code === 0x5c) {
      const end = after(escapePattern, text, index);
      if (end === index) {
        return {
          offset: index,
          detail: `${found(text, index)} in a string, which escapes nothing`,
        };
      }
      index = end - 1;
    }
  }
  return { offset: start, detail: 'a string that is not closed' };
}

/** Where a sticky pattern that is tried at `at` ends; `at` where it does not match. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function unexpected(text: string, at: number, expected: Expectation): JsonFault {
  return { offset: at, detail: `expected ${expected}, found ${found(text, at)}` };
}

function found(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === '"') return "'\"'";
  // Blanks of Unicode and control characters look like nothing in a report.
  return /[\p{C}\p{Z}]/u.test(character) ? codePoint(text.codePointAt(at)) : `"${character}"`;
}

function codePoint(code = 0): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Finds the first fault of a text that `JSON.parse` refused, by the grammar of RFC 8259. It accepts exactly what
 * `JSON.parse` accepts, for which it returns undefined. Linear, and no deeper in the stack however deep the nesting.
 */
export function locateJsonFault(text: string): JsonFault | undefined {
  const open: Brackets = [];
  let expected: Expectation = 'a value';
  let at = blanksEnd(text, 0);
  while (at < text.length) {
    const step = readToken(text, at, expected, open);
    if ('detail' in step) return step;
    expected = step.expected;
    at = blanksEnd(text, step.next);
  }
  return expected === 'the end of the text' ? undefined : endsTooEarly(text, expected);
}
