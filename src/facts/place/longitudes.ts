/** A span of longitudes in degrees; west may be any number, and east is not less than west. */
export interface Span {
  readonly west: number;
  readonly east: number;
}

/** The result of `placeSpan`. */
export interface PlacedSpan {
  /** Within -180 and 180; two spans if the input crosses the antimeridian. */
  readonly spans: readonly Span[];
  readonly change?: 'all-longitudes' | 'edges-cut' | 'longitudes-wrapped';
}

/** About ten metres: the rounding error of single precision at 180 (`180.000015258789`). */
const singlePrecisionError = 1e-4;

const allLongitudes: Span = { west: -180, east: 180 };

/**
 * Maps a span to longitudes from -180 to 180. A span of 360 or more becomes all longitudes; a
 * rounding error beyond the edges is cut off.
 */
export function placeSpan({ west, east }: Span): PlacedSpan {
  if (west >= -180 && east <= 180) return { spans: [{ west, east }] };
  if (east - west >= 360) return { spans: [allLongitudes], change: 'all-longitudes' };
  if (west >= -180 - singlePrecisionError && east <= 180 + singlePrecisionError) {
    return {
      spans: [{ west: clampLongitude(west), east: clampLongitude(east) }],
      change: 'edges-cut',
    };
  }
  const turns = Math.floor((west + 180) / 360) * 360;
  const from = turned(west, turns);
  const to = turned(east, turns);
  const spans =
    to > 180
      ? [
          { west: from, east: 180 },
          { west: -180, east: turned(to, 360) },
        ]
      : [{ west: from, east: to }];
  return { spans, change: 'longitudes-wrapped' };
}

/** Shifts a longitude westwards, without the rounding noise of the subtraction. */
export function turned(longitude: number, degrees: number): number {
  return degrees === 0 ? longitude : Number((longitude - degrees).toFixed(12));
}

function clampLongitude(longitude: number): number {
  return Math.min(180, Math.max(-180, longitude));
}
