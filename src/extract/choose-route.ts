import {
  isJsonType,
  isPageType,
  isScriptType,
  isVagueType,
  isXmlType,
  rdfSyntaxOf,
} from '../model/media-type.ts';
import type { ResponseRoute } from '../model/record.ts';
import { blanksEnd } from '../text/json-grammar.ts';
import { detectRdfSyntax, detectXmlFormat } from './body-formats.ts';
import { matchFiller, type Surroundings } from './mend-json.ts';

/** How many bytes of a page to sniff, after leading blanks. */
const sniffedBytes = 1024;
/** JSON, Turtle and XML may begin with comments, a document type and declarations. */
const sniffedDataBytes = 16_384;
const htmlStart =
  /^(?:<\?xml[^>]*>\s*|<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|link|script|style|base|div|h1|p|table|a)[\s/>]/iu;

/**
 * Chooses the route for a body; undefined where none fits. The `Content-Type` is believed, except
 * that
 * - JSON is also found where labelled HTML, and a page where labelled JSON;
 * - JSON-LD is also found under XML and script types, and RDF/XML under XML types;
 * - anything is found under unspecific types (code hosts serve raw files as `text/plain`).
 *
 * JSON is detected by its first bracket, after comments and other mendable text; in HTML, a leading
 * HTML comment is HTML.
 */
export function chooseRoute(essence: string, body: Uint8Array): ResponseRoute | undefined {
  if (isJsonType(essence)) return isPage(body) ? 'embedded' : 'direct';
  if (rdfSyntaxOf(essence) !== undefined) return 'rdf';
  if (isPageType(essence))
    return beginsBareJson(readStart(body, sniffedBytes)) ? 'direct' : 'embedded';
  if (isVagueType(essence)) {
    const start = readStart(body, sniffedDataBytes);
    if (htmlStart.test(start)) return 'embedded';
    return beginsJson(start) ? 'direct' : sniffRdf(essence, start);
  }
  return isXmlType(essence) || isScriptType(essence) ? sniffOtherType(essence, body) : undefined;
}

/** The route of a body whose type is not one of metadata. */
function sniffOtherType(essence: string, body: Uint8Array): ResponseRoute | undefined {
  const start = readStart(body, sniffedDataBytes);
  if (beginsBareJson(start) && hasJsonLdKeywords(body)) return 'direct';
  return isXmlType(essence) ? sniffRdf(essence, start) : undefined;
}

/** Whether a text begins as JSON and not as an HTML comment. */
function beginsBareJson(start: string): boolean {
  return !start.startsWith('<') && beginsJson(start);
}

/** Whether a body labelled JSON is a page; the first byte decides for most. */
function isPage(body: Uint8Array): boolean {
  return body[firstIndex(body)] === lessThan && htmlStart.test(readStart(body, sniffedBytes));
}

const lessThan = 0x3c;

function sniffRdf(essence: string, start: string): ResponseRoute | undefined {
  return detectRdfSyntax(essence, start) === undefined ? undefined : 'rdf';
}

/** The name of the metadata format of a body without a route; undefined where unknown. */
export function detectUnreadFormat(essence: string, body: Uint8Array): string | undefined {
  return detectXmlFormat(essence, readStart(body, sniffedDataBytes));
}

/** The first characters after blanks and byte order mark; sufficient for ASCII in UTF-16. */
function readStart(body: Uint8Array, bytes: number): string {
  const first = firstIndex(body);
  if (first === -1) return '';
  const start = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return start.toString('latin1', first, first + bytes).replaceAll('\0', '');
}

/** Index of the first such byte; -1 without one. */
function firstIndex(body: Uint8Array): number {
  return body.findIndex((byte) => byte > 0x20 && !byteOrderMark.has(byte));
}

const byteOrderMark: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf, 0xfe, 0xff]);

/** What may follow an opening bracket. */
const inside: ReadonlyMap<string, RegExp> = new Map([
  ['{', /^["}]/u],
  ['[', /^["{[\]]/u],
]);

/**
 * Whether a text begins as JSON that may be metadata, after comments, wrappers or other text that
 * `mendJson` removes.
 * @param start the first characters of the text
 */
export function beginsJson(start: string): boolean {
  const at = skipFillers(start, 0, 'outside');
  const next = inside.get(start[at] ?? '');
  return next !== undefined && next.test(start[skipFillers(start, at + 1, 'inside')] ?? '');
}

/** The end of meaningless text. Linear, since each match is skipped once. */
function skipFillers(text: string, from: number, where: Surroundings): number {
  let at = blanksEnd(text, from);
  for (;;) {
    const filler = matchFiller(text, at, where);
    if (filler === undefined) return at;
    at = blanksEnd(text, filler.end);
  }
}

/** JSON-LD has a keyword within these first bytes. */
export const keywordSearchBytes = 65_536;

/** Whether the first bytes of JSON contain a JSON-LD keyword, or what looks like one. */
export function hasJsonLdKeywords(start: Uint8Array): boolean {
  const bytes = Math.min(start.length, keywordSearchBytes);
  return Buffer.from(start.buffer, start.byteOffset, bytes).includes('"@');
}
