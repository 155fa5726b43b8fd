import {
  isJsonType,
  isPageType,
  isVagueType,
  isXmlType,
  rdfSyntaxOf,
} from '../model/media-type.ts';
import type { ResponseRoute } from '../model/record.ts';
import { beginsJson } from './json-start.ts';
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
 * JSON is also found where it was called HTML, any where the type says nothing (raw files of code hosts come as
 * `text/plain`), and RDF/XML where the type is that of XML. JSON is known by its first bracket, behind comments and what else
 * is mended there; but a comment of HTML in HTML is one.
 */
export function chooseRoute(essence: string, body: Uint8Array): ResponseRoute | undefined {
  if (isJsonType(essence)) return 'direct';
  if (rdfSyntaxOf(essence) !== undefined) return 'rdf';
  if (isPageType(essence)) {
    const start = startOf(body, sniffedBytes);
    return !start.startsWith('<') && beginsJson(start) ? 'direct' : 'embedded';
  }
  const isVague = isVagueType(essence);
  if (!isVague && !isXmlType(essence)) return undefined;
  const start = startOf(body, sniffedDataBytes);
  const route = isVague ? routeOfText(start) : undefined;
  return route ?? (rdfSyntaxAt(essence, start) === undefined ? undefined : 'rdf');
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
  const first = body.findIndex((byte) => byte > 0x20 && !byteOrderMark.has(byte));
  if (first === -1) return '';
  const start = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return start.toString('latin1', first, first + bytes).replaceAll('\0', '');
}

const byteOrderMark: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf, 0xfe, 0xff]);
