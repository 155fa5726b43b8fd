import {
  isJsonType,
  isPageType,
  isScriptType,
  isVagueType,
  isXmlType,
  rdfSyntaxOf,
} from '../model/media-type.ts';
import type { ResponseRoute } from '../model/record.ts';
import { beginsJson, hasKeywords } from './json-start.ts';
import { metadataFormatOf } from './metadata-format.ts';
import { rdfSyntaxAt } from './rdf/rdf-syntax-at.ts';

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
    return sniffText(start) ?? sniffRdf(essence, start);
  }
  return isXmlType(essence) || isScriptType(essence) ? sniffOtherType(essence, body) : undefined;
}

/** The route of a body whose type is not one of metadata. */
function sniffOtherType(essence: string, body: Uint8Array): ResponseRoute | undefined {
  const start = readStart(body, sniffedDataBytes);
  if (beginsBareJson(start) && hasKeywords(body)) return 'direct';
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
  return rdfSyntaxAt(essence, start) === undefined ? undefined : 'rdf';
}

function sniffText(start: string): ResponseRoute | undefined {
  if (htmlStart.test(start)) return 'embedded';
  return beginsJson(start) ? 'direct' : undefined;
}

/** The name of the metadata format of a body without a route; undefined where unknown. */
export function unreadFormat(essence: string, body: Uint8Array): string | undefined {
  return metadataFormatOf(essence, readStart(body, sniffedDataBytes));
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
