import type { Response } from '../../model/http.ts';
import type { Problem } from '../../model/problem.ts';
import type { JsonLdDocument } from '../../model/record.ts';
import { isObject, type JsonContainer, type JsonObject } from '../../text/json.ts';
import { objectsIn, trimmedText, trimmedTexts } from '../mapped/json-ld-values.ts';
import { createPageLinks } from '../response-links.ts';
import { type OgcLink, ogcRecordToJsonLd, readOgcLinks } from './record-to-json-ld.ts';
import { type ExtractionOutcome, failedOutcome, producedDocument } from '../route.ts';

/** The response of a document, and its problems. */
interface OgcInput {
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
  value: JsonContainer,
  input: OgcInput,
): readonly ExtractionOutcome[] | undefined {
  if (!isObject(value) || '@context' in value || 'dataset' in value) return undefined;
  if (isOgcRecord(value, { isClaimed: false, isListed: isListedByCatalogue(input) })) {
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
  return Array.isArray(features) && features.length > 0 && features.every(isStacItem);
}

/** The records of a collection. In a known collection of records, every feature has an outcome. */
function readFeatures(
  value: JsonObject,
  input: OgcInput,
): readonly ExtractionOutcome[] | undefined {
  const { features, type } = value;
  if (type !== 'FeatureCollection' || !Array.isArray(features)) return undefined;
  const place = { isClaimed: claimsOgcRecords(value), isListed: isListedByCatalogue(input) };
  const records = features.filter((feature) => isOgcRecord(feature, place));
  if (records.length === 0 && !place.isClaimed && !place.isListed) return undefined;
  const at = recordPlace(input);
  const ids = countIds(records);
  let pending = input.problems;
  return features.map((feature) => {
    const problems = pending;
    pending = [];
    if (!isOgcRecord(feature, place)) {
      const found = JSON.stringify(feature).slice(0, longestFound).toWellFormed();
      return failedOutcome({ kind: 'list-item-invalid', url: at.documentUrl, found }, problems);
    }
    const piece = { sharesName: (ids.get(trimmedText(feature['id']) ?? '') ?? 0) > 1 };
    return toOutcome(feature, { ...at, piece }, problems);
  });
}

/** Whether a source lists the catalogue, or a page of it led here. */
function isListedByCatalogue({ response: { target } }: OgcInput): boolean {
  return target.isList === true;
}

function recordPlace({ response }: OgcInput): RecordPlace {
  return { documentUrl: response.target.url, baseIri: response.retrieval.finalUrl };
}

/** Follows the pages of a catalogue only if a source lists it: other JSON has links, too. */
function listPages(value: JsonObject, input: OgcInput): readonly ExtractionOutcome[] {
  const { response } = input;
  if (!isListedByCatalogue(input)) return [];
  const base = response.retrieval.finalUrl;
  return listOgcPages(value).flatMap((pages) => createPageLinks(response, { ...pages, base }));
}

function toOutcome(
  record: JsonObject,
  at: RecordPlace,
  problems: readonly Problem[],
): ExtractionOutcome {
  const json = JSON.stringify(ogcRecordToJsonLd(record));
  return producedDocument({ ...at, route: 'ogcRecord', json }, problems);
}

function countIds(records: readonly JsonObject[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { id } of records) {
    const text = trimmedText(id) ?? '';
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** The conformance classes of OGC API Records, including drafts. */
const conformance = /\/spec\/ogcapi-records-/iu;
/** Properties that records have and other data seldom has (OGC 20-004r1, Record Core). */
const tellingProperties =
  'contacts created externalIds formats keywords resourceLanguages themes updated'.split(' ');

/** Whether an object declares conformance to OGC API Records. */
function claimsOgcRecords({ conformsTo }: JsonObject): boolean {
  return trimmedTexts(conformsTo).some((iri) => conformance.test(iri));
}

/**
 * Whether a GeoJSON feature is a metadata record and not data: it or its collection declares that,
 * or it has the mandatory members (`id`, title, type), links, and another member particular to
 * records. In a catalogue of a source, a title and a type, time or description suffice. STAC items
 * are not records.
 * @param place.isClaimed whether its collection declares its features to be records
 * @param place.isListed whether a source lists its catalogue, or the page it is on
 */
function isOgcRecord(
  feature: unknown,
  { isClaimed, isListed }: Readonly<Record<'isClaimed' | 'isListed', boolean>>,
): feature is JsonObject {
  if (!isObject(feature) || feature['type'] !== 'Feature' || isStacItem(feature)) return false;
  const { properties } = feature;
  if (!isObject(properties)) return false;
  if (isClaimed || claimsOgcRecords(feature)) return true;
  return (isListed && hasDescription(feature, properties)) || hasRecordCore(feature, properties);
}

function isStacItem(feature: unknown): boolean {
  return isObject(feature) && 'stac_version' in feature;
}

/** Whether a feature has a minimal description. */
function hasDescription(feature: JsonObject, { title, type, description }: JsonObject): boolean {
  if (trimmedText(title) === undefined) return false;
  return (
    'time' in feature || trimmedText(type) !== undefined || trimmedText(description) !== undefined
  );
}

function hasRecordCore({ id, links, ...feature }: JsonObject, properties: JsonObject): boolean {
  const required = [id, properties['title'], properties['type']];
  if (required.some((value) => trimmedText(value) === undefined) || !Array.isArray(links))
    return false;
  return 'time' in feature || tellingProperties.some((name) => name in properties);
}

/** Links to further parts of a catalogue. */
interface OgcPages {
  readonly rel: 'collections' | 'items' | 'next';
  /** URLs, perhaps relative. */
  readonly targets: readonly string[];
  /** Their media type in lower case; empty where unknown. */
  readonly type: string;
}

/** Media types by preference; others are not followed. */
const typeOrder = [
  'application/geo+json',
  'application/json',
  '',
  'application/ld+json',
  'text/html',
];

/**
 * Relations from a landing page to its collections (OGC API Common); `collections` is an older word
 * for `data`.
 */
const collectionRelations: ReadonlySet<string> = new Set(['data', 'collections', 'ogc-catalog']);

/**
 * Where the records of a service are: from a landing page to its collections, from collections of
 * records to their items, and from any page to the next (OGC 20-004r1, Records API; OGC 17-069r4 §7
 * for links).
 */
function listOgcPages(document: JsonObject): readonly OgcPages[] {
  const links = readOgcLinks(document);
  const next = selectBest(links, 'next');
  const { collections, type } = document;
  if (type === 'FeatureCollection') return [next];
  if (Array.isArray(collections)) {
    const ofRecords = objectsIn(collections).filter(isOfRecords);
    return ofRecords.map((each) => selectBest(readOgcLinks(each), 'items')).concat(next);
  }
  const items = selectBest(links, 'items');
  if (items.targets.length > 0) return [items, next];
  return [selectBest(links, 'collections', collectionRelations), next];
}

/** Other collections contain data. */
function isOfRecords({ itemType }: JsonObject): boolean {
  return itemType === undefined || trimmedTexts(itemType).some((type) => /^record$/iu.test(type));
}

/** The links of the preferred type: all, such as the catalogues of a landing page. */
function selectBest(
  links: readonly OgcLink[],
  rel: OgcPages['rel'],
  relations: ReadonlySet<string> = new Set([rel]),
): OgcPages {
  const wanted = links.filter((link) => relations.has(link.rel));
  const ranks = wanted.map(({ type }) => typeOrder.indexOf(withoutVendor(type)));
  const best = Math.min(...ranks.filter((rank) => rank !== -1));
  const chosen = wanted.filter((_, index) => ranks[index] === best);
  return { rel, targets: chosen.map(({ href }) => href), type: chosen[0]?.type ?? '' };
}

/** `application/ogc-catalog+json` and similar are JSON. */
function withoutVendor(type: string): string {
  return /^application\/(?:ogc-|vnd\.ogc\.).*\+json$/u.test(type) ? 'application/json' : type;
}
