import { isUtf8 } from 'node:buffer';

/**
 * Characters allowed unencoded in a path segment besides letters, digits and `-._~!'()*` (RFC 3986
 * §3.3, `pchar`).
 */
const encodedInVain = /%(?:24|26|2B|2C|3A|3B|3D|40)/gu;

/**
 * Encodes the name of a file or folder as a URL path segment, in the spelling of `targetUrl`.
 * Percent-decoding restores its bytes, so different names give different segments.
 */
export function segmentOf(name: Buffer): string {
  if (isUtf8(name)) {
    return encodeURIComponent(name.toString()).replaceAll(encodedInVain, decodeURIComponent);
  }
  return Array.from(name, (byte) => {
    const character = String.fromCharCode(byte);
    const digits = byte.toString(16).toUpperCase().padStart(2, '0');
    return /[\w.~-]/u.test(character) ? character : `%${digits}`;
  }).join('');
}

/** Decodes a path segment; undefined where it is not a name in the spelling of `segmentOf`. */
export function nameOfSegment(segment: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(segment);
  } catch {
    // The decoded bytes are not UTF-8.
    return undefined;
  }
  const isName = name !== '' && !/[/\0]/u.test(name);
  return isName && segmentOf(Buffer.from(name)) === segment ? name : undefined;
}
