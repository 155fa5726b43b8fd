import type { Outcome } from '../../model/outcome.ts';
import type { Problem } from '../../model/problem.ts';
import type { Extracted, JsonLdDocument } from '../../model/record.ts';
import type { Response } from '../../model/response.ts';
import { isObject, type JsonDocument, type JsonObject } from '../json-document.ts';
import { pageOutcomes } from '../next-pages.ts';
import { claimsRecords, isOfStac, isOgcRecord } from './known-records.ts';
import { pagesOf } from './pages.ts';
import { ogcRecordToJsonLd } from './record-to-json-ld.ts';
import { textOf } from './values.ts';

/** The response of a document, and its problems. */
export interface OgcInput {
  readonly response: Response;
  readonly problems: readonly Problem[];
}

/** Length of the excerpt of an invalid item. */
const longestFound = 200;

type RecordPlace = Pick<JsonLdDocument, 'documentUrl' | 'baseIri' | 'piece'>;

/**
 * Reads a JSON document as OGC API Records (OGC 20-004r1): a record, a collection of records or, if
 * a source lists the catalogue, a page that leads there. Yields a JSON-LD document per record;
 * `list-item-invalid` for other features among records; a link to each page of the catalogue.
 * @returns undefined for other documents: JSON-LD, GeoJSON data, STAC items
 */
export function readOgc(
  value: JsonDocument,
  input: OgcInput,
): readonly Outcome<Extracted>[] | undefined {
  if (!isObject(value) || '@context' in value || 'dataset' in value) return undefined;
  if (isOgcRecord(value, { isClaimed: false, isListed: isListed(input) })) {
    return [toOutcome(value, recordPlace(input), input.problems)];
  }
  // The next pages of STAC items are useless, too.
  if (isPageOfStac(value)) return undefined;
  const records = readFeatures(value, input);
  const pages = listPages(value, input);
  if (records === undefined && pages.length === 0) return undefined;
  return [...(records ?? []), ...pages];
}

function isPageOfStac({ features }: JsonObject): boolean {
  return Array.isArray(features) && features.length > 0 && features.every(isOfStac);
}

/** The records of a collection. In a known collection of records, every feature has an outcome. */
function readFeatures(
  value: JsonObject,
  input: OgcInput,
): readonly Outcome<Extracted>[] | undefined {
  const { features, type } = value;
  if (type !== 'FeatureCollection' || !Array.isArray(features)) return undefined;
  const place = { isClaimed: claimsRecords(value), isListed: isListed(input) };
  const records = features.filter((feature) => isOgcRecord(feature, place));
  if (records.length === 0 && !place.isClaimed && !place.isListed) return undefined;
  const at = recordPlace(input);
  const ids = countIds(records);
  let pending = input.problems;
  return features.map((feature) => {
    const problems = pending;
    pending = [];
    if (!isOgcRecord(feature, place)) return invalidOutcome(feature, at.documentUrl, problems);
    const piece = { sharesName: (ids.get(textOf(feature['id']) ?? '') ?? 0) > 1 };
    return toOutcome(feature, { ...at, piece }, problems);
  });
}

/** Whether a source lists the catalogue, or a page of it led here. */
function isListed({ response: { target } }: OgcInput): boolean {
  return target.isList === true;
}

function recordPlace({ response }: Pick<OgcInput, 'response'>): RecordPlace {
  return { documentUrl: response.target.url, baseIri: response.retrieval.finalUrl };
}

/**
 * Follows the pages of a catalogue that a source lists, whatever other JSON with links there is.
 */
function listPages(value: JsonObject, input: OgcInput): readonly Outcome<Extracted>[] {
  if (!isListed(input)) return [];
  const { response } = input;
  const base = response.retrieval.finalUrl;
  return pagesOf(value).flatMap((pages) => pageOutcomes(response, { ...pages, base }));
}

function toOutcome(
  record: JsonObject,
  at: RecordPlace,
  problems: readonly Problem[],
): Outcome<Extracted> {
  const json = JSON.stringify(ogcRecordToJsonLd(record));
  const value = { kind: 'document', document: { ...at, route: 'ogcRecord', json } } as const;
  return { kind: 'produced', value, ...(problems.length === 0 ? {} : { problems }) };
}

function countIds(records: readonly JsonObject[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { id } of records) {
    const text = textOf(id) ?? '';
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

function invalidOutcome(
  feature: unknown,
  url: string,
  problems: readonly Problem[],
): Outcome<Extracted> {
  const found = JSON.stringify(feature).slice(0, longestFound).toWellFormed();
  const problem = { kind: 'list-item-invalid', url, found } as const;
  return { kind: 'failed', problem, ...(problems.length === 0 ? {} : { problems }) };
}
