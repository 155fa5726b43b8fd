import {
  isJsonType,
  isPageType,
  isVagueType,
  isXmlType,
  rdfSyntaxOf,
} from '../model/media-type.ts';
import type { ResponseRoute } from '../model/record.ts';
import { metadataFormatOf } from './metadata-format.ts';
import { rdfSyntaxAt } from './rdf/rdf-syntax-at.ts';

/** How far into a body we look for its kind, in bytes after leading blanks. */
const sniffedBytes = 1024;
/** Turtle and XML may begin with comments, a document type and declarations. */
const sniffedRdfBytes = 16_384;
const htmlStart =
  /^(?:<\?xml[^>]*>\s*|<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|link|script|style|base|div|h1|p|table|a)[\s/>]/iu;
const jsonStart = /^(?:\{\s*["}]|\[\s*["{[\]])/u;

/**
 * Says by which route a body is read; undefined where none fits. What the server says is believed, except that
 * JSON is also found where it was called HTML, any where the type says nothing (raw files of code hosts come as
 * `text/plain`), and RDF/XML where the type is that of XML.
 */
export function chooseRoute(essence: string, body: Uint8Array): ResponseRoute | undefined {
  if (isJsonType(essence)) return 'direct';
  if (rdfSyntaxOf(essence) !== undefined) return 'rdf';
  const isHtml = isPageType(essence);
  const isVague = isVagueType(essence);
  if (isHtml || isVague) {
    const start = startOf(body, sniffedBytes);
    if (jsonStart.test(start)) return 'direct';
    if (isHtml || htmlStart.test(start)) return 'embedded';
  }
  if (!isVague && !isXmlType(essence)) return undefined;
  return rdfSyntaxAt(essence, startOf(body, sniffedRdfBytes)) === undefined ? undefined : 'rdf';
}

/** The metadata format, by its name, of a body that no route fits; undefined where it is none that we know. */
export function unreadFormat(essence: string, body: Uint8Array): string | undefined {
  return metadataFormatOf(essence, startOf(body, sniffedRdfBytes));
}

/** The first characters that are neither blank nor part of a byte order mark; good enough for ASCII in UTF-16. */
function startOf(body: Uint8Array, bytes: number): string {
  const first = body.findIndex((byte) => byte > 0x20 && !byteOrderMark.has(byte));
  if (first === -1) return '';
  const start = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return start.toString('latin1', first, first + bytes).replaceAll('\0', '');
}

const byteOrderMark: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf, 0xfe, 0xff]);
