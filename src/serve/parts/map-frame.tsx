import type { Child } from 'hono/jsx';
import type { Box } from '../../model/search-facts.ts';
import { assetPath } from '../assets.ts';
import { type Site, sitePath } from '../site.ts';

/**
 * The part of the world that a map shows, in degrees. Longitudes are counted from the western edge
 * of the picture of the land, so that `east` is greater than `west` and may be beyond 180.
 */
export interface MapFrame extends Box {
  /** The longitude in the middle of the picture of the land. */
  readonly middle: 0 | 180;
}

/** The whole world. @param middle the longitude in its middle */
export function wholeWorld(middle: 0 | 180): MapFrame {
  return { middle, west: middle - 180, south: -90, east: middle + 180, north: 90 };
}

/** Units of the drawing for each degree: the world is 720 by 360. */
const scale = 2;

/** The distance from the western edge of the picture of the land, in units of the drawing. */
export function xOfLongitude({ middle }: Pick<MapFrame, 'middle'>, longitude: number): number {
  return short((longitude - middle + 180) * scale);
}

/** The distance from the north pole, in units of the drawing. */
export function yOfLatitude(latitude: number): number {
  return short((90 - latitude) * scale);
}

/** Numbers in drawings are not more exact than can be seen. */
function short(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The `viewBox` of a drawing that shows a part of the world. */
export function viewBoxOf(frame: MapFrame): string {
  const width = short((frame.east - frame.west) * scale);
  const height = short((frame.north - frame.south) * scale);
  return [xOfLongitude(frame, frame.west), yOfLatitude(frame.north), width, height].join(' ');
}

/**
 * A box wherever it is seen in a frame: none, once, or twice where it leaves the map on one side
 * and comes back on the other.
 */
export function boxesInFrame(frame: MapFrame, box: Box): readonly Box[] {
  const seen: Box[] = [];
  const last = Math.floor((frame.east - box.west) / 360);
  for (let turn = Math.ceil((frame.west - box.east) / 360); turn <= last; turn += 1) {
    const moved = turn === 0 ? box : movedEast(box, turn * 360);
    if (isSeen(frame, moved)) seen.push(moved);
  }
  return seen;
}

/** What only touches an edge is not seen, unless it is as narrow as the edge. */
function isSeen(frame: MapFrame, { west, south, east, north }: Box): boolean {
  if (south > frame.north || north < frame.south) return false;
  if (west === east) return west <= frame.east && east >= frame.west;
  return west < frame.east && east > frame.west;
}

function movedEast(box: Box, degrees: number): Box {
  return { ...box, west: box.west + degrees, east: box.east + degrees };
}

/** Boxes with the two halves of each that lies across the antimeridian as one, `east` beyond 180. */
export function joinedBoxes(boxes: readonly Box[]): readonly Box[] {
  const halves = new Map<Box, Box>();
  for (const western of boxes.filter(({ west, east }) => east === 180 && west > -180)) {
    const eastern = boxes.find(
      ({ west, south, east, north }) =>
        west === -180 && east < 180 && south === western.south && north === western.north,
    );
    if (eastern !== undefined) halves.set(western, eastern);
  }
  const taken = new Set(halves.values());
  return boxes.filter((box) => !taken.has(box)).map((box) => joined(box, halves.get(box)));
}

function joined(western: Box, eastern: Box | undefined): Box {
  return eastern === undefined ? western : { ...western, east: eastern.east + 360 };
}

/** The same box with longitudes from -180 to 180: across the antimeridian, west is greater than east. */
export function boxInRotatedFrame<Frame extends Box>(box: Frame): Frame {
  return { ...box, west: turned(box.west), east: turned(box.east) };
}

function turned(longitude: number): number {
  if (Math.abs(longitude) <= 180) return longitude;
  return longitude > 0 ? longitude - 360 : longitude + 360;
}

/** Boxes as paths: outlines of those that can be seen as such, dots for the others. */
interface BoxPaths {
  /** Empty where there are none. */
  readonly outlines: string;
  readonly dots: string;
}

/** What is smaller than this part of the width of the map, both ways, is a dot. */
const smallest = 1 / 144;

/** Draws boxes as far as a frame shows them. */
export function boxPaths(frame: MapFrame, boxes: readonly Box[]): BoxPaths {
  const small = (frame.east - frame.west) * smallest;
  let [outlines, dots] = ['', ''];
  for (const box of boxes.flatMap((each) => boxesInFrame(frame, each))) {
    const [width, height] = [box.east - box.west, box.north - box.south];
    if (width < small && height < small) dots += dotAt(frame, box);
    else outlines += outlineOf(frame, box);
  }
  return { outlines, dots };
}

/** A line without length, which is drawn as a dot. */
function dotAt(frame: MapFrame, { west, south, east, north }: Box): string {
  return `M${xOfLongitude(frame, (west + east) / 2)} ${yOfLatitude((south + north) / 2)}h0`;
}

function outlineOf(frame: MapFrame, { west, south, east, north }: Box): string {
  const [left, top] = [xOfLongitude(frame, west), yOfLatitude(north)];
  return `M${left} ${top}H${xOfLongitude(frame, east)}V${yOfLatitude(south)}H${left}z`;
}

interface WorldMapProps {
  readonly site: Site;
  readonly frame: MapFrame;
  /** The text alternative of the map. */
  readonly label: string;
  /** Content drawn below the coasts. */
  readonly below?: Child;
  /** Content drawn above them. */
  readonly children?: Child;
  readonly class?: string;
}

/** Each 30 degrees. */
const graticule =
  [60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 660].map((x) => `M${x} 0V360`).join('') +
  [60, 120, 180, 240, 300].map((y) => `M0 ${y}H720`).join('');

/** A map of the world or a part of it, in an equirectangular projection. */
export function WorldMap({ site, frame, label, below, children, ...props }: WorldMapProps) {
  const land = assetPath(frame.middle === 0 ? 'land-0.svg' : 'land-180.svg');
  return (
    <svg
      class={['map', props.class].filter(Boolean).join(' ')}
      viewBox={viewBoxOf(frame)}
      role="img"
      aria-label={label}
    >
      <rect class="water" width="720" height="360" />
      <path class="graticule" d={graticule} />
      {below}
      <image href={sitePath(site, `/${land}`)} width="720" height="360" />
      {children}
    </svg>
  );
}
