import { isJsonType, isPageType, isVagueType } from '../model/media-type.ts';
import type { ExtractionRoute } from '../model/record.ts';

/** How far into a body we look for its kind, in bytes after leading blanks. */
const sniffedBytes = 1024;
const htmlStart =
  /^(?:<\?xml[^>]*>\s*|<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|link|script|style|base|div|h1|p|table|a)[\s/>]/iu;
const jsonStart = /^(?:\{\s*["}]|\[\s*["{[\]])/u;

/**
 * Says by which route a body is read; undefined where neither fits. What the server says is believed, except that
 * JSON is also found where it was called HTML, and either where the type says nothing (raw files of code hosts come
 * as `text/plain`).
 */
export function chooseRoute(essence: string, body: Uint8Array): ExtractionRoute | undefined {
  if (isJsonType(essence)) return 'direct';
  const isHtml = isPageType(essence);
  if (!isHtml && !isVagueType(essence)) return undefined;
  const start = startOf(body);
  if (jsonStart.test(start)) return 'direct';
  return isHtml || htmlStart.test(start) ? 'embedded' : undefined;
}

/** The first characters that are neither blank nor part of a byte order mark; good enough for ASCII in UTF-16. */
function startOf(body: Uint8Array): string {
  const first = body.findIndex((byte) => byte > 0x20 && !byteOrderMark.has(byte));
  if (first === -1) return '';
  const start = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return start.toString('latin1', first, first + sniffedBytes).replaceAll('\0', '');
}

const byteOrderMark: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf, 0xfe, 0xff]);
