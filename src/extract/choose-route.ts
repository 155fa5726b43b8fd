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

/** How far into a page we look for its kind, in bytes after leading blanks. */
const sniffedBytes = 1024;
/** JSON, Turtle and XML may begin with comments, a document type and declarations. */
const sniffedDataBytes = 16_384;
const htmlStart =
  /^(?:<\?xml[^>]*>\s*|<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|link|script|style|base|div|h1|p|table|a)[\s/>]/iu;

/**
 * Says by which route a body is read; undefined where none fits. What the server says is believed, except that
 * - JSON is also found where it was called HTML, and a page where it was called JSON;
 * - JSON with keywords of JSON-LD is found under the types of XML and of scripts, too, and RDF/XML under those of XML;
 * - any is found where the type says nothing (raw files of code hosts come as `text/plain`).
 *
 * JSON is known by its first bracket, behind comments and what else is mended there; but a comment of HTML in HTML is one.
 */
export function chooseRoute(essence: string, body: Uint8Array): ResponseRoute | undefined {
  if (isJsonType(essence)) return isPage(body) ? 'embedded' : 'direct';
  if (rdfSyntaxOf(essence) !== undefined) return 'rdf';
  if (isPageType(essence))
    return beginsBareJson(startOf(body, sniffedBytes)) ? 'direct' : 'embedded';
  if (isVagueType(essence)) {
    const start = startOf(body, sniffedDataBytes);
    return routeOfText(start) ?? routeOfRdf(essence, start);
  }
  return isXmlType(essence) || isScriptType(essence) ? routeOfOther(essence, body) : undefined;
}

/** The route of what should be no metadata by its type, or need not be. */
function routeOfOther(essence: string, body: Uint8Array): ResponseRoute | undefined {
  const start = startOf(body, sniffedDataBytes);
  if (beginsBareJson(start) && hasKeywords(body)) return 'direct';
  return isXmlType(essence) ? routeOfRdf(essence, start) : undefined;
}

/** Whether a text begins as JSON where a comment of HTML would belong to HTML. */
function beginsBareJson(start: string): boolean {
  return !start.startsWith('<') && beginsJson(start);
}

/** Whether a body that should be JSON is a page; most are told by their first byte. */
function isPage(body: Uint8Array): boolean {
  return body[firstOf(body)] === lessThan && htmlStart.test(startOf(body, sniffedBytes));
}

const lessThan = 0x3c;

function routeOfRdf(essence: string, start: string): ResponseRoute | undefined {
  return rdfSyntaxAt(essence, start) === undefined ? undefined : 'rdf';
}

function routeOfText(start: string): ResponseRoute | undefined {
  if (htmlStart.test(start)) return 'embedded';
  return beginsJson(start) ? 'direct' : undefined;
}

/** The metadata format, by its name, of a body that no route fits; undefined where it is none that we know. */
export function unreadFormat(essence: string, body: Uint8Array): string | undefined {
  return metadataFormatOf(essence, startOf(body, sniffedDataBytes));
}

/** The first characters that are neither blank nor part of a byte order mark; good enough for ASCII in UTF-16. */
function startOf(body: Uint8Array, bytes: number): string {
  const first = firstOf(body);
  if (first === -1) return '';
  const start = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return start.toString('latin1', first, first + bytes).replaceAll('\0', '');
}

/** Where the first character is that counts; -1 where there is none. */
function firstOf(body: Uint8Array): number {
  return body.findIndex((byte) => byte > 0x20 && !byteOrderMark.has(byte));
}

const byteOrderMark: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf, 0xfe, 0xff]);
