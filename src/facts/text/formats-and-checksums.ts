import { parseMediaType } from '../../model/media-type.ts';
import { memoize } from '../../text/collections.ts';
import { plainText } from './plain-text.ts';

/** Media types by file extension or format name. */
const byName: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'application/atom+xml': 'atom',
    'application/geo+json': 'geojson',
    'application/geopackage+sqlite3': 'gpkg geopackage',
    'application/gml+xml': 'gml',
    'application/gzip': 'gz gzip',
    'application/json': 'json',
    'application/ld+json': 'json-ld jsonld json_ld',
    'application/msword': 'doc',
    'application/n-quads': 'n-quads',
    'application/n-triples': 'n-triples',
    'application/pdf': 'pdf',
    'application/rdf+xml': 'rdf/xml rdf_xml',
    'application/rtf': 'rtf',
    'application/vnd.apache.parquet': 'parquet',
    'application/vnd.google-earth.kml+xml': 'kml',
    'application/vnd.google-earth.kmz': 'kmz',
    'application/vnd.ms-excel': 'xls',
    'application/vnd.ms-powerpoint': 'ppt',
    'application/vnd.oasis.opendocument.spreadsheet': 'ods',
    'application/vnd.oasis.opendocument.text': 'odt',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
    'application/vnd.zarr': 'zarr',
    'application/x-bibtex': 'bib',
    'application/x-bzip2': 'bz2',
    'application/x-hdf5': 'h5 hdf5',
    'application/x-netcdf': 'netcdf',
    'application/x-tar': 'tar',
    'application/xhtml+xml': 'xhtml',
    'application/xml': 'xml',
    'application/zip': 'zip',
    'audio/mpeg': 'mp3',
    'audio/wav': 'wav',
    'image/bmp': 'bmp',
    'image/gif': 'gif',
    'image/jp2': 'jp2',
    'image/jpeg': 'jpeg jpg',
    'image/png': 'png',
    'image/svg+xml': 'svg',
    'image/tiff': 'geotiff tif tiff',
    'image/webp': 'webp',
    'text/csv': 'csv',
    'text/html': 'htm html',
    'text/markdown': 'md',
    'text/plain': 'txt',
    'text/tab-separated-values': 'tsv',
    'text/turtle': 'rdf_turtle ttl turtle',
    'video/mp4': 'mp4',
  }).flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)),
);

/** Aliases of media types. */
const sameTypes: ReadonlyMap<string, string> = new Map([
  ['application/netcdf', 'application/x-netcdf'],
  ['application/x-hdf', 'application/x-hdf5'],
  ['application/x-zip-compressed', 'application/zip'],
  ['application/x-gzip', 'application/gzip'],
  ['application/vnd.geo+json', 'application/geo+json'],
  ['application/json-ld', 'application/ld+json'],
  ['application/x-parquet', 'application/vnd.apache.parquet'],
  ['image/jpg', 'image/jpeg'],
  ['image/tif', 'image/tiff'],
  ['text/x-csv', 'text/csv'],
  ['application/csv', 'text/csv'],
  ['text/xml', 'application/xml'],
]);

const mediaType =
  /^(?:application|audio|font|image|message|model|multipart|text|video)\/[\w.+-]+$/u;
const mediaTypeIri =
  /^https?:\/\/(?:www\.)?(?:iana\.org\/assignments\/media-types\/|w3\.org\/ns\/iana\/media-types\/|purl\.org\/NET\/mediatypes\/)([\w.+-]+\/[\w.+-]+)(?:#Resource)?\/?$/iu;
const fileTypeIri =
  /^https?:\/\/publications\.europa\.eu\/resource\/authority\/file-type\/([\w-]+)$/iu;

/**
 * The media type of a format, in lower case without parameters, by file type, name or IRI; other
 * texts without markup, other IRIs as published.
 */
export const normalizeFormat = memoize((text: string): string => {
  const written = plainText(text);
  const [, registered] = mediaTypeIri.exec(written) ?? [];
  const [, fileType] = fileTypeIri.exec(written) ?? [];
  const name = (registered ?? fileType ?? written).toLowerCase();
  // Ignores remarks in brackets.
  const type = parseMediaType(name.replace(/ \(.*/u, '')).essence;
  if (mediaType.test(type)) return sameTypes.get(type) ?? type;
  return byName.get(name.replace(/^(?:\*?\.)/u, '').replace(/ (?:file|format)$/u, '')) ?? written;
});

/** Whether a text is a media type, perhaps with parameters, of a registered top-level type. */
export function isMediaType(text: string): boolean {
  return mediaType.test(parseMediaType(text).essence);
}

/** All lower-case spellings of a format (output of `normalizeFormat`), itself first. */
export function formatSpellings(format: string): readonly string[] {
  const named = [...byName, ...sameTypes].filter(([, type]) => type === format);
  return [...new Set([format.toLowerCase(), ...named.map(([name]) => name)])];
}

/** A checksum with known algorithm and matching length. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Lower-case hexadecimal. */
  readonly hex: string;
  /** As `ni` URI (RFC 6920 §3); absent if the algorithm is not registered for these. */
  readonly namedInformation?: string;
}

/**
 * By registry name, or in the same style; registered in the Named Information Hash Algorithm
 * Registry.
 */
const algorithms = {
  md5: { bytes: 16, registered: false },
  'sha-1': { bytes: 20, registered: false },
  'sha-224': { bytes: 28, registered: false },
  'sha-256': { bytes: 32, registered: true },
  'sha-384': { bytes: 48, registered: true },
  'sha-512': { bytes: 64, registered: true },
  'sha3-224': { bytes: 28, registered: true },
  'sha3-256': { bytes: 32, registered: true },
  'sha3-384': { bytes: 48, registered: true },
  'sha3-512': { bytes: 64, registered: true },
} as const;

/** The name of a checksum algorithm: `sha-256`. */
export type ChecksumAlgorithm = keyof typeof algorithms;

/** Normalised spellings: `SHA-256`, `spdx:checksumAlgorithm_sha256`, `sha2-256`. */
const spellings: ReadonlyMap<string, ChecksumAlgorithm> = new Map(
  (Object.keys(algorithms) as ChecksumAlgorithm[]) // its own names
    .flatMap((name): (readonly [string, ChecksumAlgorithm])[] => {
      const plain = name.replace('-', '');
      return [
        [plain, name],
        [plain.replace(/^sha(?=[235])/u, 'sha2'), name],
      ];
    })
    .concat([['sha160', 'sha-1']]),
);

/**
 * Parses a checksum: hexadecimal or base64, optionally preceded by its algorithm (`sha256:…`), or a
 * `ni` URI.
 * @param names possible names of the algorithm, in any spelling: `SHA-256`,
 *   `spdx:checksumAlgorithm_sha256`, `schema:sha256`
 * @returns undefined for unknown algorithms or a wrong length
 */
export function parseChecksum(text: string, names: readonly string[]): Checksum | undefined {
  const stated = text.trim().replace(/^ni:\/\/[^/]*\//iu, '');
  // Algorithm, separator, checksum. Base64 itself may end with the separator `=`.
  const [, before = '', digits = stated] = /^([\w-]+)[:;= ]\s*(?=[^\s=])(\S+)$/u.exec(stated) ?? [];
  const algorithm = [...names, before].map(findAlgorithm).find((each) => each !== undefined);
  if (algorithm === undefined) return undefined;
  const { bytes, registered } = algorithms[algorithm];
  const sum = decodeChecksum(digits, bytes);
  if (sum === undefined) return undefined;
  const hex = sum.toString('hex');
  if (!registered) return { algorithm, hex };
  return { algorithm, hex, namedInformation: `ni:///${algorithm};${sum.toString('base64url')}` };
}

/** Whether the name of an algorithm is known to `parseChecksum`, in any spelling. */
export function isChecksumAlgorithm(name: string): boolean {
  return findAlgorithm(name) !== undefined;
}

/** Decodes hexadecimal and both base64 alphabets. */
function decodeChecksum(value: string, count: number): Buffer | undefined {
  const isHex = value.length === count * 2 && /^[\da-f]+$/iu.test(value);
  const sum = Buffer.from(value, isHex ? 'hex' : 'base64');
  return sum.length === count && (isHex || /^[\w+/-]+={0,2}$/u.test(value)) ? sum : undefined;
}

function findAlgorithm(name: string): ChecksumAlgorithm | undefined {
  const plain = name.toLowerCase().replace(/^.*(?:[/#:]|checksumalgorithm_)/u, '');
  return spellings.get(plain.replaceAll(/[\s_-]/gu, ''));
}
