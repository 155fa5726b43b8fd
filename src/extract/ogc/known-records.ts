import { isObject, type JsonObject } from '../json-document.ts';
import { textOf, textsOf } from './values.ts';

/** The conformance classes of OGC API Records, of drafts too. */
const conformance = /\/spec\/ogcapi-records-/iu;
/** Properties of records that data seldom has, beside the ones that it has often (OGC 20-004r1, Record Core). */
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

/** Whether something says by its `conformsTo` that it is OGC API Records. */
export function claimsRecords({ conformsTo }: JsonObject): boolean {
  return textsOf(conformsTo).some((iri) => conformance.test(iri));
}

/** What is known of a feature by where it stands. */
export interface FeaturePlace {
  /** The collection it is in says that its features are records. */
  readonly isClaimed: boolean;
  /** A source names the catalogue that it is a page of, or stands on. */
  readonly isListed: boolean;
}

/**
 * Whether a GeoJSON feature is a metadata record and no data: it says so, or its collection does, or it has what a record must
 * have (`id`, a title and a type), links, and something else that is particular to records. In a catalogue of a source a title
 * and a type, a time or a description suffice. An item of a STAC catalogue is none.
 */
export function isOgcRecord(
  feature: unknown,
  { isClaimed, isListed }: FeaturePlace,
): feature is JsonObject {
  if (!isObject(feature) || feature['type'] !== 'Feature' || isOfStac(feature)) return false;
  const { properties } = feature;
  if (!isObject(properties)) return false;
  if (isClaimed || claimsRecords(feature)) return true;
  return (isListed && isEntitled(feature, properties)) || hasRecordCore(feature, properties);
}

/** Whether a feature is an item of a STAC catalogue. */
export function isOfStac(feature: unknown): boolean {
  return isObject(feature) && 'stac_version' in feature;
}

/** What describes something, however little it says. */
function isEntitled(feature: JsonObject, { title, type, description }: JsonObject): boolean {
  if (textOf(title) === undefined) return false;
  return 'time' in feature || textOf(type) !== undefined || textOf(description) !== undefined;
}

function hasRecordCore({ id, links, ...feature }: JsonObject, properties: JsonObject): boolean {
  const required = [id, properties['title'], properties['type']];
  if (required.some((value) => textOf(value) === undefined) || !Array.isArray(links)) return false;
  return 'time' in feature || tellingProperties.some((name) => name in properties);
}
