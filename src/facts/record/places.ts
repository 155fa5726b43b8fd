import type {
  Box,
  GeometryRepair,
  PlaceFacts,
  PlaceReading,
  RemarkSink,
  Text,
} from '../../model/search-facts.ts';
import { identifierName } from '../../rdf/identifiers.ts';
import { groupBy } from '../../text/collections.ts';
import { coverBoxes, distinctBoxes, formatBoxes } from '../place/boxes.ts';
import { readNameOfLimits } from '../place/limits-text.ts';
import { isGeometryText, readGeometry, readPosition } from '../place/read-geometry.ts';
import {
  type AxisOrderCertainty,
  type GeometryReading,
  unusableGeometry,
} from '../place/written-geometry.ts';
import { isNil } from '../text/missing-values.ts';
import { plainText } from '../text/plain-text.ts';
import { type FactNode, factText, type FactValue, isOwnNode } from './record-graph.ts';
import {
  distinctBy,
  distinctTexts,
  literalLanguage,
  mergeNeighbouringTexts,
  textWithLanguage,
} from './fact-texts.ts';
import { describeTerm } from './keywords.ts';
import { readStatedGeometries, type StatedGeometry } from './place-geometries.ts';
import { placeTerms } from './properties.ts';

/**
 * The places of a resource: those it is about, its location, and itself if it is a place. The
 * vocabularies of schema.org, DCAT and GeoSPARQL count alike.
 * @param reading how the source of the record writes places
 * @param findings receives repairs, doubts and unusable geometries
 */
export function readPlaceFacts(
  resource: FactNode,
  reading: PlaceReading,
  findings: RemarkSink,
): PlaceFacts {
  const places = collectPlaces(resource);
  const readings = readAllGeometries(
    [
      readStatedGeometries(resource, false),
      ...[...places.nodes, ...places.locations].map((place) => readStatedGeometries(place, true)),
      ...places.texts.map((text) => [text]),
    ],
    reading,
  );
  const designations = [...places.nodes.map(readPlaceNames), ...places.names];
  const facts = limitPlaces(
    {
      boxes: distinctBoxes(readings.flatMap(({ boxes }) => boxes)),
      geometries: distinctBy(
        readings.flatMap(({ wkt, boxes }) => (wkt === undefined ? [] : [{ wkt, boxes }])),
        ({ wkt, boxes }) => `${wkt}\n${formatBoxes(boxes)}`,
      ),
      names: distinctTexts(designations.flatMap(({ names }) => names)),
      identifiers: [...new Set(designations.flatMap(({ identifiers }) => identifiers))].toSorted(),
    },
    findings,
  );
  for (const { remarks } of readings) for (const remark of remarks) findings.add(remark);
  return facts;
}

function collectPlaces(resource: FactNode) {
  const covered = resource.values(placeTerms.coverage).flatMap(withWrapped);
  const isPlace = resource.types.some((type) => classes.has(type));
  const texts = covered.filter((value) => !isOwnNode(value));
  // Only their geometries count: the venue of an event is not what it is about.
  const locations = resource.values(placeTerms.location).filter(isOwnNode);
  return {
    nodes: [...(isPlace ? [resource] : []), ...covered.filter(isOwnNode)],
    locations,
    texts: texts.filter(isGeometry).map((value): StatedGeometry => {
      return { statement: { kind: 'text', text: factText(value) ?? '', form: 'extent' } };
    }),
    names: texts.map((value) =>
      isGeometry(value) ? readGeometryName(value) : readPlaceNameText(value),
    ),
  };
}

/** A place, and the places in it where the class is written as a property: `{"Place": {…}}`. */
function withWrapped(value: FactValue): readonly FactValue[] {
  return isOwnNode(value) ? [value, ...value.values(placeTerms.wrappers)] : [value];
}

const classes: ReadonlySet<string> = new Set(placeTerms.classes);

function isGeometry(value: FactValue): boolean {
  return isGeometryText(factText(value) ?? '');
}

const byCertainty: readonly AxisOrderCertainty[] = ['sure', 'likely', 'guessed'];

/** Enough to decide by; a place can have thousands. */
const maxKnown = 64;

interface FirstReading {
  readonly geometry: StatedGeometry;
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
  written: readonly (readonly StatedGeometry[])[],
  policy: PlaceReading,
): readonly GeometryReading[] {
  const first = written.flatMap((geometries, place) => {
    return geometries.map((geometry): FirstReading => {
      return { geometry, place, reading: readStatedGeometry(geometry, policy, []) };
    });
  });
  if (first.length < 2) return first.map(({ reading }) => reading);
  const readings: GeometryReading[] = [];
  let known = written.map((): readonly Box[] => []);
  for (const certainty of byCertainty) {
    const all = selectBoxes(known.flat());
    const again = first
      .filter(({ reading }) => reading.certainty === certainty)
      .map(({ geometry, place, reading }): FirstReading => {
        const comparable = place === 0 ? all : [known[0], known[place]].flatMap((own) => own ?? []);
        if (certainty === 'sure' || comparable.length === 0) return { geometry, place, reading };
        return { geometry, place, reading: readStatedGeometry(geometry, policy, comparable) };
      });
    for (const { reading } of again) readings.push(reading);
    const ofPlaces = groupBy(again, ({ place }) => place);
    known = known.map((boxes, place) => {
      const others = (ofPlaces.get(place) ?? []).flatMap(({ reading }) => reading.boxes);
      return selectBoxes([...boxes, ...others]);
    });
  }
  return readings;
}

/** A selection that does not depend on the order. */
function selectBoxes(boxes: readonly Box[]): readonly Box[] {
  return distinctBoxes(boxes).slice(0, maxKnown);
}

function readStatedGeometry(
  { statement, claimedOrder }: StatedGeometry,
  reading: PlaceReading,
  known: readonly Box[],
): GeometryReading {
  const context = { ...reading, known, claimedOrder };
  switch (statement.kind) {
    case 'text':
      return readGeometry(statement.text, statement.form, context);
    case 'position':
      return readPosition(statement.position, context);
    case 'unreadable':
      return unusableGeometry(statement.value, statement.fault);
  }
}

/**
 * Each box costs several statements of the index, and a catalogue of stations can have twenty
 * thousand.
 */
const maxBoxes = 500;
const maxNames = 500;
const maxIdentifiers = 2000;
/** Limit for all outlines together, in UTF-16 units: five of the longest ones. */
const maxOutlineCharacters = 100_000;

/**
 * Limits the places of a resource so that it is still found by each of them, and perhaps by
 * neighbouring ones: boxes and names are merged with their neighbours, outlines are replaced by
 * their boxes. Of the identifiers the last are dropped.
 * @param places sorted, without duplicates
 * @param findings receives the numbers before and after
 */
function limitPlaces(places: PlaceFacts, findings: RemarkSink): PlaceFacts {
  const boxes = coverBoxes(places.boxes, maxBoxes);
  const isMerged = boxes.length < places.boxes.length;
  const names = mergeNeighbouringTexts(places.names, maxNames);
  const identifiers = places.identifiers.slice(0, maxIdentifiers);
  // A merged box may be larger than a geometry, and so stands for itself.
  const geometries = isMerged
    ? places.geometries.map(({ wkt }) => ({ wkt, boxes: [] }))
    : places.geometries;
  const outlines = geometries.reduce((sum, { wkt }) => sum + wkt.length, 0);
  const note = (repair: GeometryRepair, value: string, result: string): void => {
    findings.add({ kind: 'geometry-repaired', value, repair, result });
  };
  if (isMerged) note('merged', `${places.boxes.length} boxes`, `${boxes.length} boxes`);
  if (names.length < places.names.length) {
    note('merged', `${places.names.length} names of places`, `${names.length} names`);
  }
  if (outlines <= maxOutlineCharacters) return { boxes, geometries, names, identifiers };
  const long = `${geometries.length} outlines of ${outlines} characters`;
  note('outlines-left-out', long, `${boxes.length} boxes`);
  return { boxes, geometries: [], names, identifiers };
}

/** The names and identifiers of a place. */
interface PlaceDesignations {
  readonly names: readonly Text[];
  readonly identifiers: readonly string[];
}

/** Reads names (also from gazetteers), addresses, and the IRIs and codes of registers. */
function readPlaceNames(place: FactNode): PlaceDesignations {
  const terms = readNameTerms(place);
  const nodes = [place, ...terms];
  const names = nodes.flatMap((node) => node.values(placeTerms.names).flatMap(readNameText));
  const addresses = place.values(placeTerms.address).flatMap(readAddressTexts);
  const iris = nodes.flatMap(({ iri = '' }) => normalizeIdentifier(iri));
  const stated = nodes.flatMap((node) => node.values(placeTerms.identifiers));
  const identifiers = stated.flatMap(readIdentifierValues);
  const codes = terms.flatMap((node) => describeTerm(node).codes);
  return { names: [...names, ...addresses], identifiers: [...iris, ...identifiers, ...codes] };
}

/** Names given as terms: `"name": { "@type": "DefinedTerm", … }`, CDIF's form for gazetteers. */
function readNameTerms(place: FactNode): readonly FactNode[] {
  return place.values(placeTerms.names).filter(isOwnNode);
}

/** The gazetteer terms that name the places of a resource, or are these places, in order. */
export function gazetteerTerms(resource: FactNode): readonly FactNode[] {
  const places = resource.values(placeTerms.coverage).filter(isOwnNode);
  return places.flatMap((place) => {
    const { schemes, codes } = describeTerm(place);
    const names = readNameTerms(place);
    return schemes.length + codes.length > 0 ? [place].concat(names) : names;
  });
}

/** The name in a DCMI Box or Point. */
function readGeometryName(value: FactValue): PlaceDesignations {
  const name = plainText(readNameOfLimits(factText(value) ?? '') ?? '');
  return { names: isNil(name) ? [] : [{ text: name }], identifiers: [] };
}

/** Reads a text in place of a place node: a name or an IRI. */
function readPlaceNameText(value: FactValue): PlaceDesignations {
  const text = (factText(value) ?? '').trim();
  if (isNil(text)) return { names: [], identifiers: [] };
  // Other texts with a colon can be names.
  return /^(?:https?:\/\/|urn:|hdl:|doi:|info:|ark:)\S+$/iu.test(text)
    ? { names: [], identifiers: [identifierName(text)] }
    : { names: readNameText(value), identifiers: [] };
}

/** An address as text, or its town, region and country; nobody searches by street. */
function readAddressTexts(address: FactValue): readonly Text[] {
  if (address.kind === 'literal') return readNameText(address);
  return address.values(placeTerms.addressParts).flatMap((part) => {
    return isOwnNode(part)
      ? part.values(placeTerms.names).flatMap(readNameText)
      : readNameText(part);
  });
}

/** An identifier as text, IRI, or node with a value and a URL. */
function readIdentifierValues(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return normalizeIdentifier(value.text);
  const values = [value, ...value.values(placeTerms.identifierValue)];
  return values.flatMap((each) => normalizeIdentifier(factText(each) ?? ''));
}

function normalizeIdentifier(text: string): readonly string[] {
  const trimmed = text.trim();
  return isNil(trimmed) ? [] : [identifierName(trimmed)];
}

function readNameText(value: FactValue): readonly Text[] {
  const text = isOwnNode(value) ? '' : plainText(factText(value) ?? '');
  if (isNil(text)) return [];
  return [textWithLanguage(text, literalLanguage(value))];
}
