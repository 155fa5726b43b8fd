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

/** What there is to say of a document beside what is in it. */
export interface OgcInput {
  readonly response: Response;
  readonly problems: readonly Problem[];
}

/** As much of what is no record as is worth showing. */
const longestFound = 200;

type RecordPlace = Pick<JsonLdDocument, 'documentUrl' | 'baseIri' | 'piece'>;

/**
 * Reads a JSON document as OGC API Records (OGC 20-004r1): a record, a collection of them, and, where a source names the
 * catalogue, what leads there. Yields a document a record, rewritten as JSON-LD; `list-item-invalid` for what stands among
 * records and is none; a link to each page of the catalogue that is named.
 * @returns undefined where the document is something else: JSON-LD, data in GeoJSON, or items of STAC
 */
export function readOgc(
  value: JsonDocument,
  input: OgcInput,
): readonly Outcome<Extracted>[] | undefined {
  if (!isObject(value) || '@context' in value || 'dataset' in value) return undefined;
  if (isOgcRecord(value, { isClaimed: false, isListed: isListed(input) })) {
    return [outcomeOf(value, placeOf(input), input.problems)];
  }
  // Nor are the pages behind items of STAC of any use.
  if (isPageOfStac(value)) return undefined;
  const records = recordsIn(value, input);
  const pages = pagesFrom(value, input);
  if (records === undefined && pages.length === 0) return undefined;
  return [...(records ?? []), ...pages];
}

function isPageOfStac({ features }: JsonObject): boolean {
  return Array.isArray(features) && features.length > 0 && features.every(isOfStac);
}

/** The records of a collection. Where it is known to be one of records, there is something to say of each of its features. */
function recordsIn(value: JsonObject, input: OgcInput): readonly Outcome<Extracted>[] | undefined {
  const { features, type } = value;
  if (type !== 'FeatureCollection' || !Array.isArray(features)) return undefined;
  const place = { isClaimed: claimsRecords(value), isListed: isListed(input) };
  const records = features.filter((feature) => isOgcRecord(feature, place));
  if (records.length === 0 && !place.isClaimed && !place.isListed) return undefined;
  const at = placeOf(input);
  const ids = countIds(records);
  let pending = input.problems;
  return features.map((feature) => {
    const problems = pending;
    pending = [];
    if (!isOgcRecord(feature, place)) return invalid(feature, at.documentUrl, problems);
    const piece = { sharesName: (ids.get(textOf(feature['id']) ?? '') ?? 0) > 1 };
    return outcomeOf(feature, { ...at, piece }, problems);
  });
}

/** Whether a source names the catalogue, or a page of it led here. */
function isListed({ response: { target } }: OgcInput): boolean {
  return target.isList === true;
}

function placeOf({ response }: Pick<OgcInput, 'response'>): RecordPlace {
  return { documentUrl: response.target.url, baseIri: response.retrieval.finalUrl };
}

/** Where a source names the catalogue, its pages are followed, whatever other JSON with links there is. */
function pagesFrom(value: JsonObject, input: OgcInput): readonly Outcome<Extracted>[] {
  if (!isListed(input)) return [];
  const { response } = input;
  const base = response.retrieval.finalUrl;
  return pagesOf(value).flatMap((pages) => pageOutcomes(response, { ...pages, base }));
}

function outcomeOf(
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

function invalid(feature: unknown, url: string, problems: readonly Problem[]): Outcome<Extracted> {
  const found = JSON.stringify(feature).slice(0, longestFound).toWellFormed();
  const problem = { kind: 'list-item-invalid', url, found } as const;
  return { kind: 'failed', problem, ...(problems.length === 0 ? {} : { problems }) };
}
