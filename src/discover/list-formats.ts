import { rdfSyntaxOf } from '../model/media-type.ts';
import { asArray, isObject, type JsonObject, type JsonValue, parseJson } from '../text/json.ts';

/** What a document with many records is: a list of them, or a catalogue. */
type ListFormat = 'list' | 'catalog';

/**
 * Detects a list or catalogue by the first characters of a document: JSON, JSON lines, or RDF in
 * another syntax. It only guesses what extraction finds later: a document with one record is
 * neither, also where the record names the catalogue that it belongs to.
 * @param essence its media type, in lower case
 */
export function detectListFormat(beginning: string, essence: string): ListFormat | undefined {
  const text = beginning.replace(/^\uFEFF/u, '').trimStart();
  if (/^[[{]/u.test(text)) return formatOfJson(text);
  const isRdf = rdfSyntaxOf(essence) !== undefined || rdfStart.test(text);
  const head = text.slice(0, 4096);
  // A page may contain RDF about its licence.
  const isRdfXml = rdfRoot.test(head) && !/<html[\s>]/iu.test(head);
  return isRdf || isRdfXml ? formatOfRdf(text) : undefined;
}

/** A directive of Turtle, or a statement of N-Triples. */
const rdfStart = /^(?:(?:@prefix|@base|prefix)\s|<[a-z]+:\/\/[^<>\s]*>\s*<)/iu;
const rdfRoot = /<(?:\w+:)?RDF[\s>]/u;
const datasetMention = /[:/#]Dataset(?=["'>\s;.,]|\/>)/gu;
const recordMention = /[:/#]CatalogRecord(?=["'>\s;.,])/gu;
const catalogMembers = /(?:dcat|schema|sdo|schema\.org|dcat#)[:/]?dataset(?=[>\s])/iu;

/**
 * Each record has a node of the type Dataset, which closing tags repeat; in CDIF also its metadata
 * record, which is marked as a CatalogRecord.
 */
function formatOfRdf(text: string): ListFormat | undefined {
  const opened = text.replaceAll(/<\/[^<>]*>/gu, '');
  const [all, about] = [datasetMention, recordMention].map(
    (each) => opened.match(each)?.length ?? 0,
  );
  const datasets = (all ?? 0) - (about ?? 0);
  const isCatalog = /[:/#](?:Data)?Catalog(?=["'>\s;.,])/u.test(opened);
  return datasets > 1 || (isCatalog && catalogMembers.test(opened)) ? 'catalog' : undefined;
}

function formatOfJson(text: string): ListFormat | undefined {
  const whole = parseJson(text) ?? parseJson(closeJson(text));
  if (whole === undefined) return isJsonLines(text) ? 'list' : undefined;
  if (Array.isArray(whole)) return areRecords(whole) ? 'list' : undefined;
  if (!isObject(whole)) return undefined;
  if (isOgcCatalogue(whole)) return 'catalog';
  const own = formatByType(whole);
  if (own !== undefined) return own;
  const graph = whole['@graph'];
  if (!Array.isArray(graph)) return undefined;
  // A record of a graph may name its catalogue in a further node, which then names no members.
  const nodes = graph.filter(isObject).filter(hasMembers).map(formatByType);
  return nodes.find((format) => format !== undefined) ?? (areRecords(graph) ? 'list' : undefined);
}

const formats: ReadonlyMap<string, ListFormat> = new Map([
  ['ItemList', 'list'],
  ['OfferCatalog', 'list'],
  ['DataFeed', 'list'],
  ['DataCatalog', 'catalog'],
  ['Catalog', 'catalog'],
  ['Collection', 'catalog'],
  ['PagedCollection', 'catalog'],
]);

/** By its types, with any prefix or namespace. */
function formatByType(node: JsonObject): ListFormat | undefined {
  const found = typesOf(node).map((type) => formats.get(type));
  return found.find((format) => format !== undefined);
}

function typesOf(node: JsonObject): readonly string[] {
  const types = asArray(node['@type'] ?? node['type'] ?? []);
  return types.flatMap((type) => (typeof type === 'string' ? [localName(type)] : []));
}

function localName(name: string): string {
  return name.replace(/^.*[/#:]/su, '');
}

const memberNames: ReadonlySet<string> = new Set([
  'itemListElement',
  'dataFeedElement',
  'dataset',
  'member',
]);

function hasMembers(node: JsonObject): boolean {
  return Object.keys(node).some((name) => memberNames.has(localName(name)));
}

/** URLs, or records: documents with a context of their own, or datasets. */
function areRecords(items: readonly JsonValue[]): boolean {
  const records = items.filter((item) => {
    if (typeof item === 'string') return /^https?:\/\//iu.test(item);
    if (!isObject(item)) return false;
    // What is about another node is its metadata record.
    const isAbout = Object.keys(item).some((name) => localName(name) === 'about');
    return !isAbout && ('@context' in item || typesOf(item).includes('Dataset'));
  });
  return records.length > 1;
}

/** Relations of the pages of an OGC API that lead to its records. */
const ogcRelations: ReadonlySet<unknown> = new Set(['collections', 'data', 'items']);

/**
 * OGC API - Records: a landing page or collection that leads to records, or GeoJSON with metadata
 * records, which have a type and title.
 */
function isOgcCatalogue({ '@context': context, ...value }: JsonObject): boolean {
  const { type, features, links, conformsTo } = value;
  if (context !== undefined) return false;
  if (/ogcapi-records/iu.test(JSON.stringify(conformsTo ?? ''))) return true;
  if (type !== 'FeatureCollection' || !Array.isArray(features)) {
    if (type !== undefined || !Array.isArray(links)) return false;
    return links.some((link) => isObject(link) && ogcRelations.has(link['rel']));
  }
  return features.some((feature) => {
    const properties = isObject(feature) ? feature['properties'] : undefined;
    if (!isObject(properties)) return false;
    return typeof properties['title'] === 'string' && typeof properties['type'] === 'string';
  });
}

/** Whether the first two lines are JSON objects. */
function isJsonLines(text: string): boolean {
  const [first = '', second = ''] = text.split(/\r?\n/u, 2);
  const next = parseJson(second) ?? parseJson(closeJson(second));
  return isObject(parseJson(first)) && isObject(next);
}

/**
 * Closes JSON that was cut off, after the last value that is followed by a comma. The result is
 * invalid where the text is.
 */
function closeJson(text: string): string {
  const start = text.slice(0, scanBrackets(text).end);
  return start + scanBrackets(start).open.toReversed().join('');
}

/** Brackets and commas outside of strings. A string that is cut off has none. */
const structure = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{},]/gsu;

/** The closing brackets that a text lacks, and where it can be cut: at a comma, if there is one. */
function scanBrackets(text: string): { readonly open: readonly string[]; readonly end: number } {
  const open: string[] = [];
  let [firstOpened, lastComma] = [0, 0];
  for (const { 0: found, index } of text.matchAll(structure)) {
    if (found === ',') lastComma = index;
    else if (found === '}' || found === ']') open.pop();
    else if (found === '{' || found === '[') {
      open.push(found === '{' ? '}' : ']');
      firstOpened ||= index + 1;
    }
  }
  return { open, end: lastComma || firstOpened };
}
