import { isVagueType, isXmlType, type RdfSyntax, rdfSyntaxOf } from '../model/media-type.ts';
import { isObject, type JsonContainer, type JsonObject } from '../text/json.ts';
import { endOfMatch } from './rdf/term-mending.ts';

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
    name: 'DataCite',
    namespaces: ['http://datacite.org/schema/kernel', 'http://schema.datacite.org/oai/'],
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
  { name: 'OAI Dublin Core', namespaces: ['http://www.openarchives.org/OAI/2.0/oai_dc/'] },
];

/**
 * The name of the XML metadata format of a document of an XML or unspecific type, by its root
 * element; undefined where unknown.
 * @param start the first characters of the document
 */
export function detectXmlFormat(essence: string, start: string): string | undefined {
  if (!isXmlType(essence) && !isVagueType(essence)) return undefined;
  const root = readXmlRoot(start);
  return root && xmlFormats.find((format) => hasFormat(root, format))?.name;
}

function hasFormat({ localName, namespace }: XmlRoot, format: MetadataFormat): boolean {
  if (namespace === '') return localName === format.root;
  return format.namespaces.some((each) => namespace.startsWith(each));
}

/** A JSON metadata format that is not read. */
interface JsonFormat {
  readonly name: string;
  /** Prefixes of its media types; `application/vnd.datacite.datacite+json` and similar. */
  readonly types: readonly string[];
  /** Whether a document has its characteristic shape. */
  readonly isShapeOf: (document: JsonObject) => boolean;
}

const jsonFormats: readonly JsonFormat[] = [
  {
    name: 'DataCite JSON',
    types: ['application/vnd.datacite.datacite+json'],
    // DataCite's own API wraps it (JSON:API).
    isShapeOf: (document) =>
      isDataCite(document) || isDataCite(memberOf(firstOf(document['data']), 'attributes')),
  },
  {
    name: 'CSL-JSON',
    types: ['application/vnd.citationstyles.csl+json', 'application/citeproc+json'],
    isShapeOf: ({ type, issued }) =>
      typeof type === 'string' && Array.isArray(memberOf(issued, 'date-parts')),
  },
  {
    name: 'STAC',
    types: ['application/vnd.stac'],
    isShapeOf: (document) =>
      [document, firstOf(document['features']), firstOf(document['collections'])].some(
        (each) => typeof memberOf(each, 'stac_version') === 'string',
      ),
  },
  { name: 'CKAN JSON', types: [], isShapeOf: isCkan },
  {
    name: 'Crossref JSON',
    types: [],
    isShapeOf: (document) =>
      typeof document['message-type'] === 'string' && isObject(document['message']),
  },
];

/**
 * The name of the JSON metadata format, by media type or shape; undefined where unknown, or where a
 * top-level JSON-LD keyword is present.
 */
export function detectJsonFormat(essence: string, value: JsonContainer): string | undefined {
  const documents: readonly unknown[] = Array.isArray(value) ? value : [value];
  const format = findFormat(essence, documents[0]);
  if (format === undefined) return undefined;
  return documents.every((each) => findFormat(essence, each) === format) ? format.name : undefined;
}

function findFormat(essence: string, document: unknown): JsonFormat | undefined {
  if (!isObject(document)) return undefined;
  const found =
    jsonFormats.find(({ types }) => types.some((type) => essence.startsWith(type))) ??
    jsonFormats.find(({ isShapeOf }) => isShapeOf(document));
  return Object.keys(document).some((name) => name.startsWith('@')) ? undefined : found;
}

function isDataCite(document: unknown): boolean {
  const version = memberOf(document, 'schemaVersion');
  if (typeof version === 'string' && /^https?:\/\/datacite\.org\//iu.test(version)) return true;
  return typeof memberOf(memberOf(document, 'types'), 'resourceTypeGeneral') === 'string';
}

/** A package, or CKAN's API response for one or many (`package_show`, `package_search`). */
function isCkan({ success, result, resources, license_id: license }: JsonObject): boolean {
  if (Array.isArray(resources)) return license !== undefined;
  if (success !== true) return false;
  return [result, firstOf(memberOf(result, 'results'))].some((each) =>
    Array.isArray(memberOf(each, 'resources')),
  );
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** The first item of an array; other values unchanged. */
function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

const rdfNamespace = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** Leading comment lines. */
const comments = /(?:\s*#[^\n\r]*[\n\r])*\s*/uy;
/** RDF 1.1 Turtle §6.5: the forms with an at sign are case-sensitive, those of SPARQL are not. */
const directive = /(?:@prefix|@base)\s|(?:prefix\s+[^\s:<>]*:|base)\s*</iuy;
/** Two terms in angle brackets, or a blank node before the second, and the rest of the line. */
const statement = /(?:<[^\s<>"{}|^`\\]*>|_:[^\s<>]+)\s*<[^\s<>"{}|^`\\]*>([^\n\r]*)/uy;

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

function sniffSyntax(start: string): RdfSyntax | undefined {
  const root = readXmlRoot(start);
  if (root?.namespace === rdfNamespace) return 'rdf-xml';
  const at = endOfMatch(comments, start, 0) ?? 0;
  if (endOfMatch(directive, start, at) !== undefined) return 'turtle';
  statement.lastIndex = at;
  const [found, rest = ''] = statement.exec(start) ?? [];
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
