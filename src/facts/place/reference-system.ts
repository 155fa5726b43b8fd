import type { WrittenOrder } from './shape.ts';

/**
 * EPSG codes of geographic systems within a few metres of WGS 84: WGS 84 in two and three
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
 * The axis order of a coordinate reference system, by its IRI, URN or short name. CRS84 has
 * longitude first, EPSG systems latitude (GeoSPARQL 1.1 §8.5; EPSG 4326). Many publishers get the
 * latter wrong, so it only counts as usual.
 * @returns undefined if the system is not known to be near WGS 84
 */
export function referenceSystem(name: string): WrittenOrder | undefined {
  const trimmed = name.trim();
  if (crs84.test(trimmed)) return { axes: 'lon-lat', by: 'fixed' };
  if (/wgs84_pos#lat_?long$/iu.test(trimmed)) return { axes: 'lat-lon', by: 'usual' };
  const [, code = '', other = code] = epsg.exec(trimmed) ?? [];
  return nearWgs84.has(other) ? { axes: 'lat-lon', by: 'usual' } : undefined;
}
