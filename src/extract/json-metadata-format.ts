import { isObject, type JsonDocument, type JsonObject } from './json-document.ts';

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
export function jsonFormatOf(essence: string, value: JsonDocument): string | undefined {
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
  return found === undefined || hasKeyword(document) ? undefined : found;
}

function hasKeyword(document: JsonObject): boolean {
  return Object.keys(document).some((name) => name.startsWith('@'));
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
