import { followableLinks } from '../links/followable-links.ts';
import { parseLinkField } from '../links/link-field.ts';
import {
  findCdifLabel,
  isJsonLdType,
  isPageType,
  isScriptType,
  isVagueType,
  mayHoldMetadata,
  type MediaType,
  mediaTypeOfFile,
  parseMediaType,
  rdfSyntaxOf,
} from '../model/media-type.ts';
import type { FetchRequest, HttpHeaders, LinkField } from '../model/http.ts';
import type { Target, TargetLabel } from '../model/target.ts';

/**
 * How much of a body to download, by the headers of its response:
 * - `nothing`: no metadata, though the headers may lead to some;
 * - `page`: possibly metadata, of the usual size;
 * - `little`: as `page`, but a large body is probably data, and the headers lead to metadata;
 * - `list`: labelled as a list of CDIF records, which may be larger.
 */
export type WantedBody = 'nothing' | 'page' | 'little' | 'list';

interface BodyDecisionContext {
  readonly target: Target;
  /** Whether only metadata is useful, since the page itself is known. */
  readonly negotiates: boolean;
  /**
   * In bytes: a larger response that may be data, and whose headers lead elsewhere, is not
   * downloaded.
   */
  readonly maxBytes: number;
}

/** Decides from the headers how much of a body to download. */
export function decideWantedBody(
  headers: HttpHeaders,
  { target, negotiates, maxBytes }: BodyDecisionContext,
): WantedBody {
  const mediaType = parseMediaType(headers['content-type'] ?? '');
  const { labels = [] } = target;
  const profiles = mediaType.profiles.concat(labels.flatMap((label) => label.profiles));
  if (target.isList === true || findCdifLabel(profiles) === 'list') return 'list';
  if (!isUseful(mediaType, negotiates)) return 'nothing';
  if (!mayBeData(headers, target) || !leadsElsewhere(headers, target)) return 'page';
  return Number(headers['content-length']) > maxBytes ? 'nothing' : 'little';
}

function isUseful({ essence }: MediaType, negotiates: boolean): boolean {
  if (negotiates) return mayHoldMetadata(essence) && !isPageType(essence);
  return mayHoldMetadata(essence) || isVagueType(essence) || isScriptType(essence);
}

/** Whether neither the type of a response nor what led to it labels it as metadata. */
export function mayBeData(headers: HttpHeaders, { found }: Target): boolean {
  const { essence, profiles } = parseMediaType(headers['content-type'] ?? '');
  if (requestedAsMetadata.has(found.by) || findCdifLabel(profiles) !== undefined) return false;
  return !isPageType(essence) && !isJsonLdType(essence) && rdfSyntaxOf(essence) === undefined;
}

/** Whether the headers of a response lead to metadata of the target elsewhere. */
function leadsElsewhere({ link: text = '' }: HttpHeaders, { url }: Target): boolean {
  if (text === '') return false;
  // The final URL does not matter here.
  const finalUrl = 'http://resource.invalid/';
  const names = new Set([finalUrl, url]);
  return leadToMetadata([{ url: finalUrl, text }], { names, wanted: 'any' });
}

/**
 * Whether `Link` headers lead from a resource to its metadata.
 * @param names the URLs of the resource
 * @param wanted whether only links labelled as CDIF count
 */
export function leadToMetadata(
  fields: readonly LinkField[],
  { names, wanted }: { readonly names: ReadonlySet<string>; readonly wanted: 'any' | 'labelled' },
): boolean {
  const own = fields
    .flatMap(({ url, text }) => parseLinkField(text, url).links)
    .filter(({ context, target }) => names.has(context) && !names.has(target));
  if (wanted === 'any' && own.some(({ rel }) => rel === 'linkset')) return true;
  return followableLinks(own).some(
    ({ profiles }) => wanted === 'any' || findCdifLabel(profiles) === 'record',
  );
}

/**
 * Whether the first bytes of an untyped body are binary (MIME Sniffing standard, "binary data
 * byte"). UTF-16 is text; it has a byte order mark, or a zero beside each ASCII character.
 */
export function isBinaryData(start: Uint8Array): boolean {
  const [first, second, third, fourth] = start;
  const isMarked = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
  const isWide = (first === 0 && third === 0) || (second === 0 && fourth === 0);
  if (isMarked || (isWide && first !== second)) return false;
  return start.subarray(0, sniffedBytes).some((byte) => byte < 0x20 && !textControls.has(byte));
}

const sniffedBytes = 1445;
/** Tab, line and form feeds, and escape, which some encodings use. */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/**
 * HTML and JSON-LD have equal weight, so that a server that has both sends its default; other JSON
 * may be metadata, and all other types are accepted because many servers mislabel.
 */
export const defaultAccept =
  'text/html, application/xhtml+xml, application/ld+json, application/json;q=0.8, */*;q=0.5';

/** `Accept` for a list: machine-readable formats first, since an HTML page may show only a part. */
const listAccept =
  'application/geo+json, application/ld+json;q=0.9, application/json;q=0.8, text/turtle;q=0.7, ' +
  'text/html;q=0.6, application/xhtml+xml;q=0.6, */*;q=0.5';

/**
 * `Accept` where a page offers no metadata: CDIF first, then the syntaxes by how completely they
 * are read.
 */
const otherMetadata = [
  ['application/ld+json', 0.8],
  ['text/turtle', 0.7],
  ['application/rdf+xml', 0.6],
  ['application/n-triples', 0.5],
  ['application/n-quads', 0.5],
  ['application/trig', 0.5],
] as const;
const metadataAccept = `application/ld+json;profile="CDIF1.0", ${otherTypes(new Set())}`;

/**
 * `Accept` for a DOI: JSON-LD, which DataCite makes of its metadata, else the metadata of DataCite
 * or Crossref. Other registration agencies lead to the landing page.
 */
const doiAccept =
  'application/vnd.schemaorg.ld+json, application/ld+json;q=0.9, ' +
  'application/vnd.datacite.datacite+json;q=0.8, application/vnd.citationstyles.csl+json;q=0.7, ' +
  'text/html;q=0.2, */*;q=0.1';

/** How targets are found whose response is requested as metadata. */
const requestedAsMetadata: ReadonlySet<string> = new Set(['dois', 'link', 'list']);

/**
 * The `Accept` header of a request. Labels of the document come first, since the same URL may give
 * a page to others; a label that names a script means that the page is wanted.
 */
export function acceptHeader({
  target,
  negotiates,
}: Pick<FetchRequest, 'target' | 'negotiates'>): string {
  if (negotiates === true) return metadataAccept;
  if (target.found.by === 'dois') return doiAccept;
  const labels = (target.labels ?? []).filter(({ scriptId }) => scriptId === undefined);
  const documents = labels.filter((label) => isDocument(label));
  if (documents.length === 0) return usualAccept(target, labels);
  const types = new Set(documents.flatMap(withProfiles));
  const named = new Set(documents.map(({ type }) => type));
  return [...types, otherTypes(named), '*/*;q=0.1'].join(', ');
}

type DocumentLabel = TargetLabel & Required<Pick<TargetLabel, 'type'>>;

function isDocument(label: TargetLabel): label is DocumentLabel {
  const { type = '' } = label;
  return isJsonLdType(type) || rdfSyntaxOf(type) !== undefined;
}

function usualAccept({ isList }: Target, labels: readonly TargetLabel[]): string {
  if (isList !== true) return defaultAccept;
  return [...labels.flatMap(({ type = [] }) => type), listAccept].join(', ');
}

/** The other metadata types, each with its weight. */
function otherTypes(named: ReadonlySet<string>): string {
  return otherMetadata
    .filter(([type]) => !named.has(type))
    .map(([type, weight]) => `${type};q=${weight}`)
    .join(', ');
}

/** A type with the profiles of its label, then the type alone. */
function withProfiles({ type, profiles }: DocumentLabel): readonly string[] {
  // In quotes, a profile needs no escape.
  const named = profiles.filter((profile) => /^[!#-[\]-~]+$/u.test(profile)).join(' ');
  return named === '' ? [type] : [`${type};profile="${named}"`, `${type};q=0.9`];
}

/** File extensions of data, documents and archives: of any size, and not metadata. */
const dataExtensions: ReadonlySet<string> = new Set(
  (
    '7z avi bam bin bz2 cdf csv doc docx dta exe fastq fits flac fq gif gpkg grb grb2 grib grib2 ' +
    'gz h5 hdf hdf5 iso jp2 jpeg jpg kmz las laz mat mdb mov mp3 mp4 mpeg nc nc4 ods odt ogg ' +
    'parquet pdf png ppt pptx rar rda rds sav segy shp sqlite tar tgz tif tiff tsv vcf wav ' +
    'webm xls xlsx xz zarr zip zst'
  ).split(' '),
);

/**
 * Whether a target is probably the resource itself, so that HEAD precedes GET of a possibly large
 * body (CDIF, publishing metadata: HEAD): by its labels, by its file extension, and where a sitemap
 * is for CDIF only, whose locations may be resources.
 */
export function startsWithHead({ url, labels = [], found }: Target): boolean {
  if (requestedAsMetadata.has(found.by)) return false;
  const types = labels.flatMap(({ type = [] }) => type);
  if (types.length > 0) return !types.some((type) => mayHoldMetadata(type));
  const { pathname } = new URL(url);
  const extension = /\.([a-z\d]+)$/iu.exec(pathname)?.[1]?.toLowerCase();
  if (extension !== undefined && dataExtensions.has(extension)) return true;
  return found.agent !== undefined && mediaTypeOfFile(pathname) === undefined;
}
