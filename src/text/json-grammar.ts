/** Where and why a text is not JSON. */
export interface JsonFault {
  /** Of the first invalid character; the length of the text where it ends too early. */
  readonly offset: number;
  /** What was expected and what was found there, in plain words. */
  readonly detail: string;
}

/** The tokens that may come next, in the words of the report. */
export type Expectation =
  | 'a value'
  | 'a value or "]"'
  | 'a name in double quotes'
  | 'a name in double quotes or "}"'
  | '":"'
  | '"," or "]"'
  | '"," or "}"'
  | 'the end of the text';

/** The permitted tokens at a place. */
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

/** The state after a token: the offset after it, and the tokens that may come next. */
export interface Step {
  readonly next: number;
  readonly expected: Expectation;
}

const literals = ['true', 'false', 'null'] as const;
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
const blanks = /[ \t\n\r]*/uy;
const escapePattern = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/uy;

/** The offset after the blanks that begin at `at` (RFC 8259 §2). */
export function blanksEnd(text: string, at: number): number {
  return after(blanks, text, at);
}

/**
 * Reads the token that begins at `at`, where no blank is, by the grammar of RFC 8259. Does not
 * recurse, whatever the nesting.
 * @param open the stack of unclosed brackets, which is updated
 * @returns the next state, or a fault, whose offset is `at` except within a string
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

interface StartedString {
  /** The offset of its opening quote. */
  readonly start: number;
  /** The offset to continue at. */
  readonly from: number;
  /** What was expected at its start: a value or a name. */
  readonly expected: Expectation;
  readonly open: Brackets;
}

/** Reads a string to its end. */
export function readString(
  text: string,
  { start, from, expected, open }: StartedString,
): Step | JsonFault {
  const end = endOfString(text, start, from);
  if (typeof end !== 'number') return end;
  return { next: end, expected: rules[expected].takes === 'name' ? '":"' : afterValue(open) };
}

/** Whether a value or the name of a member may come next. */
export function takenBy(expected: Expectation): Rule['takes'] {
  return rules[expected].takes;
}

/** Whether the valid token at `at` is the first of a value. */
export function beginsValue(text: string, at: number, expected: Expectation): boolean {
  const { takes, closes } = rules[expected];
  return takes === 'value' && text[at] !== closes;
}

/** The fault of a text that ends where something is expected. */
export function endsTooEarly(text: string, expected: Expectation): JsonFault {
  return { offset: text.length, detail: `expected ${expected}, found the end of the text` };
}

/** The tokens that may come after a value. */
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
        const detail = `${found(text, index)} in a string, which escapes nothing`;
        return { offset: index, detail };
      }
      index = end - 1;
    }
  }
  return { offset: start, detail: 'a string that is not closed' };
}

/** The offset after the match of a sticky pattern at `at`; `at` where it does not match. */
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
  // Unicode blanks and control characters are invisible in a report.
  return /[\p{C}\p{Z}]/u.test(character) ? codePoint(text.codePointAt(at)) : `"${character}"`;
}

function codePoint(code = 0): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Finds the first fault of a text that `JSON.parse` refused, in linear time and without recursion;
 * undefined for exactly the texts that `JSON.parse` accepts.
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
