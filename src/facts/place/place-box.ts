import type { Box, PlaceReading } from '../../model/search-facts.ts';
import { placeSpan, type Span } from './longitudes.ts';
import { placeLatitude, type PlaceNotes } from './place-notes.ts';
import type { Position } from './shape.ts';

/** How to read a box whose west is greater than its east. */
export interface BoxPolicy {
  readonly westGreaterThanEast: PlaceReading['westGreaterThanEast'];
  /** Whether the format defines such a box to cross the antimeridian (GeoJSON, RFC 7946 §5.2). */
  readonly crossingIsMeant: boolean;
}

/**
 * Maps a box to longitudes from -180 to 180; two boxes if it crosses the antimeridian.
 * @param corners longitude before latitude, south-west before north-east unless swapped
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
  const spans = normalizeSides({ west, east }, { ...policy, upsideDown, fromPoleToPole }, notes);
  return spans.map((span) => ({ west: span.west, south, east: span.east, north }));
}

interface BoxSides extends BoxPolicy {
  readonly upsideDown: boolean;
  readonly fromPoleToPole: boolean;
}

function normalizeSides({ west, east }: Span, sides: BoxSides, notes: PlaceNotes): readonly Span[] {
  const { repairs, doubts } = notes;
  const onePointOfAll = west === east && Math.abs(west) === 180 && sides.fromPoleToPole;
  if (onePointOfAll || west - east >= 360) {
    repairs.add('all-longitudes');
    return [{ west: -180, east: 180 }];
  }
  if (west <= east) return normalizeSpan({ west, east }, notes);
  if (sides.westGreaterThanEast === 'swap' || startsAtOtherCorner(west - east, sides)) {
    repairs.add('west-and-east-swapped');
    return normalizeSpan({ west: east, east: west }, notes);
  }
  if (!sides.crossingIsMeant) doubts.add('west-greater-than-east');
  // Adding 360 would change the last digits of the published number.
  if (west <= 180 && east >= -180) return splitAtAntimeridian({ west, east });
  return normalizeSpan({ west, east: east + 360 }, notes);
}

/**
 * A box with south and north swapped as well starts at another corner, unless that would make it
 * wider.
 */
function startsAtOtherCorner(width: number, { upsideDown }: BoxSides): boolean {
  return upsideDown && width <= 180;
}

function splitAtAntimeridian({ west, east }: Span): readonly Span[] {
  const spans = [
    { west, east: 180 },
    { west: -180, east },
  ];
  return spans.filter((span) => span.west < span.east);
}

function normalizeSpan(span: Span, { repairs }: PlaceNotes): readonly Span[] {
  const { spans, change } = placeSpan(span);
  if (change !== undefined) repairs.add(change);
  return spans;
}
