import type { Box } from '../../../model/search-facts.ts';
import { boxInRotatedFrame, wholeWorld, type MapFrame } from '../../parts/map-frame.tsx';
import { maxZoom, type MapView, type SearchState } from './search-address.ts';

/**
 * The box of a condition; `east` exceeds 180 where the box crosses the antimeridian.
 * @param text of the condition
 * @returns undefined where the text is not a box; the search reports that
 */
export function readBoxCondition(text: string): Box | undefined {
  const edges = text.trim().split(/[\s,]+/u);
  const [west, south, east, north] = edges.map(Number);
  if (edges.length !== 4 || edges.includes('') || north === undefined) return undefined;
  if (west === undefined || south === undefined || east === undefined) return undefined;
  if (![west, south, east, north].every(Number.isFinite) || south > north) return undefined;
  if (east - west >= 360) return { west: -180, south, east: 180, north };
  return { west, south, east: east < west ? east + 360 : east, north };
}

/** The boxes of the conditions of a search. */
export function boxesOfSearch({ conditions }: SearchState): readonly Box[] {
  return (conditions.bbox ?? []).flatMap((text) => readBoxCondition(text) ?? []);
}

/** The default view: centred on the Pacific where a box crosses the antimeridian. */
function usualView(boxes: readonly Box[]): MapView {
  const isAcross = boxes.some(({ west, east }) => (west < 180 && east > 180) || west < -180);
  return { longitude: isAcross ? 180 : 0, latitude: 0, zoom: 0 };
}

/** The part of the world that the map of a search shows. */
export function mapViewOf(search: SearchState): MapView {
  return settled(search.map ?? usualView(boxesOfSearch(search)));
}

/** The part of the world of a view. */
export function mapFrameOf({ longitude, latitude, zoom }: MapView): MapFrame {
  const middle = Math.abs(longitude) <= 90 ? 0 : 180;
  if (zoom === 0) return wholeWorld(middle);
  const [width, height] = [180 / 2 ** zoom, 90 / 2 ** zoom];
  const centre = middle === 180 && longitude < 0 ? longitude + 360 : longitude;
  return {
    middle,
    west: centre - width,
    south: latitude - height,
    east: centre + width,
    north: latitude + height,
  };
}

/** Limits a view to the poles; views of the whole world have one of two centres. */
function settled({ longitude, latitude, zoom }: MapView): MapView {
  if (zoom === 0) return { longitude: Math.abs(longitude) <= 90 ? 0 : 180, latitude: 0, zoom };
  const most = 90 - 90 / 2 ** zoom;
  const turned = longitude - Math.round(longitude / 360) * 360;
  return {
    longitude: short(turned),
    latitude: short(Math.min(Math.max(latitude, -most), most)),
    zoom,
  };
}

function short(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * The view zoomed in by a factor of two.
 * @param centre used where the whole world is shown
 */
export function closerView(view: MapView, centre: Box | undefined): MapView | undefined {
  const { zoom } = view;
  if (zoom >= maxZoom) return undefined;
  if (zoom > 0 || centre === undefined) return settled({ ...view, zoom: zoom + 1 });
  const longitude = (centre.west + centre.east) / 2;
  const latitude = (centre.south + centre.north) / 2;
  return settled({ longitude, latitude, zoom: zoom + 1 });
}

/** The view zoomed out by a factor of two; undefined for the whole world. */
export function widerView(view: MapView): MapView | undefined {
  return view.zoom === 0 ? undefined : settled({ ...view, zoom: view.zoom - 1 });
}

/** A direction of panning. */
export type Direction = 'east' | 'north' | 'south' | 'west';

/** The view moved by half its size; undefined at the edge of the world. */
export function movedView(view: MapView, direction: Direction): MapView | undefined {
  const { longitude, latitude, zoom } = view;
  if (zoom === 0) return undefined;
  const [across, up] = [180 / 2 ** zoom, 90 / 2 ** zoom];
  const moved = settled({
    zoom,
    longitude: longitude + { east: across, west: -across, north: 0, south: 0 }[direction],
    latitude: latitude + { north: up, south: -up, east: 0, west: 0 }[direction],
  });
  const isSame = moved.longitude === longitude && moved.latitude === latitude;
  return isSame ? undefined : moved;
}

/** The other side of the world; only for a view of the whole world. */
export function rotatedView({ longitude, zoom }: MapView): MapView | undefined {
  return zoom === 0 ? { longitude: 180 - longitude, latitude: 0, zoom } : undefined;
}

/** The visible part of the world as the text of a box condition. */
export function frameText(frame: MapFrame): string {
  const { west, south, east, north } = boxInRotatedFrame(frame);
  return [west, south, east, north].map(short).join(',');
}
