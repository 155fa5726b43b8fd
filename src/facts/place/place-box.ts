import type { Box, PlaceReading } from '../../model/search-facts.ts';
import { placeSpan, type Span } from './longitudes.ts';
import { placeLatitude, type PlaceNotes } from './place-notes.ts';
import type { Position } from './shape.ts';

/** How a box is to be read whose west is greater than its east. */
export interface BoxPolicy {
  readonly westGreaterThanEast: PlaceReading['westGreaterThanEast'];
  /** Whether its format says that it lies across the antimeridian then (GeoJSON, RFC 7946 §5.2). */
  readonly crossingIsMeant: boolean;
}

/**
 * A box as one on the map, or two.
 * @param corners longitude before latitude, the south-west before the north-east, if they are not mixed up
 */
export function placeBox(
  corners: readonly [Position, Position],
  policy: BoxPolicy,
  notes: PlaceNotes,
): readonly Box[] {
  const [[west, one], [east, other]] = corners;
  const upsideDown = one > other;
  if (upsideDown) notes.repairs.add('south-and-north-swapped');
  const south = placeLatitude(Math.min(one, other), notes);
  const north = placeLatitude(Math.max(one, other), notes);
  const fromPoleToPole = south <= -89 && north >= 89;
  const spans = placeSides({ west, east }, { ...policy, upsideDown, fromPoleToPole }, notes);
  return spans.map((span) => ({ west: span.west, south, east: span.east, north }));
}

interface Sides extends BoxPolicy {
  readonly upsideDown: boolean;
  readonly fromPoleToPole: boolean;
}

function placeSides({ west, east }: Span, sides: Sides, notes: PlaceNotes): readonly Span[] {
  const { repairs, doubts } = notes;
  const onePointOfAll = west === east && Math.abs(west) === 180 && sides.fromPoleToPole;
  if (onePointOfAll || west - east >= 360) {
    repairs.add('all-longitudes');
    return [{ west: -180, east: 180 }];
  }
  if (west <= east) return placed({ west, east }, notes);
  if (sides.westGreaterThanEast === 'swap' || isOtherCorner(west - east, sides)) {
    repairs.add('west-and-east-swapped');
    return placed({ west: east, east: west }, notes);
  }
  if (!sides.crossingIsMeant) doubts.add('west-greater-than-east');
  // Not by adding 360, which would change the last digits of what was said.
  if (west <= 180 && east >= -180) return besideAntimeridian({ west, east });
  return placed({ west, east: east + 360 }, notes);
}

/** A box that is upside down as well begins with another corner, unless it would be wider so. */
function isOtherCorner(width: number, { upsideDown }: Sides): boolean {
  return upsideDown && width <= 180;
}

function besideAntimeridian({ west, east }: Span): readonly Span[] {
  const spans = [
    { west, east: 180 },
    { west: -180, east },
  ];
  return spans.filter((span) => span.west < span.east);
}

function placed(span: Span, { repairs }: PlaceNotes): readonly Span[] {
  const { spans, change } = placeSpan(span);
  if (change !== undefined) repairs.add(change);
  return spans;
}
