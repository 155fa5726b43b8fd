import {
  isJsonType,
  isPageType,
  isScriptType,
  isVagueType,
  isXmlType,
  type RdfSyntax,
  rdfSyntaxOf,
} from '../model/media-type.ts';
import type { ResponseRoute } from '../model/record.ts';
import { isMappedXml } from './mapped/mapped-xml.ts';
import { skipFillers } from './mend/fillers.ts';
import { endOfMatch } from './rdf/term-mending.ts';

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
 * - JSON-LD is also found under XML and script types, RDF/XML and formats that are mapped to
 *   schema.org under XML types;
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
    return beginsJson(start) ? 'direct' : sniffData(essence, start);
  }
  return isXmlType(essence) || isScriptType(essence) ? sniffOtherType(essence, body) : undefined;
}

/** The route of a body whose type is not one of metadata. */
function sniffOtherType(essence: string, body: Uint8Array): ResponseRoute | undefined {
  const start = readStart(body, sniffedDataBytes);
  if (beginsBareJson(start) && hasJsonLdKeywords(body)) return 'direct';
  return isXmlType(essence) ? sniffData(essence, start) : undefined;
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

function sniffData(essence: string, start: string): ResponseRoute | undefined {
  if (detectRdfSyntax(essence, start) !== undefined) return 'rdf';
  const root = readXmlRoot(start);
  return root !== undefined && isMappedXml(root) ? 'xml' : undefined;
}

/** The name of the metadata format of a body without a route; undefined where unknown. */
export function detectUnreadFormat(essence: string, body: Uint8Array): string | undefined {
  return detectXmlFormat(essence, readStart(body, sniffedDataBytes));
}

/** Names for people of the listings whose root element is this. */
const listingRoots: ReadonlyMap<string, string> = new Map([
  ['urlset', 'sitemap'],
  ['sitemapindex', 'sitemap index'],
  ['rss', 'RSS feed'],
  ['feed', 'Atom feed'],
]);

/** The name of the listing that a body of an XML or unspecific type is; undefined for others. */
export function detectListing(essence: string, body: Uint8Array): string | undefined {
  if (!isXmlType(essence) && !isVagueType(essence)) return undefined;
  const start = readStart(body, sniffedDataBytes);
  const root = readXmlRoot(start)?.localName;
  if (root !== undefined) return listingRoots.get(root);
  return isVagueType(essence) && isUrlList(start) ? 'text sitemap' : undefined;
}

/** Whether a text has several lines, each a URL; the last one may be cut off. */
function isUrlList(start: string): boolean {
  const lines = start.split(/[\n\r]+/u).filter((line) => line.trim() !== '');
  const whole = lines.length > 2 ? lines.slice(0, -1) : lines;
  return lines.length > 1 && whole.every((line) => /^\s*https?:\/\/\S+\s*$/iu.test(line));
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
  ['{', /^["'}]/u],
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

/** JSON-LD has a keyword within these first bytes. */
export const keywordSearchBytes = 65_536;

/** Whether the first bytes of JSON contain a JSON-LD keyword, or what looks like one. */
export function hasJsonLdKeywords(start: Uint8Array): boolean {
  const bytes = Math.min(start.length, keywordSearchBytes);
  const searched = Buffer.from(start.buffer, start.byteOffset, bytes);
  return searched.includes('"@') || searched.includes("'@");
}

/** An XML metadata format that is not read. */
interface MetadataFormat {
  readonly name: string;
  /** Prefixes of the namespaces of its versions. */
  readonly namespaces: readonly string[];
  /** The root element of documents without a namespace. */
  readonly root?: string;
}

const xmlFormats: readonly MetadataFormat[] = [
  {
    name: 'ISO 19139',
    namespaces: [
      'http://www.isotc211.org/2005/gmd',
      'http://www.isotc211.org/2005/gmi',
      'http://standards.iso.org/iso/19115/-2/gmi/',
    ],
  },
  {
    name: 'ISO 19115-3',
    namespaces: [
      'http://standards.iso.org/iso/19115/-3/',
      'https://schemas.isotc211.org/19115/-3/',
    ],
  },
  {
    name: 'EML',
    namespaces: ['eml://ecoinformatics.org/eml', 'https://eml.ecoinformatics.org/eml'],
  },
  { name: 'FGDC CSDGM', namespaces: ['http://www.fgdc.gov/'], root: 'metadata' },
  { name: 'DIF', namespaces: ['http://gcmd.gsfc.nasa.gov/Aboutus/xml/dif/'], root: 'DIF' },
  {
    name: 'DDI',
    namespaces: ['ddi:', 'http://www.icpsr.umich.edu/DDI'],
    root: 'codeBook',
  },
];

/**
 * The name of the XML metadata format of a document of an XML or unspecific type, by its root
 * element; undefined where unknown.
 * @param start the first characters of the document
 */
function detectXmlFormat(essence: string, start: string): string | undefined {
  if (!isXmlType(essence) && !isVagueType(essence)) return undefined;
  const root = readXmlRoot(start);
  return root && xmlFormats.find((format) => hasFormat(root, format))?.name;
}

function hasFormat({ localName, namespace }: XmlRoot, format: MetadataFormat): boolean {
  if (namespace === '') return localName === format.root;
  return format.namespaces.some((each) => namespace.startsWith(each));
}

const rdfNamespace = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** Leading comment lines. */
const comments = /(?:\s*#[^\n\r]*[\n\r])*\s*/uy;
/** RDF 1.1 Turtle §6.5: the forms with an at sign are case-sensitive, those of SPARQL are not. */
const directive = /(?:@prefix|@base)\s|(?:prefix\s+[^\s:<>]*:|base)\s*</iuy;
/** Two terms in angle brackets, or a blank node before the second, and the rest of the line. */
const rdfStatement = /(?:<[^\s<>"{}|^`\\]*>|_:[^\s<>]+)\s*<[^\s<>"{}|^`\\]*>([^\n\r]*)/uy;

/**
 * The RDF syntax of a document, by media type and beginning: XML under the type of another syntax
 * is RDF/XML, and vice versa. Without a specific type, directives mean Turtle, and a complete
 * statement of full IRIs on one line means N-Quads.
 * @param start the first characters of the document
 */
export function detectRdfSyntax(essence: string, start: string): RdfSyntax | undefined {
  const declared = rdfSyntaxOf(essence);
  const found = sniffSyntax(start);
  if (declared === undefined || found === undefined) return declared ?? found;
  return (declared === 'rdf-xml') === (found === 'rdf-xml') ? declared : found;
}

/** Whether an element is the root of a listing or page. */
function isOtherRoot(name: string): boolean {
  return listingRoots.has(name) || name.toLowerCase() === 'html';
}

function sniffSyntax(start: string): RdfSyntax | undefined {
  const root = readXmlRoot(start);
  if (root?.namespace === rdfNamespace) return 'rdf-xml';
  // Its first two tags look like terms of Turtle.
  if (root !== undefined && isOtherRoot(root.localName)) return undefined;
  const at = endOfMatch(comments, start, 0) ?? 0;
  if (endOfMatch(directive, start, at) !== undefined) return 'turtle';
  rdfStatement.lastIndex = at;
  const [found, rest = ''] = rdfStatement.exec(start) ?? [];
  if (found === undefined) return undefined;
  return /\.\s*(?:#|$)/u.test(rest) ? 'n-quads' : 'turtle';
}

/** The root element of an XML document; its namespace is empty without one. */
type XmlRoot = Readonly<Record<'localName' | 'namespace', string>>;

/** What may precede the root (XML 1.0 §2.8); a document type may contain brackets. */
const prolog =
  /(?:\s+|<\?[^?]*(?:\?(?!>)[^?]*)*\?>|<!--[^-]*(?:-(?!->)[^-]*)*-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>)*/uy;
const startTag =
  /<(?:([^\s<>/:=]+):)?([^\s<>/:=]+)((?:\s+[^\s<>/=]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>?/uy;
const attribute = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/guy;

/** Reads the root from the beginning of a document; undefined where that is no XML or too short. */
export function readXmlRoot(start: string): XmlRoot | undefined {
  const at = endOfMatch(prolog, start, 0) ?? 0;
  startTag.lastIndex = at;
  const [, prefix, localName, attributes = ''] = startTag.exec(start) ?? [];
  if (localName === undefined) return undefined;
  const declaration = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  let namespace = '';
  for (const [, name, double, single = ''] of attributes.matchAll(attribute)) {
    if (name === declaration) namespace = double ?? single;
  }
  return { localName, namespace: resolveNamespace(namespace, start.slice(0, at)) };
}

/** A namespace may be an entity of the document type, as OWL tools write it. */
function resolveNamespace(value: string, prologText: string): string {
  const [, entity] = /^&([^;&\s]+);$/u.exec(value) ?? [];
  if (entity === undefined) return value;
  const declared = prologText
    .split('<!ENTITY')
    .find((each) => each.trim().startsWith(`${entity} `));
  return /["']([^"']*)["']/u.exec(declared ?? '')?.[1] ?? '';
}
