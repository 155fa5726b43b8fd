import type { Box } from '../../model/search-facts.ts';
import { placeSpan } from './longitudes.ts';
import { placeLatitude, type PlaceNotes } from './place-notes.ts';
import type { Position } from './shape.ts';

/** Mean radius of the earth (IUGG 1980). */
const earthRadiusMetres = 6_371_008.8;

/** Boxes around a circle on a sphere. A circle around a pole extends to it, at all longitudes. */
export function placeCircle(
  [longitude, written]: Position,
  radiusMetres: number,
  notes: PlaceNotes,
): readonly Box[] {
  const latitude = placeLatitude(written, notes);
  const angle = Math.min(radiusMetres / earthRadiusMetres, Math.PI);
  const south = Math.max(-90, latitude - toDegrees(angle));
  const north = Math.min(90, latitude + toDegrees(angle));
  const [centre] = placeSpan({ west: longitude, east: longitude }).spans;
  if (centre === undefined || south === -90 || north === 90) {
    return [{ west: -180, south, east: 180, north }];
  }
  const ratio = Math.sin(angle) / Math.cos((latitude * Math.PI) / 180);
  const reach = toDegrees(Math.asin(Math.min(1, ratio)));
  const { spans, change } = placeSpan({ west: longitude - reach, east: longitude + reach });
  if (change !== undefined && centre.west !== longitude) notes.repairs.add(change);
  return spans.map(({ west, east }) => ({ west, south, east, north }));
}

const outlineVertices = 64;
/** Six decimals of a degree are about a tenth of a metre. */
const decimals = 1e6;

/**
 * Vertices of a circle on a sphere, counter-clockwise from its north, with unwrapped longitudes.
 * The polygon deviates by at most a thousandth of the radius.
 * @returns none if the circle contains a pole, or is so small that its box suffices
 */
export function cornersOfCircle(
  [longitude, latitude]: Position,
  radiusMetres: number,
): readonly Position[] {
  const angle = radiusMetres / earthRadiusMetres;
  if (radiusMetres < 10 || Math.abs(latitude) + toDegrees(angle) >= 90) return [];
  const from = (latitude * Math.PI) / 180;
  return Array.from({ length: outlineVertices }, (_, at) => {
    const bearing = (-2 * Math.PI * at) / outlineVertices;
    const sine =
      Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing);
    const turn = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
      Math.cos(angle) - Math.sin(from) * sine,
    );
    return [roundDegrees(longitude + toDegrees(turn)), roundDegrees(toDegrees(Math.asin(sine)))];
  });
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * decimals) / decimals;
}

function toDegrees(angle: number): number {
  return (angle * 180) / Math.PI;
}
