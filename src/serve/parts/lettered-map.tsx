import type { Box } from '../../model/search-facts.ts';
import type { Site } from '../site.ts';
import {
  boxPaths,
  joinedBoxes,
  type MapFrame,
  wholeWorld,
  WorldMap,
  xOfLongitude,
  yOfLatitude,
} from './map-frame.tsx';
import { boxesWords, isWholeGlobe } from './place-and-time-words.ts';

/** Places that are told apart by a letter. */
export interface LetteredPlaces {
  readonly letter: string;
  /** None where the places are not known. */
  readonly boxes: readonly Box[];
}

interface LetteredMapProps {
  readonly site: Site;
  readonly places: readonly LetteredPlaces[];
}

/** Whether any of the places is drawn on a map of them. */
export function hasPlaceToDraw(places: readonly LetteredPlaces[]): boolean {
  return places.some(({ boxes }) => boxes.length > 0 && !coverGlobe(boxes));
}

/** Such a place has no edge that a map could show; its tint would hide the other places. */
function coverGlobe(boxes: readonly Box[]): boolean {
  return joinedBoxes(boxes).some(isWholeGlobe);
}

/**
 * Places on one map of the part of the world around them, each with its letter. Places that cover
 * the globe are named below it.
 */
export function LetteredMap({ site, places }: LetteredMapProps) {
  const global = places.filter(({ boxes }) => coverGlobe(boxes)).map(({ letter }) => letter);
  const placed = places.flatMap(({ letter, boxes: stated }) => {
    const boxes = joinedBoxes(stated);
    const [first] = boxes;
    if (first === undefined || global.includes(letter)) return [];
    return [{ letter, boxes, first, words: boxesWords(stated) }];
  });
  if (placed.length === 0) return null;
  const frame = frameAround(placed.flatMap(({ boxes }) => boxes));
  const size = letterSize(frame);
  const words = placed.map(({ letter, words: text }) => `${letter}: ${text}`).join('; ');
  const letters = placeLetters(
    placed.map(({ first }) => cornerOf(frame, first)),
    frame,
  );
  return (
    <figure class="place-map">
      <WorldMap site={site} frame={frame} label={`Map: ${words}`} class="small">
        {placed.map(({ boxes }) => {
          const { outlines, dots } = boxPaths(frame, boxes);
          return (
            <g class="asked whole">
              {outlines === '' ? null : <path class="outline" d={outlines} />}
              {dots === '' ? null : <path class="dot" d={dots} />}
            </g>
          );
        })}
        {placed.map(({ letter }, at) => {
          const { of, x, y } = letters[at] ?? { of: { x: 0, y: 0 }, x: 0, y: 0 };
          return (
            <g class="letters">
              <path d={`M${of.x} ${of.y}L${x + size / 3} ${y}`} />
              <text x={x} y={y} font-size={size} stroke-width={size / 6}>
                {letter}
              </text>
            </g>
          );
        })}
      </WorldMap>
      {global.length === 0 ? null : (
        <figcaption class="soft">Whole globe, not drawn: {global.join(', ')}.</figcaption>
      )}
    </figure>
  );
}

/** Of the narrowest map, in degrees: coasts are too coarse for more. */
const leastWidth = 90;

/** The part of the world around boxes, with a margin; twice as wide as high. */
function frameAround(boxes: readonly Box[]): MapFrame {
  const world = wholeWorld(boxes.some(({ east }) => east > 180) ? 180 : 0);
  const wests = boxes.map((box) => westIn(world, box));
  const [west, south] = [Math.min(...wests), Math.min(...boxes.map((box) => box.south))];
  const east = Math.max(...boxes.map((box, at) => (wests[at] ?? 0) + box.east - box.west));
  const north = Math.max(...boxes.map((box) => box.north));
  const width = Math.min(360, Math.max(leastWidth, (east - west) * 1.5, (north - south) * 3));
  const left = between(world.west, (west + east - width) / 2, world.east - width);
  const bottom = between(-90, (south + north - width / 2) / 2, 90 - width / 2);
  return { ...world, west: left, east: left + width, south: bottom, north: bottom + width / 2 };
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** The western edge of a box, counted from that of the world image. */
function westIn({ west }: MapFrame, box: Box): number {
  return box.west < west ? box.west + 360 : box.west;
}

/** In drawing units. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** The size of a letter in drawing units. */
function letterSize({ west, east }: MapFrame): number {
  return Math.round((east - west) * 9) / 100;
}

/** The north-western corner of a box. */
function cornerOf(frame: MapFrame, box: Box): Point {
  return { x: xOfLongitude(frame, westIn(frame, box)), y: yOfLatitude(box.north) };
}

/** Places letters beside these points, the later ones right or left of earlier ones. */
function placeLetters(
  points: readonly Point[],
  frame: MapFrame,
): readonly (Point & { readonly of: Point })[] {
  const size = letterSize(frame);
  const right = xOfLongitude(frame, frame.east) - size;
  const top = yOfLatitude(frame.north) + size;
  const placed: (Point & { readonly of: Point })[] = [];
  for (const of of points) {
    const y = Math.max(of.y - size / 2, top);
    const isTaken = (x: number): boolean =>
      placed.some((each) => Math.abs(each.x - x) < size && Math.abs(each.y - y) < size);
    const step = of.x + points.length * size > right ? -size : size;
    let x = Math.min(of.x, right);
    while (isTaken(x)) x += step;
    placed.push({ x, y, of });
  }
  return placed;
}
