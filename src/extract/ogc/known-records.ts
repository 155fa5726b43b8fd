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

/**
 * Whether a GeoJSON feature is a metadata record and no data: it says so, or it has what a record must have (`id`, a title and
 * a type), links, and something else that is particular to records. An item of a STAC catalogue is none.
 * @param isClaimed whether the collection it is in says that its features are records
 */
export function isOgcRecord(feature: unknown, isClaimed: boolean): feature is JsonObject {
  if (!isObject(feature) || feature['type'] !== 'Feature' || 'stac_version' in feature)
    return false;
  const { id, properties, links } = feature;
  if (!isObject(properties)) return false;
  if (isClaimed || claimsRecords(feature)) return true;
  const required = [id, properties['title'], properties['type']];
  if (required.some((value) => textOf(value) === undefined) || !Array.isArray(links)) return false;
  return 'time' in feature || tellingProperties.some((name) => name in properties);
}
