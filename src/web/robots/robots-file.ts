import type { Position } from '../../model/problem.ts';
import { encodingByMark } from '../../text/encoding.ts';
import { normalizeRobotsPattern } from './path-pattern.ts';

/** A parsed robots.txt. Plain data; all lines count from 1. */
export interface RobotsFile {
  /** In file order; `rulesFor` merges the groups of one agent. */
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: readonly SitemapLine[];
  readonly crawlDelays: readonly CrawlDelayLine[];
  /** The file begins as HTML does; `parseRobots` tells what of it counts. */
  readonly isPage: boolean;
  /** The file is longer than `maxRobotsBytes`; the rest was not read. */
  readonly truncated: boolean;
}

/** User-agent lines and their rules (RFC 9309 §2.1). */
export interface RobotsGroup {
  readonly agents: readonly AgentLine[];
  /** Empty where the file ends before any. */
  readonly rules: readonly RuleLine[];
}

interface RobotsLine {
  readonly line: number;
  /** Name and value as written, without comment and without blanks around them. */
  readonly text: string;
}

/** A user-agent line. */
export interface AgentLine extends RobotsLine {
  /** As written: `CDIF1.0`. */
  readonly value: string;
  /** The product token in it, in lower case, or `*`. */
  readonly token: string;
  /**
   * The number, from 0, of its run of user-agent lines in the file. Records such as `Sitemap` end a
   * run, but not the group.
   */
  readonly run: number;
}

/** A rule. */
export interface RuleLine extends RobotsLine {
  readonly kind: 'allow' | 'disallow';
  /** The path in the spelling of `normalizeRobotsPattern`; an empty one matches nothing. */
  readonly pattern: string;
}

/** A `Sitemap` record. */
export interface SitemapLine extends RobotsLine, Position {
  /** As written, never empty. The column is that of its first character. */
  readonly value: string;
  /** The values, as written, of the run of user-agent lines above it; empty where there is none. */
  readonly agents: readonly string[];
  /** One of these is CDIF's: the sitemap may list metadata documents or resources, not pages. */
  readonly isForCdif: boolean;
}

/** A `Crawl-delay`: the longest of those under the same user-agent lines. */
export interface CrawlDelayLine extends RobotsLine {
  readonly seconds: number;
  /** As with a sitemap. */
  readonly agents: readonly string[];
}

/**
 * The names by which a program selects its rules: the first step with a group that has rules
 * counts; names within a step are alternatives. Names are product tokens (RFC 9309 §2.2.1) in lower
 * case, or `*`.
 */
export type AgentPreference = readonly (readonly string[])[];

/**
 * Ours: `cdif-graph`; then `CDIF`, the product token of `CDIF1.0`, which CDIF gives to all
 * harvesters of its metadata; then `*`.
 */
export const harvesterAgents: AgentPreference = [['cdif-graph'], ['cdif'], ['*']];

const tokenPattern = /^[A-Za-z_-]*/u;
/** Google reads `*` followed by words as `*`. */
const everybodyPattern = /^\*(?:$|[\t ])/u;

/**
 * The product token at the start of a user-agent value, in lower case, or `*`: letters, `-` and `_`
 * (RFC 9309 §2.2.1). The rest, mostly a version, is dropped as Google does. Empty where there is
 * none.
 */
export function productToken(value: string): string {
  if (everybodyPattern.test(value)) return '*';
  return tokenPattern.exec(value)?.[0].toLowerCase() ?? '';
}

/**
 * Whether a user-agent line addresses harvesters of CDIF metadata: `CDIF1.0`, `CDIF`, `cdif/1.1`.
 */
export function isCdifAgent(value: string): boolean {
  return productToken(value) === 'cdif';
}

/** The size limit of a robots.txt, in bytes: the 500 KiB of RFC 9309 §2.5. */
export const maxRobotsBytes = 512_000;

const lineEnd = /\r\n|\n|\r/u;
/** A tag or comment, or a part of one that is on several lines. */
const markup = /<[^<>]*>/u;

/** The replacement character for undecodable bytes. */
const undecodable = '\uFFFD';

/**
 * Parses a robots.txt (RFC 9309 §2.2): UTF-8 or, with a byte order mark, UTF-16; all three line
 * ends; unreadable lines are skipped, also of a file that begins as HTML does (§2.3.1.5): its tags
 * separate lines, and it names a sitemap only by an absolute URL, since a page for people may have
 * the word. Text after the last whole line within `maxRobotsBytes` is not read. Never throws;
 * linear in the length.
 */
export function parseRobots(body: Uint8Array): RobotsFile {
  const { text, octets } = decode(body);
  const isPage = text.trimStart().startsWith('<');
  const truncated = body.length > maxRobotsBytes;
  const reading = new RobotsReading(isPage);
  const lines = text.split(lineEnd);
  const octetLines = octets?.split(lineEnd);
  // The last line was cut, unless it is empty.
  if (truncated) lines.pop();
  for (const [index, line] of lines.entries()) {
    if (!isPage) reading.read(index + 1, line, octetLines?.[index]);
    else for (const part of line.split(markup)) reading.read(index + 1, part, undefined);
  }
  const { groups, sitemaps, crawlDelays } = reading;
  return { groups, sitemaps, crawlDelays, isPage, truncated };
}

/**
 * The text without a byte order mark, even half of one. Where decoding damaged the text, also the
 * same lines with one character an octet, since paths are compared by octets in any encoding.
 */
function decode(body: Uint8Array): { readonly text: string; readonly octets?: string } {
  const head = body.subarray(0, maxRobotsBytes);
  const encoding = encodingByMark(head) ?? 'utf-8';
  const text = new TextDecoder(encoding).decode(head);
  if (encoding !== 'utf-8' || !text.includes(undecodable)) return { text };
  return { text: text.replace(/^\uFFFD/u, ''), octets: Buffer.from(head).toString('latin1') };
}

/** The parser state. */
class RobotsReading {
  readonly groups: RobotsGroup[] = [];
  readonly sitemaps: SitemapLine[] = [];
  readonly crawlDelays: CrawlDelayLine[] = [];
  #group: { readonly agents: AgentLine[]; readonly rules: RuleLine[] } | undefined;
  /** The values of the last run of user-agent lines. */
  #run: string[] = [];
  #runs = 0;
  #isInRun = false;
  #isCdifRun = false;
  readonly #isPage: boolean;

  constructor(isPage: boolean) {
    this.#isPage = isPage;
  }

  read(line: number, content: string, octets: string | undefined): void {
    const field = parseRobotsLine(content);
    if (field === undefined) return;
    if (field.name === 'user-agent') {
      this.#agent(line, field);
      return;
    }
    this.#isInRun = false;
    if (field.name === 'allow' || field.name === 'disallow') {
      this.#rule(line, field.name, field, octets);
    } else if (field.name === 'sitemap') {
      this.#sitemap(line, field);
    } else if (field.name === 'crawl-delay') {
      this.#crawlDelay(line, field);
    }
  }

  #agent(line: number, { value, text }: RobotsField): void {
    if (this.#group === undefined || this.#group.rules.length > 0) {
      this.#group = { agents: [], rules: [] };
      this.groups.push(this.#group);
    }
    if (!this.#isInRun) {
      this.#isInRun = true;
      this.#isCdifRun = false;
      this.#run = [];
      this.#runs += 1;
    }
    this.#run.push(value);
    this.#isCdifRun ||= isCdifAgent(value);
    this.#group.agents.push({ value, token: productToken(value), run: this.#runs - 1, line, text });
  }

  /** Rules before the first user-agent line apply to nobody. */
  #rule(
    line: number,
    kind: RuleLine['kind'],
    { value, text }: RobotsField,
    octets: string | undefined,
  ): void {
    this.#group?.rules.push({ kind, pattern: patternOf(value, octets), line, text });
  }

  #sitemap(line: number, { value, column, text }: RobotsField): void {
    if (value === '' || (this.#isPage && !/^https?:\/\//iu.test(value))) return;
    const isForCdif = this.#isCdifRun;
    this.sitemaps.push({ value, line, column, text, agents: this.#run, isForCdif });
  }

  #crawlDelay(line: number, { value, text }: RobotsField): void {
    const seconds = Number(value);
    if (value === '' || !Number.isFinite(seconds) || seconds < 0) return;
    const last = this.crawlDelays.at(-1);
    const isRepeated = last !== undefined && last.agents === this.#run;
    if (isRepeated && last.seconds >= seconds) return;
    if (isRepeated) this.crawlDelays.pop();
    this.crawlDelays.push({ seconds, line, text, agents: this.#run });
  }
}

function patternOf(value: string, octets: string | undefined): string {
  const path = value.includes(undecodable) ? parseRobotsLine(octets ?? '')?.value : undefined;
  return normalizeRobotsPattern(path === undefined ? value : encodeOctets(path));
}

function encodeOctets(path: string): string {
  return path.replaceAll(
    /[\u0080-\u00FF]/gu,
    (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The field names of robots.txt: those of RFC 9309 §2.2, and two common extensions. */
type RobotsFieldName = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay';

/** A line of robots.txt with a name and a value. */
interface RobotsField {
  /** `undefined` for an unknown field. */
  readonly name: RobotsFieldName | undefined;
  /** Without comment and without blanks around it. */
  readonly value: string;
  /** The column where the value begins or would begin, in UTF-16 code units from 1. */
  readonly column: number;
  /** Name and value as written, without comment and without blanks around them. */
  readonly text: string;
}

/** With the misspellings that Google's parser accepts. */
const names: ReadonlyMap<string, RobotsFieldName> = new Map([
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

/** Text copied from a page may have no-break spaces. */
const blanks = '\t\v\f \u00A0';

/**
 * Parses a line `name: value # comment`, with the name in any case and blanks anywhere between. As
 * in Google's parser, a blank may stand for the colon between two words (`disallow /x`).
 * @returns undefined for a line that is empty, is only a comment, or has no name
 */
export function parseRobotsLine(line: string): RobotsField | undefined {
  const hash = line.indexOf('#');
  const end = trimBlanks(line, hash === -1 ? line.length : hash);
  const start = skipBlanks(line, 0, end);
  if (start === end) return undefined;
  const separator = findSeparator(line, start, end);
  if (separator === undefined) return undefined;
  const nameEnd = trimBlanks(line, separator);
  if (nameEnd <= start) return undefined;
  const valueStart = skipBlanks(line, separator + 1, end);
  return {
    name: names.get(line.slice(start, nameEnd).toLowerCase()),
    value: line.slice(valueStart, end),
    column: valueStart + 1,
    text: line.slice(start, end),
  };
}

/** The offset of the colon, or of the blank between the only two words. */
function findSeparator(line: string, start: number, end: number): number | undefined {
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
function trimBlanks(line: string, end: number): number {
  let at = end;
  while (at > 0 && blanks.includes(line.charAt(at - 1))) at -= 1;
  return at;
}
