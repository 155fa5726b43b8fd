import { isObject, type JsonDocument, type JsonObject } from './json-document.ts';

/** A format of metadata in JSON that is not read. */
interface JsonFormat {
  /** For people. */
  readonly name: string;
  /** How its media types begin; `application/vnd.datacite.datacite+json` and its like. */
  readonly types: readonly string[];
  /** Whether a document has the shape that it has and others do not. */
  readonly isShapeOf: (document: JsonObject) => boolean;
}

const formats: readonly JsonFormat[] = [
  {
    name: 'DataCite JSON',
    types: ['application/vnd.datacite.datacite+json'],
    // DataCite's own API has it in an envelope (JSON:API).
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
 * The name of the metadata format that JSON is in, by its media type or else by its shape; undefined where it is none that we
 * know, or has a keyword of JSON-LD at its top.
 */
export function jsonFormatOf(essence: string, value: JsonDocument): string | undefined {
  const documents: readonly unknown[] = Array.isArray(value) ? value : [value];
  const format = formatOf(essence, documents[0]);
  if (format === undefined) return undefined;
  return documents.every((each) => formatOf(essence, each) === format) ? format.name : undefined;
}

function formatOf(essence: string, document: unknown): JsonFormat | undefined {
  if (!isObject(document)) return undefined;
  const found =
    formats.find(({ types }) => types.some((type) => essence.startsWith(type))) ??
    formats.find(({ isShapeOf }) => isShapeOf(document));
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

/** A package, or what CKAN's API answers of one or of many (`package_show`, `package_search`). */
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

/** The first item of an array; what is no array, itself. */
function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}
