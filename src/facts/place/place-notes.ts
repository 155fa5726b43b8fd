import type { GeometryDoubt, GeometryRepair } from '../../model/geometry-remarks.ts';

/** Repairs and doubts collected while a geometry is mapped. */
export interface PlaceNotes {
  readonly repairs: Set<GeometryRepair>;
  readonly doubts: Set<GeometryDoubt>;
}

/** Empty notes. */
export function createPlaceNotes(): PlaceNotes {
  return { repairs: new Set(), doubts: new Set() };
}

/** Clamps a latitude to the poles, and notes the repair. */
export function placeLatitude(latitude: number, { repairs }: PlaceNotes): number {
  if (Math.abs(latitude) > 90) repairs.add('edges-cut');
  return Math.min(90, Math.max(-90, latitude));
}
