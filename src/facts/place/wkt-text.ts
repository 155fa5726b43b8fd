import { trimEndOf } from '../../text/trim-end.ts';
import type { Box } from '../../model/search-facts.ts';
import type { Position } from './shape.ts';

/** A part on the map: longitude before latitude, within -180 and 180; rings are not closed. */
export type MapPart =
  | { readonly kind: 'point'; readonly at: Position }
  | { readonly kind: 'line'; readonly along: readonly Position[] }
  | { readonly kind: 'polygon'; readonly rings: readonly (readonly Position[])[] };

/**
 * Longer outlines, such as coastlines, are not worth their size in the index; their boxes suffice.
 */
const maxCharacters = 20_000;

const wktNames = { point: 'POINT', line: 'LINESTRING', polygon: 'POLYGON' } as const;

/**
 * The parts as one WKT geometry (OGC 06-103r4 §7) in CRS84.
 * @returns undefined without parts, or if it exceeds 20,000 characters
 */
export function geometryWkt(parts: readonly MapPart[]): string | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const texts: string[] = [];
  let length = 0;
  for (const part of parts) {
    const text = formatPart(part);
    length += text.length;
    if (length > maxCharacters) return undefined;
    texts.push(text);
  }
  const sameKind = parts.every(({ kind }) => kind === first.kind);
  if (parts.length === 1) return wktNames[first.kind] + texts.join();
  if (sameKind) return `MULTI${wktNames[first.kind]}(${texts.join()})`;
  return `GEOMETRYCOLLECTION(${parts.map(({ kind }, index) => wktNames[kind] + texts[index]).join()})`;
}

/**
 * A box as WKT, longitude before latitude (CRS84): a polygon, or a line or point if it has no width
 * or height.
 */
export function boxWkt(box: Box): string {
  const part = boxPart(box);
  return wktNames[part.kind] + formatPart(part);
}

/** A box as a geometry, counter-clockwise from its south-west corner. */
export function boxPart({ west, south, east, north }: Box): MapPart {
  if (west === east && south === north) return { kind: 'point', at: [west, south] };
  const ends: [Position, Position] = [
    [west, south],
    [east, north],
  ];
  if (west === east || south === north) return { kind: 'line', along: ends };
  return { kind: 'polygon', rings: [[ends[0], [east, south], ends[1], [west, north]]] };
}

function formatPart(part: MapPart): string {
  switch (part.kind) {
    case 'point':
      return `(${formatPosition(part.at)})`;
    case 'line':
      return `(${part.along.map(formatPosition).join()})`;
    case 'polygon':
      return `(${part.rings.map(formatRing).join()})`;
  }
}

function formatRing(ring: readonly Position[]): string {
  return `(${[...ring, ...ring.slice(0, 1)].map(formatPosition).join()})`;
}

function formatPosition([longitude, latitude]: Position): string {
  return `${formatDecimal(longitude)} ${formatDecimal(latitude)}`;
}

/** Without exponent, which some WKT readers do not accept. */
function formatDecimal(number: number): string {
  const text = String(number);
  return text.includes('e') ? trimEndOf(trimEndOf(number.toFixed(20), '0'), '.') : text;
}
