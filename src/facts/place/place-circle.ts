import type { Box } from '../../model/search-facts.ts';
import { placeSpan } from './longitudes.ts';
import { placeLatitude, type PlaceNotes } from './place-notes.ts';
import type { Position } from './shape.ts';

/** Mean radius of the earth (IUGG 1980). */
const earthRadiusMetres = 6_371_008.8;

/** The boxes around a circle on a sphere. One that holds a pole reaches to it, at all longitudes. */
export function placeCircle(
  [longitude, written]: Position,
  radiusMetres: number,
  notes: PlaceNotes,
): readonly Box[] {
  const latitude = placeLatitude(written, notes);
  const angle = Math.min(radiusMetres / earthRadiusMetres, Math.PI);
  const south = Math.max(-90, latitude - inDegrees(angle));
  const north = Math.min(90, latitude + inDegrees(angle));
  const [centre] = placeSpan({ west: longitude, east: longitude }).spans;
  if (centre === undefined || south === -90 || north === 90) {
    return [{ west: -180, south, east: 180, north }];
  }
  const ratio = Math.sin(angle) / Math.cos((latitude * Math.PI) / 180);
  const reach = inDegrees(Math.asin(Math.min(1, ratio)));
  const { spans, change } = placeSpan({ west: longitude - reach, east: longitude + reach });
  if (change !== undefined && centre.west !== longitude) notes.repairs.add(change);
  return spans.map(({ west, east }) => ({ west, south, east, north }));
}

function inDegrees(angle: number): number {
  return (angle * 180) / Math.PI;
}
