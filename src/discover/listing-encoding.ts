import { encodingByMark } from '../text/encoding.ts';

/**
 * Labels of UTF-16. A text whose declaration is readable as ASCII is not UTF-16, most likely UTF-8.
 */
const wideEncodings = /^(?:utf-?16|ucs-?2|iso-10646)/iu;

/**
 * The character encoding of an XML document (XML 1.0, appendix F), or of a text that begins in
 * ASCII: by byte order mark, width of the first character or declaration, else UTF-8. The label may
 * be unknown.
 */
export function listingEncoding(head: Uint8Array): string {
  const known = encodingByMark(head) ?? encodingByWidth(head);
  if (known !== undefined) return known;
  const declaration = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'<>]*)["']/u;
  const declared = declaration.exec(Buffer.from(head).toString('latin1'))?.[1]?.trim();
  return declared === undefined || wideEncodings.test(declared) ? 'utf-8' : declared;
}

/** UTF-16 has a zero byte beside each ASCII character. */
function encodingByWidth([first, second]: Uint8Array): string | undefined {
  if (first === undefined || second === undefined || (first === 0) === (second === 0)) {
    return undefined;
  }
  return first === 0 ? 'utf-16be' : 'utf-16le';
}
