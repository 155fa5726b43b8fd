import { compareBoxes, distinctBoxes } from '../../facts/place/boxes.ts';
import { isGeometryText, readGeometry, readPosition } from '../../facts/place/read-geometry.ts';
import { unusable, type Certainty, type GeometryReading } from '../../facts/place/shape.ts';
import type { Box, PlaceFacts, PlaceReading, Text } from '../../model/search-facts.ts';
import type { FindingSink } from '../findings.ts';
import { factText, type FactNode, type FactValue } from './fact-node.ts';
import { writtenGeometries, type WrittenGeometry } from './place-geometries.ts';
import { namesOfPlace, namesOfText, type PlaceNames } from './place-names.ts';
import { placeTerms } from './place-terms.ts';

/**
 * The places of a resource: where it is about, where it is, and what it is where it is a place itself. All ways to say it
 * count alike: schema.org's, DCAT's, GeoSPARQL's.
 * @param reading how the source of the record writes places
 * @param findings takes each repair, each doubt and each geometry of which no place comes
 */
export function readPlaces(
  resource: FactNode,
  reading: PlaceReading,
  findings: FindingSink,
): PlaceFacts {
  const places = placesOf(resource);
  const written = [...places.nodes, ...places.locations].flatMap((place) => {
    return writtenGeometries(place, true);
  });
  const own = writtenGeometries(resource, false);
  const readings = readAll([...own, ...written, ...places.texts], reading);
  for (const { remarks } of readings) for (const remark of remarks) findings.add(remark);
  const called = [...places.nodes.map(namesOfPlace), ...places.names];
  return {
    boxes: distinctBoxes(readings.flatMap(({ boxes }) => boxes)),
    geometries: distinctTexts(readings.flatMap(({ wkt }) => wkt ?? [])),
    names: distinctNames(called.flatMap(({ names }) => names)),
    identifiers: distinctTexts(called.flatMap(({ identifiers }) => identifiers)),
  };
}

interface Places {
  readonly nodes: readonly FactNode[];
  /** Of these only the geometry counts: the venue of an event is not what it is about. */
  readonly locations: readonly FactNode[];
  readonly texts: readonly WrittenGeometry[];
  readonly names: readonly PlaceNames[];
}

function placesOf(resource: FactNode): Places {
  const covered = resource.values(...placeTerms.coverage);
  const isPlace = resource.types.some((type) => classes.has(type));
  const texts = covered.filter((value) => !isDescribed(value));
  const geometries = texts.filter(isGeometry);
  const locations = resource.values(...placeTerms.location).filter(isDescribed);
  return {
    nodes: [...(isPlace ? [resource] : []), ...covered.filter(isDescribed)],
    locations,
    texts: geometries.map((value) => ({
      said: { kind: 'text', text: factText(value) ?? '', form: 'extent' },
    })),
    names: texts.filter((value) => !isGeometry(value)).map(namesOfText),
  };
}

const classes: ReadonlySet<string> = new Set(placeTerms.classes);

function isDescribed(value: FactValue): value is FactNode {
  return value.kind === 'node' && value.writtenAs === undefined;
}

function isGeometry(value: FactValue): boolean {
  return isGeometryText(factText(value) ?? '');
}

const byCertainty: readonly Certainty[] = ['sure', 'likely', 'guessed'];

/**
 * Reads all geometries: those first of which the order is known, so that they decide about the others; a geometry is
 * compared only with such as are more certain than it, so that the order in which they stand changes nothing.
 */
function readAll(
  written: readonly WrittenGeometry[],
  reading: PlaceReading,
): readonly GeometryReading[] {
  const alone = written.map((geometry) => ({ geometry, alone: read(geometry, reading, []) }));
  const readings: GeometryReading[] = [];
  let known: readonly Box[] = [];
  for (const certainty of byCertainty) {
    const ofThem = alone.filter((each) => each.alone.certainty === certainty);
    const again = ofThem.map(({ geometry, alone: first }) => {
      return known.length === 0 ? first : read(geometry, reading, known);
    });
    readings.push(...again);
    known = [...known, ...again.flatMap(({ boxes }) => boxes)].toSorted(compareBoxes);
  }
  return readings;
}

function read(
  { said, usualOrder }: WrittenGeometry,
  reading: PlaceReading,
  known: readonly Box[],
): GeometryReading {
  const context = { ...reading, known, usualOrder };
  switch (said.kind) {
    case 'text':
      return readGeometry(said.text, said.form, context);
    case 'position':
      return readPosition(said.position, context);
    case 'unpaired':
      return unusable(said.value, said.isIncomplete ? 'incomplete' : 'unpaired');
  }
}

function distinctTexts(texts: readonly string[]): readonly string[] {
  return Array.from(new Set(texts)).toSorted();
}

function distinctNames(names: readonly Text[]): readonly Text[] {
  const byKey = new Map(names.map((name) => [`${name.text}\n${name.language ?? ''}`, name]));
  return Array.from(byKey)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, name]) => name);
}
