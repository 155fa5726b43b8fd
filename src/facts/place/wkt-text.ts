import { trimEndOf } from '../../text/trim-end.ts';
import type { Box } from '../../model/search-facts.ts';
import type { Position } from './shape.ts';

/** A geometry on the map: longitude before latitude, within -180 and 180; rings are not closed. */
export type MapPart =
  | { readonly kind: 'point'; readonly at: Position }
  | { readonly kind: 'line'; readonly along: readonly Position[] }
  | { readonly kind: 'polygon'; readonly rings: readonly (readonly Position[])[] };

/** More than this is not worth its place in the index: a coastline, of which the box does as well. */
const maxCharacters = 20_000;

const names = { point: 'POINT', line: 'LINESTRING', polygon: 'POLYGON' } as const;

/**
 * Parts as one geometry in WKT (OGC 06-103r4 §7), in CRS84.
 * @returns undefined where there is none, or where it is longer than 20,000 characters
 */
export function geometryWkt(parts: readonly MapPart[]): string | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const texts: string[] = [];
  let length = 0;
  for (const part of parts) {
    const text = textOf(part);
    length += text.length;
    if (length > maxCharacters) return undefined;
    texts.push(text);
  }
  const sameKind = parts.every(({ kind }) => kind === first.kind);
  if (parts.length === 1) return names[first.kind] + texts.join();
  if (sameKind) return `MULTI${names[first.kind]}(${texts.join()})`;
  return `GEOMETRYCOLLECTION(${parts.map(({ kind }, index) => names[kind] + texts[index]).join()})`;
}

/** A box as WKT, longitude before latitude (CRS84): a polygon, or a point or line where it has no width or height. */
export function boxWkt(box: Box): string {
  const part = boxPart(box);
  return names[part.kind] + textOf(part);
}

/** A box as a geometry, counter-clockwise from its south-west. */
export function boxPart({ west, south, east, north }: Box): MapPart {
  if (west === east && south === north) return { kind: 'point', at: [west, south] };
  const ends: [Position, Position] = [
    [west, south],
    [east, north],
  ];
  if (west === east || south === north) return { kind: 'line', along: ends };
  return { kind: 'polygon', rings: [[ends[0], [east, south], ends[1], [west, north]]] };
}

function textOf(part: MapPart): string {
  switch (part.kind) {
    case 'point':
      return `(${positionText(part.at)})`;
    case 'line':
      return `(${part.along.map(positionText).join()})`;
    case 'polygon':
      return `(${part.rings.map(ringText).join()})`;
  }
}

function ringText(ring: readonly Position[]): string {
  return `(${[...ring, ...ring.slice(0, 1)].map(positionText).join()})`;
}

function positionText([longitude, latitude]: Position): string {
  return `${decimal(longitude)} ${decimal(latitude)}`;
}

/** Without an exponent, which not all readers of WKT take. */
function decimal(number: number): string {
  const text = String(number);
  return text.includes('e') ? trimEndOf(trimEndOf(number.toFixed(20), '0'), '.') : text;
}
