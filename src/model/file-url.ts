import { isUtf8 } from 'node:buffer';

/** What a segment of a path may hold unencoded beside letters, digits and `-._~!'()*` (RFC 3986 §3.3, `pchar`). */
const encodedInVain = /%(?:24|26|2B|2C|3A|3B|3D|40)/gu;

/**
 * The name of a file or folder as the segment of a URL, spelled as `targetUrl` spells a link to it. Percent-decoding
 * gives its bytes again, so different names give different segments.
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

/** The name that a segment stands for; undefined where it is no name, or spelled otherwise than `segmentOf` does. */
export function nameOfSegment(segment: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(segment);
  } catch {
    // It decodes to what is no UTF-8.
    return undefined;
  }
  const isName = name !== '' && !/[/\0]/u.test(name);
  return isName && segmentOf(Buffer.from(name)) === segment ? name : undefined;
}
