import { memoize } from '../text/collections.ts';

/** The relevant parts of a `Content-Type` field or a `type` attribute. */
export interface MediaType {
  /** Type and subtype in lower case, without parameters; empty if there is none. */
  readonly essence: string;
  readonly charset?: string;
  /** The values of the `profile` parameter: IRIs (RFC 6906 §3.1), or the words of CDIF. */
  readonly profiles: readonly string[];
}

/** RDF syntaxes other than JSON-LD. */
export type RdfSyntax = 'n-quads' | 'n-triples' | 'rdf-xml' | 'trig' | 'turtle';

const jsonTypes: ReadonlySet<string> = new Set([
  'application/json',
  // A misspelling that occurs in an example of the CDIF book.
  'application/json-ld',
  'application/x-json',
  'text/json',
]);

/** One value per line. None of these types is registered. */
const jsonLinesTypes: ReadonlySet<string> = new Set([
  'application/jsonl',
  'application/jsonlines',
  'application/json-lines',
  'application/ldjson',
  'application/ndjson',
  'application/x-jsonl',
  'application/x-jsonlines',
  'application/x-ldjson',
  'application/x-ndjson',
  'text/jsonl',
  'text/ndjson',
  'text/x-ndjson',
]);

/** Types of gzip files, which say nothing of what is in them. */
const gzipTypes: ReadonlySet<string> = new Set([
  'application/gzip',
  'application/x-gzip',
  'application/gzip-compressed',
  'application/x-gunzip',
]);

const rdfSyntaxes: ReadonlyMap<string, RdfSyntax> = new Map([
  ['application/n-quads', 'n-quads'],
  ['text/x-nquads', 'n-quads'],
  ['application/n-triples', 'n-triples'],
  ['application/rdf+xml', 'rdf-xml'],
  ['application/trig', 'trig'],
  ['application/x-trig', 'trig'],
  ['text/turtle', 'turtle'],
  ['application/turtle', 'turtle'],
  ['application/x-turtle', 'turtle'],
  // Notation3 is a superset of Turtle; its other features are not RDF.
  ['text/n3', 'turtle'],
  ['text/rdf+n3', 'turtle'],
]);

/** Types that servers give to unknown files. */
const vagueTypes: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'text/plain',
]);

const scriptTypes: ReadonlySet<string> = new Set([
  'text/javascript',
  'application/javascript',
  'application/x-javascript',
]);

/**
 * A comma, a semicolon, or a value in quotes of either kind, which may contain both. An unclosed
 * double quote quotes the rest (WHATWG Fetch: collect an HTTP quoted string).
 */
const separators = /"(?:[^"\\]|\\.)*(?:"|\\?$)|'[^']*'|[,;]/gsu;

/**
 * Parses a media type as tolerantly as browsers do: any case, blanks anywhere, quotes of either
 * kind (CDIF writes `profile='CDIF1.0'`), and only the first type where a server sends several.
 */
export function parseMediaType(text: string): MediaType {
  const [essence = '', ...parameters] = partsOf(text);
  let charset: string | undefined;
  let profiles: readonly string[] | undefined;
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=');
    if (equals === -1) continue;
    const name = parameter.slice(0, equals).trim().toLowerCase();
    const value = unquote(parameter.slice(equals + 1));
    if (name === 'charset' && value !== '') charset ??= value;
    if (name === 'profile') profiles ??= parseProfiles(value);
  }
  return {
    essence: essence.trim().toLowerCase(),
    ...(charset === undefined ? {} : { charset }),
    profiles: profiles ?? [],
  };
}

/** Splits the value of a profile parameter or attribute: a set of words, perhaps quoted. */
export function parseProfiles(value: string): readonly string[] {
  const words = value.split(/\s+/u).map((word) => unquote(word));
  return [...new Set(words.filter((word) => word !== ''))];
}

/** Whether a media type is JSON of any kind (RFC 6839 §3.1), also JSON-LD and JSON lines. */
export function isJsonType(essence: string): boolean {
  return jsonTypes.has(essence) || essence.endsWith('+json') || isJsonLinesType(essence);
}

/** Whether a media type is that of JSON lines: one JSON value per line. */
export function isJsonLinesType(essence: string): boolean {
  return jsonLinesTypes.has(essence) || /\+(?:ndjson|jsonl)$/u.test(essence);
}

/** Whether a media type is that of a gzip file. */
export function isGzipType(essence: string): boolean {
  return gzipTypes.has(essence);
}

const jsonLdTypes: ReadonlySet<string> = new Set([
  'application/ld+json',
  // A known misspelling.
  'application/json-ld',
  // That of DataCite for JSON-LD in terms of schema.org.
  'application/vnd.schemaorg.ld+json',
]);

/** Whether a media type is JSON-LD. */
export function isJsonLdType(essence: string): boolean {
  return jsonLdTypes.has(essence);
}

/** Whether a media type is HTML. */
export function isPageType(essence: string): boolean {
  return essence === 'text/html' || essence === 'application/xhtml+xml';
}

/** Whether a media type is a linkset, in either form (RFC 9264 §4). */
export function isLinksetType(essence: string): boolean {
  return essence === 'application/linkset' || essence === 'application/linkset+json';
}

/** Whether a media type is XML of any kind (RFC 7303 §9). */
export function isXmlType(essence: string): boolean {
  return essence === 'application/xml' || essence === 'text/xml' || essence.endsWith('+xml');
}

/** Whether a media type is JavaScript (RFC 9239), which some servers send for JSON. */
export function isScriptType(essence: string): boolean {
  return scriptTypes.has(essence);
}

/** Whether a document of this media type may hold metadata; vague types do not count. */
export function mayHoldMetadata(essence: string): boolean {
  return (
    isPageType(essence) ||
    isJsonType(essence) ||
    rdfSyntaxOf(essence) !== undefined ||
    isLinksetType(essence) ||
    isXmlType(essence)
  );
}

/** Whether a media type is missing, or one that servers give to unknown files. */
export function isVagueType(essence: string): boolean {
  return vagueTypes.has(essence);
}

/** The RDF syntax of a media type; undefined for JSON-LD and everything else. */
export function rdfSyntaxOf(essence: string): RdfSyntax | undefined {
  return rdfSyntaxes.get(essence);
}

/** The first type and its parameters. */
function partsOf(text: string): readonly string[] {
  if (!/[,;]/u.test(text)) return [text];
  const parts: string[] = [];
  let start = 0;
  for (const { 0: separator, index } of text.matchAll(separators)) {
    if (separator.length > 1) continue;
    parts.push(text.slice(start, index));
    start = index + 1;
    if (separator === ',') return parts;
  }
  parts.push(text.slice(start));
  return parts;
}

function unquote(value: string): string {
  const trimmed = value.trim();
  const quoted = /^(?:"((?:[^"\\]|\\.)*)"?|'([^']*)'?)$/su.exec(trimmed);
  if (quoted === null) return trimmed;
  const [, double, single = ''] = quoted;
  return (double === undefined ? single : double.replaceAll(/\\(.)/gsu, '$1')).trim();
}

/** Media types by file name extension, for files that can hold metadata. */
const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['jsonld', 'application/ld+json'],
  ['json', 'application/json'],
  ['jsonl', 'application/x-ndjson'],
  ['ndjson', 'application/x-ndjson'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['xhtml', 'application/xhtml+xml'],
  ['ttl', 'text/turtle'],
  ['trig', 'application/trig'],
  ['nt', 'application/n-triples'],
  ['nq', 'application/n-quads'],
  ['rdf', 'application/rdf+xml'],
]);

/**
 * The media type by file name extension, in any case; undefined if it cannot hold metadata. That of
 * a gzip file (`.ttl.gz`) is the type of what is in it.
 */
export function mediaTypeOfFile(name: string): string | undefined {
  const ending = /\.([a-z]+)(?:\.gz)?$/iu.exec(name)?.[1] ?? '';
  return mediaTypes.get(ending.toLowerCase());
}

/** The meaning of a CDIF profile as a label: a metadata record, or a list of such records. */
type CdifLabel = 'record' | 'list';

/**
 * CDIF's words in media types (CDIF 1.0, publication), and their equivalents in draft examples. A
 * version may follow or be missing.
 */
const profileWords: readonly (readonly [RegExp, CdifLabel])[] = [
  [/^cdif-?list(?:-?\d+(?:\.\d+)*)?$/iu, 'list'],
  [/^cdif(?:_basic)?(?:[-_]?\d+(?:\.\d+)*)?$/iu, 'record'],
];

/**
 * The namespace of CDIF's conformance IRIs, and the profile IRIs of the draft's examples, where a
 * list is a collection.
 */
const profileIris = /^https?:\/\/(?:w3id\.org\/cdif\/|example\.org\/profile\/cdif)/iu;

/**
 * Finds the CDIF label among profiles, in any spelling: `CDIF1.0`, `CDIF-list-1.0`, IRIs below
 * `https://w3id.org/cdif/` in http or https. A list wins, since it is a list of CDIF records.
 * @returns undefined where none of them is a CDIF profile
 */
export function findCdifLabel(profiles: readonly string[]): CdifLabel | undefined {
  const labels = profiles.map((profile) => labelOf(profile));
  return labels.find((label) => label === 'list') ?? labels.find((label) => label !== undefined);
}

function labelOf(profile: string): CdifLabel | undefined {
  const word = profileWords.find(([pattern]) => pattern.test(profile));
  if (word !== undefined) return word[1];
  if (!profileIris.test(profile)) return undefined;
  return /\blist\b|collection/iu.test(profile) ? 'list' : 'record';
}

/** As a word, with a prefix, or as an IRI relative to any document. */
const draftProfile = /^(?:cdif:profile_basic_1\.0|(?:\S*[/#:])?CDIF_basic_1\.0)$/iu;

const conformance =
  /^https?:\/\/(?:www\.)?w3id\.org\/cdif\/(?:profiles\/)?(\w[\w-]*)(\/\d+(?:\.\d+)*)?\/*$/iu;
/** CDIF's own profiles (CDIF 1.1), by their names without separators. */
const profileNames: ReadonlyMap<string, string> = new Map(
  [
    'codelist',
    'complete',
    'conceptscheme',
    'core',
    'data_description',
    'data_structure',
    'discovery',
    'manifest',
    'provenance',
  ].map((name) => [name.replaceAll('_', ''), name]),
);

/**
 * The canonical spelling of a CDIF profile, so that records with the same profile are found
 * together: an IRI such as `https://w3id.org/cdif/discovery/1.1`, or `CDIF_basic_1.0` for the
 * draft's profile, which has no such IRI. A missing version is not added; other texts are
 * unchanged.
 */
export const canonicalProfile = memoize((profile) => {
  if (draftProfile.test(profile)) return 'CDIF_basic_1.0';
  const [, name = '', version = ''] = conformance.exec(profile) ?? [];
  if (name === '') return profile;
  const canonical = profileNames.get(name.toLowerCase().replaceAll(/[-_]/gu, '')) ?? name;
  return `https://w3id.org/cdif/${canonical}${version}`;
}, 1000);
