import { encodingByMark } from '../text/encoding.ts';

/** Labels of UTF-16 in a text that could be read as ASCII so far: it is something else, most likely UTF-8. */
const wideEncodings = /^(?:utf-?16|ucs-?2|iso-10646)/iu;

/**
 * The character encoding of an XML document (XML 1.0, appendix F): the byte order mark, else the width of its first
 * characters, else its declaration, else UTF-8. What is returned may be a label that nobody knows.
 */
export function xmlEncoding(head: Uint8Array): string {
  const byMark = encodingByMark(head);
  if (byMark !== undefined) return byMark;
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be';
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le';
  const declaration = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'<>]*)["']/u;
  const declared = declaration.exec(Buffer.from(head).toString('latin1'))?.[1]?.trim();
  return declared === undefined || wideEncodings.test(declared) ? 'utf-8' : declared;
}
