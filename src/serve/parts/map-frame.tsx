import type { Child } from 'hono/jsx';
import type { Box } from '../../model/search-facts.ts';
import { assetPath } from '../assets.ts';
import { type Site, sitePath } from '../site.ts';

/**
 * The part of the world that a map shows, in degrees. Longitudes are counted from the western edge
 * of the world image, so that `east` is greater than `west` and may exceed 180.
 */
export interface MapFrame extends Box {
  /** The longitude at the centre of the world image. */
  readonly middle: 0 | 180;
}

/**
 * The whole world.
 * @param middle the longitude at the centre
 */
export function wholeWorld(middle: 0 | 180): MapFrame {
  return { middle, west: middle - 180, south: -90, east: middle + 180, north: 90 };
}

/** Drawing units per degree: the world is 720 by 360. */
const scale = 2;

/** The distance from the western edge of the world image, in drawing units. */
export function xOfLongitude({ middle }: Pick<MapFrame, 'middle'>, longitude: number): number {
  return short((longitude - middle + 180) * scale);
}

/** The distance from the north pole, in drawing units. */
export function yOfLatitude(latitude: number): number {
  return short((90 - latitude) * scale);
}

/** Coordinates are rounded to what can be seen. */
function short(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The `viewBox` of a drawing of a part of the world. */
export function viewBoxOf(frame: MapFrame): string {
  const width = short((frame.east - frame.west) * scale);
  const height = short((frame.north - frame.south) * scale);
  return [xOfLongitude(frame, frame.west), yOfLatitude(frame.north), width, height].join(' ');
}

/**
 * The parts of a box that are visible in a frame: none, one, or two where the box leaves the map on
 * one side and returns on the other.
 */
export function boxesInFrame(frame: MapFrame, box: Box): readonly Box[] {
  if (box.east - box.west >= 360) {
    // Its own edges mean nothing, and would be a line across a map with another centre.
    const { west, east } = wholeWorld(frame.middle);
    return isSeen(frame, { ...box, west, east }) ? [{ ...box, west, east }] : [];
  }
  const seen: Box[] = [];
  const last = Math.floor((frame.east - box.west) / 360);
  for (let turn = Math.ceil((frame.west - box.east) / 360); turn <= last; turn += 1) {
    const moved = turn === 0 ? box : movedEast(box, turn * 360);
    if (isSeen(frame, moved)) seen.push(moved);
  }
  return seen;
}

/** A box that only touches an edge is invisible, unless it is a line along that edge. */
function isSeen(frame: MapFrame, { west, south, east, north }: Box): boolean {
  if (south > frame.north || north < frame.south) return false;
  if (west === east) return west <= frame.east && east >= frame.west;
  return west < frame.east && east > frame.west;
}

function movedEast(box: Box, degrees: number): Box {
  return { ...box, west: box.west + degrees, east: box.east + degrees };
}

/** Joins the two halves of each box that crosses the antimeridian; `east` then exceeds 180. */
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

/**
 * The same box with longitudes from -180 to 180: west is greater than east across the antimeridian.
 */
export function boxInRotatedFrame<Frame extends Box>(box: Frame): Frame {
  return { ...box, west: turned(box.west), east: turned(box.east) };
}

function turned(longitude: number): number {
  if (Math.abs(longitude) <= 180) return longitude;
  return longitude > 0 ? longitude - 360 : longitude + 360;
}

/** Boxes as SVG paths: outlines for visible boxes, dots for small ones. */
interface BoxPaths {
  /** Empty without boxes. */
  readonly outlines: string;
  readonly dots: string;
}

/** A box smaller than this fraction of the map width, in both directions, is drawn as a dot. */
const smallest = 1 / 144;

/** Draws the parts of boxes that are inside a frame. */
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

/** A line of length zero, which is drawn as a dot. */
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

/** A line every 30 degrees. */
const graticule =
  [60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 660].map((x) => `M${x} 0V360`).join('') +
  [60, 120, 180, 240, 300].map((y) => `M0 ${y}H720`).join('');

/** A map of the world, or of a part of it, in equirectangular projection. */
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
