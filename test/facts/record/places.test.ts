import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPlaceFacts } from '../../../src/facts/record/places.ts';
import type { ExpansionFinding } from '../../../src/expand/findings.ts';
import { formatBoxes } from '../../../src/facts/place/boxes.ts';
import type { PlaceReading } from '../../../src/model/search-facts.ts';
import type { JsonObject } from '../../../src/text/json.ts';
import { coerced, resource } from './resource.ts';

function read(said: JsonObject, reading: PlaceReading = {}) {
  const findings: ExpansionFinding[] = [];
  const facts = readPlaceFacts(resource(said), reading, {
    add: (finding) => void findings.push(finding),
  });
  return { facts, findings, boxes: formatBoxes(facts.boxes) };
}

/** What was found, in a word each. */
function reasons(findings: readonly ExpansionFinding[]): readonly string[] {
  return findings.map((finding) => {
    const { kind, repair, doubt, reason } = finding as ExpansionFinding & {
      repair?: string;
      doubt?: string;
      reason?: string;
    };
    return `${kind} ${repair ?? doubt ?? reason ?? ''}`;
  });
}

/** SOSO 1.3. */
function referenceSystem(value: string): JsonObject {
  return { propertyID: 'http://dbpedia.org/resource/Spatial_reference_system', value };
}

const box = { '@type': 'GeoShape', box: '10 20 30 40' };
const wkt = 'POLYGON((20 10,40 10,40 30,20 30,20 10))';

test.each<[string, JsonObject]>([
  ['a shape of a place', { spatialCoverage: { '@type': 'Place', geo: box } }],
  ['schema:spatial', { spatial: { geo: box } }],
  ['dcterms:spatial', { 'dcterms:spatial': { geo: box } }],
  ['the place of the content', { contentLocation: { geo: box } }],
  ['where it is', { location: { geo: box } }],
  ['a shape in place of a place', { spatialCoverage: box }],
  ['a shape of the resource', { geo: box }],
  ['WKT of the resource', { 'geo:hasGeometry': { 'geo:asWKT': wkt } }],
  ['WKT without a geometry', { 'geo:asWKT': wkt }],
  ['WKT of a place', { spatialCoverage: { 'geo:hasGeometry': { 'geo:asWKT': wkt } } }],
  ['DCAT in WKT', { 'dcterms:spatial': { 'dcat:bbox': wkt } }],
  ['a geometry of the Core Location vocabulary', { 'dcterms:spatial': { 'locn:geometry': wkt } }],
  ['a geometry as a node', { 'dcterms:spatial': { 'locn:geometry': { 'geo:asWKT': wkt } } }],
  ['the extent of DCAT-US', { 'dcterms:spatial': '20,10,40,30' }],
  ['WKT as a place', { spatialCoverage: wkt }],
  ['GeoJSON as a place', { spatialCoverage: '{"bbox":[20,10,40,30]}' }],
  ['WKT in an additional property', { spatialCoverage: { additionalProperty: { value: wkt } } }],
  [
    'GeoJSON in a description of the place',
    {
      spatialCoverage: {
        subjectOf: { text: '{"type":"LineString","coordinates":[[20,10],[40,10],[40,30]]}' },
      },
    },
  ],
])('%s is a box', (_, said) => {
  expect(read(said).boxes).toBe('10 20 30 40');
});

test.each<[string, JsonObject]>([
  ['coordinates', { geo: { '@type': 'GeoCoordinates', latitude: 10, longitude: 20 } }],
  ['coordinates as texts', { geo: { latitude: '10', longitude: ' 20 ' } }],
  ['coordinates of the place itself', { latitude: 10, longitude: 20 }],
  ['coordinates by another vocabulary', { 'wgs84:lat': '10', 'wgs84:long': '20' }],
  ['a text', { geo: '10, 20' }],
  ['a centroid', { 'dcat:centroid': 'POINT(20 10)' }],
])('%s of a place is a point', (_, place) => {
  expect(read({ spatialCoverage: place }).boxes).toBe('10 20 10 20');
});

test('a resource that is a place has its own geometry, names and IRI', () => {
  const { facts, boxes } = read({
    '@id': 'http://example.org/station/1',
    '@type': 'Place',
    name: 'Pegel Konstanz',
    latitude: 47.5,
    longitude: 9.25,
  });
  expect(boxes).toBe('47.5 9.25 47.5 9.25');
  expect(facts.names).toEqual([{ text: 'Pegel Konstanz' }]);
  expect(facts.identifiers).toEqual(['http://example.org/station/1']);
});

test('shapes of several places are distinct and sorted', () => {
  const places = [
    { geo: [box, { box: '50 60 51 61' }] },
    { geo: { box: '0 1 2 3' } },
    { geo: { polygon: '10 20 10 40 30 40 30 20 10 20' } },
  ];
  const { boxes } = read({ spatialCoverage: places });
  expect(boxes).toBe('0 1 2 3, 10 20 30 40, 50 60 51 61');
  expect(read({ spatialCoverage: places.toReversed() }).boxes).toBe(boxes);
});

const manyShapes: JsonObject[] = [
  { polygon: '10 20,30 20,30 40,10 20' },
  { polygon: '10,20 10,40 30,40 10,20' },
  { box: '10 20 30 40' },
  { box: '5 -170 10 -160' },
  { line: '10,20 30,40' },
  { latitude: 25, longitude: 35 },
  { 'geo:asWKT': wkt },
  { box: '10 20 30' },
];

function inOnePlace(geo: JsonObject[]) {
  return read({ spatialCoverage: { geo } });
}

function inSeveralPlaces(shapes: JsonObject[]) {
  return read({ spatialCoverage: shapes.map((geo) => ({ geo })) });
}

test('the order of shapes does not matter, for one place or several', () => {
  fc.assert(
    fc.property(
      fc.subarray([...manyShapes]),
      fc.constantFrom(inOnePlace, inSeveralPlaces),
      fc.nat(7),
      (shapes, readShapes, start) => {
        const other = [...shapes.slice(start), ...shapes.slice(0, start)].toReversed();
        const once = readShapes(shapes);
        const again = readShapes(other);
        expect(again.facts).toEqual(once.facts);
        expect(reasons(again.findings).toSorted()).toEqual(reasons(once.findings).toSorted());
      },
    ),
  );
});

test('a shape that is more than a box also has a geometry', () => {
  const { facts } = read({ spatialCoverage: { geo: { line: '10 20 30 40' } } });
  expect(facts.geometries).toEqual([{ wkt: 'LINESTRING(20 10,40 30)', boxes: facts.boxes }]);
});

test('a shape may be a node in place of numbers, and is reported if it has none', () => {
  const midpoint = { latitude: 47, longitude: 8 };
  const circle = { '@type': 'GeoCircle', geoMidpoint: midpoint, geoRadius: '1 km' };
  const { boxes, findings } = read({ spatialCoverage: { geo: { '@type': 'GeoShape', circle } } });
  expect(boxes).toBe(read({ spatialCoverage: { geo: circle } }).boxes);
  expect(boxes).not.toBe('');
  expect(findings).toEqual(read({ spatialCoverage: { geo: circle } }).findings);
  expect(read({ spatialCoverage: { geo: { box: { box: '10 20 30 40' } } } }).boxes).toBe(
    read({ spatialCoverage: { geo: box } }).boxes,
  );
  const empty = read({ spatialCoverage: { geo: { polygon: { '@type': 'GeoShape' } } } });
  expect(empty.boxes).toBe('');
  expect(empty.findings.map(({ kind }) => kind)).toEqual(['geometry-unusable']);
});

test('a circle has its centre and radius in separate nodes', () => {
  const circle = {
    '@type': 'GeoCircle',
    geoMidpoint: { latitude: 0, longitude: 20 },
    geoRadius: { '@type': 'Distance', value: 111.195, unitText: 'km' },
  };
  const [found] = read({ spatialCoverage: { geo: circle } }).facts.boxes;
  expect(found?.west).toBeCloseTo(19, 3);
  expect(found?.north).toBeCloseTo(1, 3);
});

test('another geometry of the record resolves the ambiguity of a polygon', () => {
  const polygon = '10 20,10 40,30 40,10 20';
  expect(read({ geo: { polygon } }).boxes).toBe('20 10 40 30');
  const { boxes, findings } = read({ geo: [{ polygon }, { 'geo:asWKT': wkt }] });
  expect(boxes).toBe('10 20 30 40');
  expect(reasons(findings)).toEqual(['geometry-doubtful axis-order']);
});

test('a geometry of another place decides nothing, as places need not overlap', () => {
  const elsewhere = { geo: { latitude: 25, longitude: 15 } };
  const { boxes } = read({ spatialCoverage: [{ geo: box }, elsewhere] });
  expect(boxes).toBe('25 15 25 15, 10 20 30 40');
  const ofAll = { 'geo:asWKT': 'POINT(15 35)' };
  expect(read({ ...ofAll, spatialCoverage: { geo: box } }).boxes).toBe('20 10 40 30, 35 15 35 15');
});

test('the named reference system only causes a doubt if it contradicts the usual order', () => {
  const crs84 = referenceSystem('http://www.opengis.net/def/crs/OGC/1.3/CRS84');
  const claimed = read({ spatialCoverage: { geo: box, additionalProperty: crs84 } });
  expect(claimed.boxes).toBe('10 20 30 40');
  expect(reasons(claimed.findings)).toEqual(['geometry-doubtful axis-order']);
  const shown = { geo: box, additionalProperty: [crs84, { value: wkt }] };
  expect(read({ spatialCoverage: shown }).findings).toEqual([]);
});

test('a source can configure how its places are read', () => {
  expect(read({ geo: box }, { axisOrder: 'lon-lat' }).boxes).toBe('20 10 40 30');
  expect(read({ geo: { box: '0 50 1 -50' } }, { westGreaterThanEast: 'swap' }).boxes).toBe(
    '0 -50 1 50',
  );
});

test('each repair, doubt and fault is reported with its value', () => {
  const { findings } = read({
    spatialCoverage: [
      { geo: { box: '30 20 10 40' } },
      { geo: { box: '-999 -999 -999 -999' } },
      { geo: { latitude: 10 } },
      { geo: { latitude: [10, 11], longitude: [20, 21] } },
    ],
  });
  expect(reasons(findings).toSorted()).toEqual([
    'geometry-repaired south-and-north-swapped',
    'geometry-unusable incomplete',
    'geometry-unusable sentinel',
    'geometry-unusable unpaired',
  ]);
  expect(findings).toContainEqual({
    kind: 'geometry-repaired',
    value: '30 20 10 40',
    repair: 'south-and-north-swapped',
    result: '10 20 30 40',
  });
});

test('all names of a place are read, in each language', () => {
  const { facts } = read({
    spatialCoverage: [
      'Bodensee@de',
      { name: ['Lake Constance@en', 'Bodensee@de'], alternateName: ' Lac de Constance@fr' },
      {
        address: { addressLocality: 'Konstanz', addressCountry: 'DE', streetAddress: 'Seestr. 1' },
      },
      { address: 'Bregenz, AT' },
      { 'skos:prefLabel': 'Untersee', 'rdfs:label': 'Untersee' },
      coerced('Obersee'),
    ],
  });
  expect(facts.names).toEqual([
    { text: 'Bodensee', language: 'de' },
    { text: 'Bregenz, AT' },
    { text: 'DE' },
    { text: 'Konstanz' },
    { text: 'Lac de Constance', language: 'fr' },
    { text: 'Lake Constance', language: 'en' },
    { text: 'Obersee' },
    { text: 'Untersee' },
  ]);
});

test('identifiers are normalised IRIs, and codes as written', () => {
  const { facts } = read({
    spatialCoverage: [
      { '@id': 'http://sws.geonames.org/2658434/' },
      'http://marineregions.org/mrgid/1905',
      { identifier: 'DE', sameAs: 'https://www.wikidata.org/entity/Q4128' },
      { identifier: { propertyID: 'ISO 3166', value: 'CH' } },
    ],
  });
  expect(facts.identifiers).toEqual([
    'CH',
    'DE',
    'http://marineregions.org/mrgid/1905',
    'http://sws.geonames.org/2658434',
    'http://www.wikidata.org/entity/Q4128',
  ]);
});

test('missing values are no places, no names and no problems', () => {
  const { facts, findings } = read({
    spatialCoverage: [
      'unknown',
      '',
      { name: 'n/a', geo: { box: '', polygon: 'null', latitude: 'NaN', longitude: 'NaN' } },
      coerced('nil:missing'),
    ],
  });
  expect(facts).toEqual({ boxes: [], geometries: [], names: [], identifiers: [] });
  expect(findings).toEqual([]);
});

test('the venue of an event does not add names of places', () => {
  expect(read({ location: { name: 'Town hall', geo: box } }).facts.names).toEqual([]);
});

test('nodes that refer to each other are read once', () => {
  const iri = 'https://bog.example/around';
  const around = resource({ '@id': iri, box: '10 20 30 40', geo: { '@id': iri } });
  const findings = { add: () => undefined };
  expect(formatBoxes(readPlaceFacts(around, {}, findings).boxes)).toBe('10 20 30 40');
});

test('a name that is a term of a gazetteer has names, identifiers and code', () => {
  const name = {
    '@type': 'DefinedTerm',
    name: ['Great Basin', { '@value': 'Großes Becken', '@language': 'de' }],
    identifier: {
      '@type': 'PropertyValue',
      propertyID: 'https://www.geonames.org/',
      value: '5509151',
      url: 'https://www.geonames.org/5509151',
    },
    inDefinedTermSet: 'https://www.geonames.org/',
    termCode: 'GB',
  };
  const { facts } = read({ spatialCoverage: { '@type': 'Place', name } });
  expect(facts.names).toEqual([{ text: 'Great Basin' }, { text: 'Großes Becken', language: 'de' }]);
  expect(facts.identifiers).toEqual(['5509151', 'GB', 'http://www.geonames.org/5509151']);
});
