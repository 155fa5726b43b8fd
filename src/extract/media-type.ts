import type { ExtractionRoute } from '../model/record.ts';

/** What a `Content-Type` field or a `type` attribute says, as far as we care. */
export interface MediaType {
  /** Type and subtype in lower case, without parameters; the empty string where there is none. */
  readonly essence: string;
  readonly charset?: string;
}

const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const jsonTypes: ReadonlySet<string> = new Set([
  'application/json',
  // A misspelling that the CDIF book itself has had in an example.
  'application/json-ld',
  'application/x-json',
  'text/json',
]);
/** Types that servers give to files they do not know. */
const vagueTypes: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'text/plain',
]);

/** How far into a body we look for its kind, in bytes after leading blanks. */
const sniffedBytes = 1024;
const htmlStart =
  /^(?:<\?xml[^>]*>\s*|<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|link|script|style|base|div|h1|p|table|a)[\s/>]/iu;
const jsonStart = /^(?:\{\s*["}]|\[\s*["{[\]])/u;

/**
 * Reads a media type as tolerantly as browsers do: any case, blanks anywhere, quotes of either kind, and only the
 * first type where a server sends several.
 */
export function parseMediaType(text: string): MediaType {
  const [first = ''] = text.split(',', 1);
  const [essence = '', ...parameters] = first.split(';');
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*["']?([^"'\s]+)/iu.exec(parameter)?.[1])
    .find((label) => label !== undefined);
  return {
    essence: essence.trim().toLowerCase(),
    ...(charset === undefined ? {} : { charset }),
  };
}

/** Whether a media type is JSON of any kind (RFC 6839 §3.1: `+json`), JSON-LD among them. */
export function isJsonType(essence: string): boolean {
  return jsonTypes.has(essence) || essence.endsWith('+json');
}

/**
 * Says by which route a body is read; undefined where neither fits. What the server says is believed, except that
 * JSON is also found where it was called HTML, and either where the type says nothing (raw files of code hosts come
 * as `text/plain`).
 */
export function chooseRoute(essence: string, body: Uint8Array): ExtractionRoute | undefined {
  if (isJsonType(essence)) return 'direct';
  const isHtml = htmlTypes.has(essence);
  if (!isHtml && !vagueTypes.has(essence)) return undefined;
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
