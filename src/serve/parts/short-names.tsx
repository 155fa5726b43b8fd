import { classifyPureAccessStatement } from '../../facts/text/access.ts';
import type { Access } from '../../model/search-facts.ts';
import { findProfile } from '../../conformance/profiles/profile-catalogue.ts';
import { isRuleId, ruleOf } from '../../conformance/rules/rule-catalogue.ts';
import { findRuleIds } from '../../model/rule-ids.ts';
import { unchecked } from '../../search/columns/conformance.ts';
import { typeName } from '../../rdf/vocabularies.ts';

const webStart = /^https?:\/\/(?:www\.)?/iu;
const spdx = 'https://spdx.org/licenses/';

/**
 * The short name of a licence from the search facts: `CC BY 4.0`. A licence outside the SPDX list
 * is shown as a URL without its scheme, or as published, which may be long.
 */
export function licenceName(licence: string): string {
  if (licence.startsWith(spdx)) return spdxName(licence.slice(spdx.length));
  return licence.replace(webStart, '');
}

/** Creative Commons writes its names with blanks where the identifiers of SPDX have hyphens. */
function spdxName(id: string): string {
  const [, elements, version, place] = /^CC-(BY[A-Z-]*|PDM)-(\d\.\d)(-.+)?$/u.exec(id) ?? [];
  if (elements !== undefined) return `CC ${elements} ${version}${place?.replace('-', ' ') ?? ''}`;
  return id.replace(/^CC0-/u, 'CC0 ');
}

/** `CDIF discovery 1.1` for the id of a profile against which records are validated. */
export function profileTitle(id: string): string {
  const profile = findProfile(id);
  if (profile === undefined || profile.id === id) return profile?.title ?? id;
  // An id without version means any version here.
  return profile.title.replace(/ \d+\.\d+$/u, '');
}

/**
 * A name of conformance from the index or a search, in words: `Conforms to CDIF discovery 1.1`,
 * `Does not conform to CDIF discovery`, `Not validated`.
 */
export function conformanceLabel(name: string): string {
  const written = name.trim().toLowerCase();
  const profile = written.replace(/^not\s/u, '').trim();
  if (profile === unchecked) return 'Not validated';
  const verb = profile === written ? 'Conforms to' : 'Does not conform to';
  return `${verb} ${profileTitle(profile)}`;
}

/** What a rule says where it is not met: `Rights are missing`. */
export function ruleTitle(text: string): string {
  const titles = findRuleIds(text).map((id) => (isRuleId(id) ? ruleOf(id).title : id));
  return titles.join(', or ') || text;
}

const formatNames: ReadonlyMap<string, string> = new Map([
  ['application/atom+xml', 'Atom'],
  ['application/geo+json', 'GeoJSON'],
  ['application/geopackage+sqlite3', 'GeoPackage'],
  ['application/gml+xml', 'GML'],
  ['application/gzip', 'gzip'],
  ['application/json', 'JSON'],
  ['application/ld+json', 'JSON-LD'],
  ['application/msword', 'Word'],
  ['application/n-quads', 'N-Quads'],
  ['application/n-triples', 'N-Triples'],
  ['application/octet-stream', 'binary'],
  ['application/pdf', 'PDF'],
  ['application/rdf+xml', 'RDF/XML'],
  ['application/rtf', 'RTF'],
  ['application/vnd.apache.parquet', 'Parquet'],
  ['application/vnd.google-earth.kml+xml', 'KML'],
  ['application/vnd.google-earth.kmz', 'KMZ'],
  ['application/vnd.ms-excel', 'Excel'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ODS'],
  ['application/vnd.oasis.opendocument.text', 'ODT'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'PowerPoint'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Excel'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word'],
  ['application/vnd.zarr', 'Zarr'],
  ['application/x-bibtex', 'BibTeX'],
  ['application/x-hdf5', 'HDF5'],
  ['application/x-netcdf', 'NetCDF'],
  ['application/x-tar', 'tar'],
  ['application/x-cdf', 'CDF'],
  ['application/xml', 'XML'],
  ['application/yaml', 'YAML'],
  ['application/zip', 'ZIP'],
  ['image/gif', 'GIF'],
  ['image/jp2', 'JPEG 2000'],
  ['image/jpeg', 'JPEG'],
  ['image/png', 'PNG'],
  ['image/svg+xml', 'SVG'],
  ['image/tiff', 'TIFF'],
  ['text/csv', 'CSV'],
  ['text/html', 'HTML'],
  ['text/markdown', 'Markdown'],
  ['text/plain', 'text'],
  ['text/tab-separated-values', 'TSV'],
  ['text/turtle', 'Turtle'],
]);

/**
 * The common name of a format from the search facts: `NetCDF`; a format without one stays as it is.
 */
export function formatName(format: string): string {
  return formatNames.get(format) ?? format;
}

/**
 * The names of types: `Dataset`, also for DCAT; for other vocabularies the last part of the IRI.
 */
export function typeLabels(types: readonly string[]): readonly string[] {
  const names = types.map((type) => typeName(type).replace(/^(?:dcat|dctype|dcterms):/u, ''));
  return [...new Set(names.map((name) => (webStart.test(name) ? lastPart(name) : name)))];
}

/** The last part of an IRI, for things without a name. */
export function lastPart(iri: string): string {
  const [path = ''] = iri.split('?');
  const parts = path.split(/[/#:]/u).filter((part) => part !== '');
  const last = parts.at(-1) ?? iri;
  // A bare number would say nothing.
  return shortened(/\p{L}/u.test(last) ? last : parts.slice(-2).join('/'), 80);
}

/** A URL as link text: without its scheme. */
export function webLabel(address: string): string {
  return shortened(address.replace(webStart, ''), 80);
}

const cdifProfile = /^https:\/\/w3id\.org\/cdif\/([\w-]+)(?:\/([\d.]+))?$/u;

/** `CDIF discovery 1.0`; the URL of a profile outside CDIF. */
export function profileLabel(profile: string): string {
  if (profile === 'CDIF_basic_1.0') return 'CDIF basic 1.0';
  const [, name, version = ''] = cdifProfile.exec(profile) ?? [];
  if (name === undefined) return webLabel(profile);
  return `CDIF ${name.replaceAll(/[-_]/gu, ' ')} ${version}`.trimEnd();
}

/** The access to data, in words. */
export const accessWords = {
  open: 'Open access',
  restricted: 'Restricted',
  embargoed: 'Embargoed',
} as const satisfies Record<Access, string>;

/** Cuts a text to a maximum length, between words where possible, and adds an ellipsis. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most - 1).replace(/\p{Surrogate}$/u, '');
  const whole = start.slice(0, Math.max(0, start.lastIndexOf(' '))).trimEnd();
  return `${whole.length > most / 2 ? whole : start}…`;
}

/** The access to data as a tag. */
export function AccessTag({ access }: { readonly access: Access | undefined }) {
  if (access === undefined) return <span class="tag unknown">Access not stated</span>;
  return <span class={access === 'open' ? 'tag open' : 'tag limited'}>{accessWords[access]}</span>;
}

/** Whether a text, such as `unrestricted`, only repeats the tag. */
export function isSaidByTag(access: Access | undefined, text: string): boolean {
  return access !== undefined && classifyPureAccessStatement(text) === access;
}
