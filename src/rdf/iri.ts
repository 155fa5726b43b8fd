import { isIPv6 } from 'node:net';
import { resolveReferences } from '../text/character-references.ts';
import { replacementCharacter, trimBlanks } from '../text/clean-text.ts';
import { identifierName } from './identifiers.ts';

// RFC 3987 §2.2 (and RFC 3986 §3 where it refers to it), as parts of character classes.
const unreserved = String.raw`A-Za-z0-9\-._~`;
const subDelimiters = String.raw`!$&'()*+,;=`;
const beyondAscii =
  String.raw`\u{A0}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFEF}` +
  planes(1, 13).join('') +
  String.raw`\u{E1000}-\u{EFFFD}`;
const privateUse = String.raw`\u{E000}-\u{F8FF}\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}`;
const always = unreserved + subDelimiters + beyondAscii;

const forbidden = {
  userInfo: forbiddenIn(`${always}:`),
  host: forbiddenIn(always),
  path: forbiddenIn(`${always}:@/`),
  query: forbiddenIn(`${always}:@/?${privateUse}`),
  fragment: forbiddenIn(`${always}:@/?`),
};

const schemeName = /^[A-Za-z][A-Za-z0-9+.-]*$/u;
const optionalPort = /^(?::\d*)?$/u;
const futureAddress = new RegExp(`^v[\\dA-F]+\\.[${unreserved}${subDelimiters}:]+$`, 'iu');

/** Matches nearly all IRIs in one pass. */
const ordinary =
  /^https?:\/\/[A-Za-z0-9.-]+(?:\/[A-Za-z0-9\-._~!$&'()*+,;=:@/]*)?(?:\?[A-Za-z0-9\-._~!$&'()*+,;=:@/?]*)?(?:#[A-Za-z0-9\-._~!$&'()*+,;=:@/?]*)?$/u;

/** Whether a text is an absolute IRI by the grammar of RFC 3987. */
export function isIri(text: string): boolean {
  return repairIri(text) === text;
}

/**
 * Repairs an IRI: a valid one (RFC 3987) stays; otherwise blanks around it are removed and
 * forbidden characters percent-encoded.
 * @returns undefined where the result is not an absolute IRI: no scheme, an impossible port or
 * address
 */
export function repairIri(text: string): string | undefined {
  if (ordinary.test(text)) return text;
  const parts = splitIri(trimControls(text));
  if (parts === undefined) return undefined;
  const { scheme, authority, path, query, fragment } = parts;
  const repairedAuthority = authority === undefined ? '' : repairAuthority(authority);
  if (repairedAuthority === undefined) return undefined;
  return (
    `${scheme}:` +
    repairedAuthority +
    encode(path, forbidden.path) +
    (query === undefined ? '' : `?${encode(query, forbidden.query)}`) +
    (fragment === undefined ? '' : `#${encode(fragment, forbidden.fragment)}`)
  );
}

/**
 * Splits an IRI as in RFC 3986 appendix B; undefined where there is no scheme. A single pattern
 * would keep a backtracking position for each character beyond the BMP and may run out of memory.
 */
function splitIri(text: string) {
  const [beforeFragment, fragment] = cutAt(text, text.indexOf('#'));
  const [beforeQuery, query] = cutAt(beforeFragment, beforeFragment.indexOf('?'));
  const [scheme, rest] = cutAt(beforeQuery, beforeQuery.indexOf(':'));
  if (rest === undefined || !schemeName.test(scheme)) return undefined;
  if (!rest.startsWith('//')) return { scheme, authority: undefined, path: rest, query, fragment };
  const slash = rest.indexOf('/', 2);
  const end = slash < 0 ? rest.length : slash;
  return { scheme, authority: rest.slice(2, end), path: rest.slice(end), query, fragment };
}

/** The text before and after a separator of one character, which may be missing (`at` < 0). */
function cutAt(text: string, at: number): [before: string, after: string | undefined] {
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function repairAuthority(authority: string): string | undefined {
  const at = authority.lastIndexOf('@') + 1;
  const userInfo = at === 0 ? '' : `${encode(authority.slice(0, at - 1), forbidden.userInfo)}@`;
  const server = authority.slice(at);
  const colon = server.indexOf(':');
  const nameEnd = colon < 0 ? server.length : colon;
  const hostEnd = server.startsWith('[') ? server.indexOf(']') + 1 : nameEnd;
  const host = server.slice(0, hostEnd);
  const port = server.slice(hostEnd);
  if (!optionalPort.test(port)) return undefined;
  if (!server.startsWith('[')) return `//${userInfo}${encode(host, forbidden.host)}${port}`;
  return isAddress(host.slice(1, -1)) ? `//${userInfo}${server}` : undefined;
}

function isAddress(address: string): boolean {
  // Node accepts zone identifiers, which IRIs do not have (IRI parsers never adopted RFC 6874).
  return (isIPv6(address) && !address.includes('%')) || futureAddress.test(address);
}

function encode(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (character) =>
    encodeURIComponent(/^\p{Surrogate}$/u.test(character) ? replacementCharacter : character),
  );
}

/** Matches all characters but `allowed`, and a `%` that encodes nothing. */
function forbiddenIn(allowed: string): RegExp {
  return new RegExp(`[^${allowed}%]|%(?![\\dA-Fa-f]{2})`, 'gu');
}

/** Whole planes without the last two code points of each, which are noncharacters. */
function planes(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const plane = (from + index).toString(16);
    return `\\u{${plane}0000}-\\u{${plane}FFFD}`;
  });
}

/** Removes blanks and control characters around a URL (WHATWG URL §4.4 step 1). */
function trimControls(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end -= 1;
  return text.slice(start, end);
}

/** Whether a text is certainly meant as an IRI: `dc:title` and `Depth:mean` can be anything. */
export function isWrittenIri(text: string): boolean {
  return /^(?:https?:\/\/|urn:[a-z\d])/iu.test(text) && isIri(text);
}

/**
 * An IRI as written and, where it differs, in canonical spelling (`identifierName`). Two spellings
 * of one IRI share one of them.
 * @returns empty where the text cannot be repaired to an IRI
 */
export function iriSpellings(text: string): readonly string[] {
  return [...new Set([repairIri(text), repairIri(identifierName(text))])].filter(
    (iri) => iri !== undefined,
  );
}

/** Encoded bytes, of which at least one is a blank. */
const encodedBlank = /%(?:20|09|0A|0D|C2%A0)/iu;
const encodedBytes = /(?:%[\dA-F]{2})+/giu;

/** Decodes an IRI that was made of a text with blanks; other IRIs are unchanged. */
export function withBlanks(iri: string): string {
  if (!encodedBlank.test(iri)) return iri;
  return iri.replaceAll(encodedBytes, (bytes) => {
    const text = Buffer.from(bytes.replaceAll('%', ''), 'hex').toString();
    return text.includes(replacementCharacter) ? bytes : text;
  });
}

/** Without blanks, and with the `//` that no other text has there. */
const webAddress = /^[a-z][a-z\d+.-]{0,30}:\/\/[^\s"]+$/iu;

/**
 * An IRI that is valid and leads somewhere: as by `repairIri`, without blanks and invisible
 * characters around it, and with character references resolved (`&amp;`), which no address means.
 * @returns undefined where the result is no absolute IRI
 */
export function mendPublishedIri(text: string): string | undefined {
  return repairIri(trimBlanks(resolveReferences(text)));
}

/**
 * The address that a text is, mended as by `mendPublishedIri` but not encoded; any other text
 * unchanged. Only a whole text is an address.
 */
export function mendAddress(text: string): string {
  const mended = trimBlanks(resolveReferences(text));
  return mended !== text && webAddress.test(mended) ? mended : text;
}

/** The part of an IRI, compact IRI or term behind its last separator. */
export function localNameOf(name: string): string {
  return name.replace(/^.*[/#:]/su, '');
}
