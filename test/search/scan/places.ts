import type { PlacedBox } from '../entry.ts';
import { hasType, nodesOf, valuesOf, type ScannedDocument } from './document.ts';
import { boxesOf, isPosition } from './coordinates.ts';
import { identifierKey, identifiersIn } from './identifiers.ts';
import { isNode, type RawNode } from './json.ts';
import { readBox, readCircle, readPath } from './shape-texts.ts';
import { isNil, plainText, plainTexts, textsIn } from './texts.ts';
import { isWkt, readWkt } from './wkt.ts';

/** Where a resource is, and what its places are called. */
export interface Places {
  readonly boxes: PlacedBox[];
  readonly names: string[];
  /** Keys of identifiers, and codes. */
  readonly ids: string[];
}

export function readPlaces(document: ScannedDocument, node: RawNode): Places {
  const places: Places = { boxes: [], names: [], ids: [] };
  readGeometries(document, node, places.boxes);
  for (const value of valuesOf(document, node, 'spatialCoverage', 'spatial')) {
    const texts = textsIn(value);
    for (const text of texts) {
      if (isWkt(text)) places.boxes.push(...readWkt(text));
      else if (/^https?:/u.test(text))
        places.ids.push(...(isNil(text) ? [] : [identifierKey(text)]));
      else places.names.push(...[plainText(text) ?? []].flat());
    }
    if (texts.length > 0 || !isNode(value)) continue;
    places.names.push(...plainTexts(document, value, 'name', 'alternateName', 'prefLabel'));
    places.ids.push(...identifiersIn(document, value, 'identifier', 'sameAs'));
    readShape(document, value, places.boxes);
    readGeometries(document, value, places.boxes);
  }
  return places;
}

/** What stands beside or below a place: `geo`, GeoSPARQL and DCAT. */
function readGeometries(document: ScannedDocument, node: RawNode, boxes: PlacedBox[]): void {
  const literals = wktBelow(document, node);
  boxes.push(...literals.flatMap(readWkt));
  const shapes = nodesOf(document, node, 'geo');
  for (const shape of shapes.toSorted((a, b) => rank(a) - rank(b)))
    readShape(document, shape, boxes);
}

/** Polygons come last, since others say how a doubtful one is to be read. */
const rank = (node: RawNode): number =>
  Object.keys(node).some((key) => key.endsWith('polygon')) ? 1 : 0;

function wktBelow(document: ScannedDocument, node: RawNode): string[] {
  const direct = valuesOf(
    document,
    node,
    'asWKT',
    'bbox',
    'geometry',
    'centroid',
    'hasGeometry',
    'hasBoundingBox',
  );
  return direct.flatMap((value) => {
    const texts = textsIn(value);
    if (texts.length > 0 || !isNode(value)) return texts;
    return valuesOf(document, value, 'asWKT').flatMap(textsIn);
  });
}

function readShape(document: ScannedDocument, shape: RawNode, boxes: PlacedBox[]): void {
  const texts = (name: string): string[] => valuesOf(document, shape, name).flatMap(textsIn);
  boxes.push(...texts('box').flatMap(readBox), ...texts('circle').flatMap(readCircle));
  boxes.push(...texts('line').flatMap((text) => readPath(text, 'line', [])));
  if (!hasType(document, shape, 'Place'))
    boxes.push(...readPoint(texts('latitude'), texts('longitude')));
  for (const text of texts('polygon')) boxes.push(...readPath(text, 'area', boxes));
}

function readPoint([latitude]: readonly string[], [longitude]: readonly string[]): PlacedBox[] {
  const [y, x] = [coordinate(latitude), coordinate(longitude)];
  return isPosition([x, y]) ? boxesOf([x, y, x, y]) : [];
}

const coordinate = (text: string | undefined): number =>
  text === undefined || text.trim() === '' ? Number.NaN : Number(text.trim());
