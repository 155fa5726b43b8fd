import type { Problem } from '../../model/problem.ts';
import type { ExtractionRoute, JsonLdDocument } from '../../model/record.ts';
import { isObject, type JsonContainer, type JsonObject } from '../../text/json.ts';
import { type ExtractionOutcome, producedDocument } from '../route.ts';
import { crossrefToJsonLd } from './crossref-to-json-ld.ts';
import { dataciteToJsonLd } from './datacite-to-json-ld.ts';
import { objectsIn, sharedNames } from './json-ld-values.ts';

/** A JSON metadata format that is mapped to schema.org. */
interface MappedJsonFormat {
  readonly route: ExtractionRoute;
  /** Prefixes of its media types. */
  readonly types: readonly string[];
  /** The records in a value of the format; empty for other values. */
  readonly recordsIn: (value: JsonObject, isLabelled: boolean) => readonly JsonObject[];
  readonly map: (record: JsonObject) => JsonObject;
}

const mappedJsonFormats: readonly MappedJsonFormat[] = [
  {
    route: 'datacite',
    types: ['application/vnd.datacite.datacite+json'],
    recordsIn: dataciteRecords,
    map: (record) => dataciteToJsonLd(record),
  },
  {
    route: 'crossref',
    types: ['application/vnd.citationstyles.csl+json', 'application/citeproc+json'],
    recordsIn: crossrefRecords,
    map: crossrefToJsonLd,
  },
];

/**
 * Reads a JSON document in a format of a registration agency of DOIs: a record of DataCite or
 * Crossref by content negotiation, or one or many of their REST APIs. JSON with JSON-LD keywords at
 * its top level is none.
 * @returns a document per record; undefined for other JSON
 */
export function readMappedJson(
  value: JsonContainer,
  place: Pick<JsonLdDocument, 'documentUrl' | 'baseIri'>,
  { essence, problems }: { readonly essence: string; readonly problems: readonly Problem[] },
): readonly ExtractionOutcome[] | undefined {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const { route, types, recordsIn, map } of mappedJsonFormats) {
    const isLabelled = types.some((type) => essence.startsWith(type));
    const found = items.map((item) => (isPlainJson(item) ? recordsIn(item, isLabelled) : []));
    if (found.length === 0 || found.some((records) => records.length === 0)) continue;
    const documents = found.flat().map((record) => map(record));
    const isShared = sharedNames(documents);
    return documents.map((document, index) => {
      const piece = documents.length > 1 ? { piece: { sharesName: isShared(document) } } : {};
      const json = JSON.stringify(document);
      return producedDocument({ ...place, ...piece, route, json }, index === 0 ? problems : []);
    });
  }
  return undefined;
}

function isPlainJson(value: unknown): value is JsonObject {
  return isObject(value) && !Object.keys(value).some((name) => name.startsWith('@'));
}

/** The attributes of DataCite's JSON, alone or in the JSON:API of its REST API. */
function dataciteRecords(value: JsonObject, isLabelled: boolean): readonly JsonObject[] {
  const records = objectsIn(value['data']).flatMap(({ attributes }) => objectsIn(attributes));
  if (records.length > 0 && records.every(isDataciteRecord)) return records;
  return isLabelled || isDataciteRecord(value) ? [value] : [];
}

function isDataciteRecord({ schemaVersion, types, doi }: JsonObject): boolean {
  if (typeof schemaVersion === 'string' && /^https?:\/\/datacite\.org\//iu.test(schemaVersion))
    return true;
  return isObject(types) && typeof (types['resourceTypeGeneral'] ?? doi) === 'string';
}

/** A work by content negotiation, or those in a message of Crossref's REST API. */
function crossrefRecords(value: JsonObject, isLabelled: boolean): readonly JsonObject[] {
  const { message, 'message-type': kind, type, issued } = value;
  if (typeof kind === 'string' && isObject(message)) {
    return kind === 'work-list' ? objectsIn(message['items']) : [message];
  }
  const isCsl = typeof type === 'string' && isObject(issued) && Array.isArray(issued['date-parts']);
  return isLabelled || isCsl ? [value] : [];
}
