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

/** All lower-case spellings of a format (output of `normalizeFormat`), itself first. */
export function formatSpellings(format: string): readonly string[] {
  const named = [...byName, ...sameTypes].filter(([, type]) => type === format);
  return [...new Set([format.toLowerCase(), ...named.map(([name]) => name)])];
}
