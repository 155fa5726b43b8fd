import type { Box } from '../../../model/search-facts.ts';
import { boxInRotatedFrame, wholeWorld, type MapFrame } from '../../parts/map-frame.tsx';
import { mostZoom, type MapView, type SearchState } from './search-address.ts';

/**
 * The box of a condition, with `east` beyond 180 where it lies across the antimeridian.
 * @param text as the condition has it
 * @returns undefined where it is no box, which the search says
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

/** The boxes that a search asks for. */
export function boxesOfSearch({ conditions }: SearchState): readonly Box[] {
  return (conditions.bbox ?? []).flatMap((text) => readBoxCondition(text) ?? []);
}

/** The view that the map has where the address says none: the Pacific where a box lies across it. */
function usualView(asked: readonly Box[]): MapView {
  const isAcross = asked.some(({ west, east }) => (west < 180 && east > 180) || west < -180);
  return { longitude: isAcross ? 180 : 0, latitude: 0, zoom: 0 };
}

/** What the map of a search shows. */
export function mapViewOf(search: SearchState): MapView {
  return settled(search.map ?? usualView(boxesOfSearch(search)));
}

/** The part of the world that a view shows. */
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

/** A view without anything beyond the poles, and of the whole world with one of two middles. */
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

/** A view twice as close. @param centre what is of interest where the whole world is shown */
export function closerView(view: MapView, centre: Box | undefined): MapView | undefined {
  const { zoom } = view;
  if (zoom >= mostZoom) return undefined;
  if (zoom > 0 || centre === undefined) return settled({ ...view, zoom: zoom + 1 });
  const longitude = (centre.west + centre.east) / 2;
  const latitude = (centre.south + centre.north) / 2;
  return settled({ longitude, latitude, zoom: zoom + 1 });
}

/** A view half as close; undefined of the whole world. */
export function widerView(view: MapView): MapView | undefined {
  return view.zoom === 0 ? undefined : settled({ ...view, zoom: view.zoom - 1 });
}

/** A direction in which the map can be moved. */
export type Direction = 'east' | 'north' | 'south' | 'west';

/** A view half a map away; undefined where there is nothing more. */
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

/** The other side of the world; only of all of it. */
export function rotatedView({ longitude, zoom }: MapView): MapView | undefined {
  return zoom === 0 ? { longitude: 180 - longitude, latitude: 0, zoom } : undefined;
}

/** What is seen, as the text of the condition. */
export function frameText(frame: MapFrame): string {
  const { west, south, east, north } = boxInRotatedFrame(frame);
  return [west, south, east, north].map(short).join(',');
}
