import type { WrittenOrder } from './shape.ts';

/**
 * Geographic systems of the EPSG register that are WGS 84 or less than some metres from it: WGS 84 in two and three
 * dimensions, ETRS89, NAD83, GDA94, NZGD2000, RGF93, SIRGAS 2000, WGS 72.
 */
const nearWgs84 = new Set([
  '4326',
  '4979',
  '4258',
  '4937',
  '4269',
  '4283',
  '4167',
  '4171',
  '4674',
  '4322',
]);

const crs84 = /(?:^|[/:])(?:OGC|CRS)?[/:]?(?:[\d.]*[/:])?CRS[:]?84h?$/iu;
const epsg = /(?:^|[/:])EPSG(?:[/:][\d.]*)?[/:#](\d+)$|epsg\.xml#(\d+)$/iu;

/**
 * How positions are written in a coordinate reference system, by its IRI, URN or short name: CRS84 has the longitude first,
 * the systems of the EPSG register the latitude (GeoSPARQL 1.1 §8.5; EPSG 4326), which is so often forgotten that it is
 * no more than usual.
 * @returns undefined where it is not known to be near WGS 84
 */
export function referenceSystem(name: string): WrittenOrder | undefined {
  const trimmed = name.trim();
  if (crs84.test(trimmed)) return { axes: 'lon-lat', by: 'fixed' };
  if (/wgs84_pos#lat_?long$/iu.test(trimmed)) return { axes: 'lat-lon', by: 'usual' };
  const [, code = '', other = code] = epsg.exec(trimmed) ?? [];
  return nearWgs84.has(other) ? { axes: 'lat-lon', by: 'usual' } : undefined;
}
