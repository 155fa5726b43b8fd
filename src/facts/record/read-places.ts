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
 * The places of a resource: those it is about, its location, and itself if it is a place. The
 * vocabularies of schema.org, DCAT and GeoSPARQL count alike.
 * @param reading how the source of the record writes places
 * @param findings receives repairs, doubts and unusable geometries
 */
export function readPlaces(
  resource: FactNode,
  reading: PlaceReading,
  findings: RemarkSink,
): PlaceFacts {
  const places = collectPlaces(resource);
  const readings = readAllGeometries(
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
      identifiers: [...new Set(called.flatMap(({ identifiers }) => identifiers))].toSorted(),
    },
    findings,
  );
  for (const { remarks } of readings) for (const remark of remarks) findings.add(remark);
  return facts;
}

interface Places {
  readonly nodes: readonly FactNode[];
  /** Only their geometries count: the venue of an event is not what it is about. */
  readonly locations: readonly FactNode[];
  readonly texts: readonly WrittenGeometry[];
  readonly names: readonly PlaceNames[];
}

function collectPlaces(resource: FactNode): Places {
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

/** Enough to decide by; a place can have thousands. */
const maxKnown = 64;

interface KnownBoxes {
  readonly all: readonly Box[];
  readonly ofPlaces: readonly (readonly Box[])[];
}

interface FirstReading {
  readonly geometry: WrittenGeometry;
  readonly reading: GeometryReading;
  /** Index of the place; 0 for the resource. */
  readonly place: number;
}

/**
 * Reads all geometries, those with a certain axis order first, so that they can decide the others.
 * For independence of their order, a geometry is compared only with more certain ones; and only
 * with those of the same place and of the resource, since two places need not overlap.
 * @param written geometries of the resource itself, then of each place
 */
function readAllGeometries(
  written: readonly (readonly WrittenGeometry[])[],
  policy: PlaceReading,
): readonly GeometryReading[] {
  const first = written.flatMap((geometries, place) => {
    return geometries.map((geometry): FirstReading => {
      return { geometry, place, reading: readStatedGeometry(geometry, policy, []) };
    });
  });
  if (first.length < 2) return first.map(({ reading }) => reading);
  const readings: GeometryReading[] = [];
  let known: KnownBoxes = { all: [], ofPlaces: written.map(() => []) };
  for (const certainty of byCertainty) {
    const again: FirstReading[] = [];
    for (const each of first) {
      if (each.reading.certainty !== certainty) continue;
      again.push({ ...each, reading: rereadWithKnown(each, policy, known) });
    }
    for (const { reading } of again) readings.push(reading);
    known = addKnownBoxes(known, again);
  }
  return readings;
}

function rereadWithKnown(
  { geometry, reading, place }: FirstReading,
  policy: PlaceReading,
  { all, ofPlaces }: KnownBoxes,
): GeometryReading {
  if (reading.certainty === 'sure') return reading;
  const comparable = place === 0 ? all : [...(ofPlaces[0] ?? []), ...(ofPlaces[place] ?? [])];
  return comparable.length === 0 ? reading : readStatedGeometry(geometry, policy, comparable);
}

function addKnownBoxes({ ofPlaces }: KnownBoxes, readings: readonly FirstReading[]): KnownBoxes {
  const boxes = ofPlaces.map((ofPlace) => [...ofPlace]);
  for (const { place, reading } of readings) boxes[place]?.push(...reading.boxes);
  return { all: selectBoxes(boxes.flat()), ofPlaces: boxes.map(selectBoxes) };
}

/** A selection that does not depend on the order. */
function selectBoxes(boxes: readonly Box[]): readonly Box[] {
  return distinctBoxes(boxes).slice(0, maxKnown);
}

function readStatedGeometry(
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
