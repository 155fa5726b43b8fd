import { expect } from 'vitest';
import { documentsOf, extract } from '../extraction.ts';

/** The members that show that a feature is a record. */
export const conformsTo = ['http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/record-core'];
/** That of GeoJSON. */
export const contentType = 'application/geo+json';

/** What a record must have. */
export const properties = { type: 'dataset', title: 'Peat depth' };
/** Where a record is. */
export const links = [{ rel: 'self', href: 'https://ogc.example/items/peat' }];
/** A record with nothing more. */
export const record = { type: 'Feature', id: 'peat', geometry: null, conformsTo, properties };

/** The JSON-LD that a record becomes. */
export async function converted(more: object): Promise<Record<string, unknown>> {
  const [document, ...others] = documentsOf(
    await extract(JSON.stringify({ ...record, ...more }), { contentType }),
  );
  if (document === undefined || others.length > 0) throw new Error('not one document');
  expect(document.route).toBe('ogcRecord');
  return JSON.parse(document.json) as Record<string, unknown>; // it is a JSON-LD object
}
