/** Degrees; west may be any number, and east is not less. */
export interface Span {
  readonly west: number;
  readonly east: number;
}

/** What became of a span of longitudes. */
export interface PlacedSpan {
  /** Within -180 and 180; two where it lies across the antimeridian. */
  readonly spans: readonly Span[];
  readonly change?: 'all-longitudes' | 'edges-cut' | 'longitudes-wrapped';
}

/** About ten metres: what rounding to single precision adds to 180 (`180.000015258789`). */
const trace = 1e-4;

const allLongitudes: Span = { west: -180, east: 180 };

/** The span on the map from -180 to 180. A full turn or more is all of it; a trace beyond the edges is cut off. */
export function placeSpan({ west, east }: Span): PlacedSpan {
  if (west >= -180 && east <= 180) return { spans: [{ west, east }] };
  if (east - west >= 360) return { spans: [allLongitudes], change: 'all-longitudes' };
  if (west >= -180 - trace && east <= 180 + trace) {
    return { spans: [{ west: onMap(west), east: onMap(east) }], change: 'edges-cut' };
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

/** A longitude some turns farther west, without the digits that subtraction adds. */
export function turned(longitude: number, degrees: number): number {
  return degrees === 0 ? longitude : Number((longitude - degrees).toFixed(12));
}

function onMap(longitude: number): number {
  return Math.min(180, Math.max(-180, longitude));
}
