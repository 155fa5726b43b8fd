import { describeBoxes, distinctBoxes } from '../place/boxes.ts';
import { isGeometryText, readGeometry, readPosition } from '../place/read-geometry.ts';
import { unusable, type Certainty, type GeometryReading } from '../place/shape.ts';
import type { Box, PlaceFacts, PlaceReading } from '../../model/search-facts.ts';
import type { RemarkSink } from '../../model/geometry-remarks.ts';
import { factText, type FactNode, type FactValue } from './fact-node.ts';
import { boundedPlaces } from './bounded-places.ts';
import { distinctBy, distinctTexts } from './fact-texts.ts';
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
  findings: RemarkSink,
): PlaceFacts {
  const places = placesOf(resource);
  const readings = readAll(
    [
      writtenGeometries(resource, false),
      ...[...places.nodes, ...places.locations].map((place) => writtenGeometries(place, true)),
      ...places.texts.map((text) => [text]),
    ],
    reading,
  );
  const called = [...places.nodes.map(namesOfPlace), ...places.names];
  const facts = boundedPlaces(
    {
      boxes: distinctBoxes(readings.flatMap(({ boxes }) => boxes)),
      geometries: distinctBy(
        readings.flatMap(({ wkt, boxes }) => (wkt === undefined ? [] : [{ wkt, boxes }])),
        ({ wkt, boxes }) => `${wkt}\n${describeBoxes(boxes)}`,
      ),
      names: distinctTexts(called.flatMap(({ names }) => names)),
      identifiers: sorted(called.flatMap(({ identifiers }) => identifiers)),
    },
    findings,
  );
  for (const { remarks } of readings) for (const remark of remarks) findings.add(remark);
  return facts;
}

interface Places {
  readonly nodes: readonly FactNode[];
  /** Of these only the geometry counts: the venue of an event is not what it is about. */
  readonly locations: readonly FactNode[];
  readonly texts: readonly WrittenGeometry[];
  readonly names: readonly PlaceNames[];
}

function placesOf(resource: FactNode): Places {
  const covered = resource.values(placeTerms.coverage);
  const isPlace = resource.types.some((type) => classes.has(type));
  const texts = covered.filter((value) => !isDescribed(value));
  const geometries = texts.filter(isGeometry);
  const locations = resource.values(placeTerms.location).filter(isDescribed);
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

/** Enough to decide by; places can have thousands. */
const maxKnown = 64;

interface KnownBoxes {
  readonly all: readonly Box[];
  readonly ofPlaces: readonly (readonly Box[])[];
}

interface FirstReading {
  readonly geometry: WrittenGeometry;
  readonly reading: GeometryReading;
  /** Which of the places it is of; 0 for the resource. */
  readonly place: number;
}

/**
 * Reads all geometries: those first of which the order is known, so that they decide about the others. A geometry is compared
 * only with such as are more certain than it, so that the order in which they stand changes nothing; and only with those of
 * the same place, and of the resource as a whole, since two places need not meet.
 * @param written the geometries of the resource itself, then those of each place
 */
function readAll(
  written: readonly (readonly WrittenGeometry[])[],
  policy: PlaceReading,
): readonly GeometryReading[] {
  const first = written.flatMap((geometries, place) => {
    return geometries.map((geometry): FirstReading => {
      return { geometry, place, reading: read(geometry, policy, []) };
    });
  });
  if (first.length < 2) return first.map(({ reading }) => reading);
  const readings: GeometryReading[] = [];
  let known: KnownBoxes = { all: [], ofPlaces: written.map(() => []) };
  for (const certainty of byCertainty) {
    const again: FirstReading[] = [];
    for (const each of first) {
      if (each.reading.certainty !== certainty) continue;
      again.push({ ...each, reading: readAgain(each, policy, known) });
    }
    for (const { reading } of again) readings.push(reading);
    known = withBoxes(known, again);
  }
  return readings;
}

function readAgain(
  { geometry, reading, place }: FirstReading,
  policy: PlaceReading,
  { all, ofPlaces }: KnownBoxes,
): GeometryReading {
  if (reading.certainty === 'sure') return reading;
  const comparable = place === 0 ? all : [...(ofPlaces[0] ?? []), ...(ofPlaces[place] ?? [])];
  return comparable.length === 0 ? reading : read(geometry, policy, comparable);
}

function withBoxes({ ofPlaces }: KnownBoxes, readings: readonly FirstReading[]): KnownBoxes {
  const boxes = ofPlaces.map((ofPlace) => [...ofPlace]);
  for (const { place, reading } of readings) boxes[place]?.push(...reading.boxes);
  return { all: some(boxes.flat()), ofPlaces: boxes.map(some) };
}

/** The same ones, in whatever order they stand. */
function some(boxes: readonly Box[]): readonly Box[] {
  return distinctBoxes(boxes).slice(0, maxKnown);
}

function read(
  { said, claimedOrder }: WrittenGeometry,
  reading: PlaceReading,
  known: readonly Box[],
): GeometryReading {
  const context = { ...reading, known, claimedOrder };
  switch (said.kind) {
    case 'text':
      return readGeometry(said.text, said.form, context);
    case 'position':
      return readPosition(said.position, context);
    case 'unpaired':
      return unusable(said.value, said.isIncomplete ? 'incomplete' : 'unpaired');
  }
}

/** Each once. */
function sorted(texts: readonly string[]): readonly string[] {
  return texts.length < 2 ? texts : [...new Set(texts)].toSorted();
}
