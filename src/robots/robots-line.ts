/** The field names of robots.txt: those of RFC 9309 §2.2, and two common extensions. */
export type FieldName = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay';

/** A line of robots.txt with a name and a value. */
export interface RobotsField {
  /** `undefined` for an unknown field. */
  readonly name: FieldName | undefined;
  /** Without comment and without blanks around it. */
  readonly value: string;
  /** Where the value begins, in UTF-16 code units from 1; where it would begin if there is none. */
  readonly column: number;
  /** Name and value as written, without comment and without blanks around them. */
  readonly text: string;
}

/** The misspellings are those that Google's parser knows, from the files it has seen. */
const names: ReadonlyMap<string, FieldName> = new Map([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
  ['crawl-delay', 'crawl-delay'],
]);

/** A no-break space comes with text that was copied from a page. A byte order mark within the file is no blank. */
const blanks = '\t\v\f \u00A0';

/**
 * Reads a line as `name: value # comment`, with the name in any case and blanks anywhere between. Where there is no
 * colon, a blank stands for it if the line is two words, as Google has it (`disallow /x`).
 * @returns undefined for a line that is empty, is only a comment, or has no name
 */
export function readField(line: string): RobotsField | undefined {
  const hash = line.indexOf('#');
  const end = lastOf(line, hash === -1 ? line.length : hash);
  const start = skipBlanks(line, 0, end);
  if (start === end) return undefined;
  const separator = separatorOf(line, start, end);
  if (separator === undefined) return undefined;
  const nameEnd = lastOf(line, separator);
  if (nameEnd <= start) return undefined;
  const valueStart = skipBlanks(line, separator + 1, end);
  return {
    name: names.get(line.slice(start, nameEnd).toLowerCase()),
    value: line.slice(valueStart, end),
    column: valueStart + 1,
    text: line.slice(start, end),
  };
}

/** Where the colon is, or the blank between the only two words; both between `start` and `end`. */
function separatorOf(line: string, start: number, end: number): number | undefined {
  const colon = line.indexOf(':', start);
  if (colon !== -1 && colon < end) return colon;
  const blank = nextBlank(line, start, end);
  const second = skipBlanks(line, blank, end);
  return second < end && nextBlank(line, second, end) === end ? blank : undefined;
}

function nextBlank(line: string, start: number, end: number): number {
  let at = start;
  while (at < end && !blanks.includes(line.charAt(at))) at += 1;
  return at;
}

function skipBlanks(line: string, start: number, end: number): number {
  let at = start;
  while (at < end && blanks.includes(line.charAt(at))) at += 1;
  return at;
}

/** The offset behind the last character before `end` that is no blank. */
function lastOf(line: string, end: number): number {
  let at = end;
  while (at > 0 && blanks.includes(line.charAt(at - 1))) at -= 1;
  return at;
}
