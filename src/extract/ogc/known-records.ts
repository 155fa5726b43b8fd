import { isObject, type JsonObject } from '../json-document.ts';
import { textOf, textsOf } from './values.ts';

/** The conformance classes of OGC API Records, including drafts. */
const conformance = /\/spec\/ogcapi-records-/iu;
/** Properties that records have and other data seldom has (OGC 20-004r1, Record Core). */
const tellingProperties = [
  'contacts',
  'created',
  'externalIds',
  'formats',
  'keywords',
  'resourceLanguages',
  'themes',
  'updated',
] as const;

/** Whether an object declares conformance to OGC API Records. */
export function claimsRecords({ conformsTo }: JsonObject): boolean {
  return textsOf(conformsTo).some((iri) => conformance.test(iri));
}

/** The context of a feature. */
export interface FeaturePlace {
  /** Its collection declares its features to be records. */
  readonly isClaimed: boolean;
  /** A source lists its catalogue, or the page it is on. */
  readonly isListed: boolean;
}

/**
 * Whether a GeoJSON feature is a metadata record and not data: it or its collection declares that,
 * or it has the mandatory members (`id`, title, type), links, and another member particular to
 * records. In a catalogue of a source, a title and a type, time or description suffice. STAC items
 * are not records.
 */
export function isOgcRecord(
  feature: unknown,
  { isClaimed, isListed }: FeaturePlace,
): feature is JsonObject {
  if (!isObject(feature) || feature['type'] !== 'Feature' || isOfStac(feature)) return false;
  const { properties } = feature;
  if (!isObject(properties)) return false;
  if (isClaimed || claimsRecords(feature)) return true;
  return (isListed && hasDescription(feature, properties)) || hasRecordCore(feature, properties);
}

/** Whether a feature is a STAC item. */
export function isOfStac(feature: unknown): boolean {
  return isObject(feature) && 'stac_version' in feature;
}

/** Whether a feature has a minimal description. */
function hasDescription(feature: JsonObject, { title, type, description }: JsonObject): boolean {
  if (textOf(title) === undefined) return false;
  return 'time' in feature || textOf(type) !== undefined || textOf(description) !== undefined;
}

function hasRecordCore({ id, links, ...feature }: JsonObject, properties: JsonObject): boolean {
  const required = [id, properties['title'], properties['type']];
  if (required.some((value) => textOf(value) === undefined) || !Array.isArray(links)) return false;
  return 'time' in feature || tellingProperties.some((name) => name in properties);
}
