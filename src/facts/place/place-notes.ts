import type { GeometryDoubt, GeometryRepair } from '../../model/geometry-remarks.ts';

/** What is met while a shape is put on the map. */
export interface PlaceNotes {
  readonly repairs: Set<GeometryRepair>;
  readonly doubts: Set<GeometryDoubt>;
}

/** Nothing noted yet. */
export function createPlaceNotes(): PlaceNotes {
  return { repairs: new Set(), doubts: new Set() };
}

/** A latitude on the map: what lies beyond a pole is the pole. */
export function placeLatitude(latitude: number, { repairs }: PlaceNotes): number {
  if (Math.abs(latitude) > 90) repairs.add('edges-cut');
  return Math.min(90, Math.max(-90, latitude));
}
