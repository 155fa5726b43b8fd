import { parseMediaType } from '../../model/media-type.ts';
import { memoize } from '../../text/memoize.ts';
import { plainText } from './plain-text.ts';

/** Media types by file extension or format name. */
const byName: ReadonlyMap<string, string> = new Map([
  ['atom', 'application/atom+xml'],
  ['bib', 'application/x-bibtex'],
  ['bmp', 'image/bmp'],
  ['bz2', 'application/x-bzip2'],
  ['csv', 'text/csv'],
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['geojson', 'application/geo+json'],
  ['geotiff', 'image/tiff'],
  ['gif', 'image/gif'],
  ['gml', 'application/gml+xml'],
  ['gpkg', 'application/geopackage+sqlite3'],
  ['geopackage', 'application/geopackage+sqlite3'],
  ['gz', 'application/gzip'],
  ['gzip', 'application/gzip'],
  ['h5', 'application/x-hdf5'],
  ['hdf5', 'application/x-hdf5'],
  ['htm', 'text/html'],
  ['html', 'text/html'],
  ['jp2', 'image/jp2'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['json', 'application/json'],
  ['json-ld', 'application/ld+json'],
  ['jsonld', 'application/ld+json'],
  ['json_ld', 'application/ld+json'],
  ['kml', 'application/vnd.google-earth.kml+xml'],
  ['kmz', 'application/vnd.google-earth.kmz'],
  ['md', 'text/markdown'],
  ['mp3', 'audio/mpeg'],
  ['mp4', 'video/mp4'],
  ['n-triples', 'application/n-triples'],
  ['n-quads', 'application/n-quads'],
  ['netcdf', 'application/x-netcdf'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['parquet', 'application/vnd.apache.parquet'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['rdf/xml', 'application/rdf+xml'],
  ['rdf_xml', 'application/rdf+xml'],
  ['rdf_turtle', 'text/turtle'],
  ['rtf', 'application/rtf'],
  ['svg', 'image/svg+xml'],
  ['tar', 'application/x-tar'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
  ['tsv', 'text/tab-separated-values'],
  ['ttl', 'text/turtle'],
  ['turtle', 'text/turtle'],
  ['txt', 'text/plain'],
  ['wav', 'audio/wav'],
  ['webp', 'image/webp'],
  ['xhtml', 'application/xhtml+xml'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['xml', 'application/xml'],
  ['zarr', 'application/vnd.zarr'],
  ['zip', 'application/zip'],
]);

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
