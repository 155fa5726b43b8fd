import { describe, expect, it } from 'vitest';
import { formatBoxes } from '../../../src/facts/place/boxes.ts';
import type { SearchFacts } from '../../../src/model/search-facts.ts';
import type { JsonObject, JsonValue } from '../../../src/text/json.ts';
import { findingsOf, graphOf } from '../expanding.ts';

const schemaOrg = 'https://schema.org/';
/** Like the published context of GeoJSON-LD. */
const geoJsonLd: JsonObject = {
  geojson: 'https://purl.org/geojson/vocab#',
  Point: 'geojson:Point',
  Polygon: 'geojson:Polygon',
  bbox: { '@id': 'geojson:bbox', '@container': '@list' },
  coordinates: { '@id': 'geojson:coordinates', '@container': '@list' },
  geometry: 'geojson:geometry',
  id: '@id',
  type: '@type',
};
const inSchemaOrg = { '@context': schemaOrg, '@type': 'Dataset' };
const inGeoJsonLd = { '@context': [schemaOrg, geoJsonLd], '@type': 'Dataset' };

/** The boxes of a dataset, and the outlines of its shapes. */
async function placesOf(document: JsonObject) {
  const { search } = await graphOf(document);
  const [facts] = JSON.parse(search ?? '[]') as readonly SearchFacts[]; // the stage writes these
  const { boxes = [], geometries = [], names = [] } = facts?.places ?? {};
  return { boxes: formatBoxes(boxes), wkt: geometries[0]?.wkt, names };
}

const coordinates = [
  [
    [10, 50],
    [20, 50],
    [20, 60],
    [10, 50],
  ],
];
const polygon = { type: 'Polygon', coordinates };
const point = { type: 'Point', coordinates: [12, 55] };

describe('a polygon of GeoJSON is drawn', () => {
  it.each<[string, JsonObject]>([
    ['below geo', { ...inSchemaOrg, spatialCoverage: { '@type': 'Place', geo: polygon } }],
    ['in place of a place', { ...inSchemaOrg, spatialCoverage: polygon }],
    ['as text', { ...inSchemaOrg, spatialCoverage: { geo: JSON.stringify(polygon) } }],
    [
      'with both spellings of its type',
      { ...inSchemaOrg, geo: { '@type': 'Polygon', ...polygon } },
    ],
    ['below geometry', { ...inSchemaOrg, spatialCoverage: { geometry: polygon } }],
    ['of the dataset', { ...inGeoJsonLd, geometry: polygon }],
    [
      'in a feature with a bounding box',
      {
        ...inGeoJsonLd,
        spatialCoverage: { type: 'Feature', bbox: [0, 0, 9, 9], geometry: polygon },
      },
    ],
    [
      'in a feature collection',
      {
        ...inSchemaOrg,
        spatialCoverage: { type: 'FeatureCollection', features: [{ geometry: polygon }] },
      },
    ],
    [
      'with the class as a property',
      { ...inSchemaOrg, spatialCoverage: { Place: { geo: polygon } } },
    ],
    ['without a type', { ...inSchemaOrg, geo: { '@type': 'GeoShape', coordinates } }],
    [
      'with a type that is a text',
      { '@context': { '@vocab': 'http://schema.org/' }, '@type': 'Dataset', geo: polygon },
    ],
  ])('%s', async (_, document) => {
    expect(await placesOf(document)).toMatchObject({
      boxes: '50 10 60 20',
      wkt: 'POLYGON((10 50,20 50,20 60,10 50))',
    });
  });
});

const wkt = 'http://www.opengis.net/ont/geosparql#wktLiteral';
const gml = 'http://www.opengis.net/ont/geosparql#gmlLiteral';
const envelope =
  '<gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 10</gml:lowerCorner>' +
  '<gml:upperCorner>60 20</gml:upperCorner></gml:Envelope>';
const ofEpsg = '<http://www.opengis.net/def/crs/EPSG/0/4326>';
const bbox = {
  type: 'Polygon',
  coordinates: [
    [
      [10, 50],
      [20, 50],
      [20, 60],
      [10, 60],
      [10, 50],
    ],
  ],
};

describe('dcat:bbox is a box in every form, and needs no repair', () => {
  it.each<[string, JsonValue]>([
    ['WKT', 'POLYGON((10 50,20 50,20 60,10 60,10 50))'],
    ['WKT with a datatype', { '@type': wkt, '@value': 'ENVELOPE(10,20,60,50)' }],
    [
      'WKT in a reference system',
      { '@type': wkt, '@value': `${ofEpsg} POLYGON((50 10,50 20,60 20,60 10,50 10))` },
    ],
    ['GML', { '@type': gml, '@value': envelope }],
    ['GeoJSON as text', JSON.stringify(bbox)],
    ['GeoJSON as a JSON literal', { '@type': '@json', '@value': bbox }],
    ['four numbers, as in DCAT-US', '10,50,20,60'],
    ['DCMI Box', 'westlimit=10; southlimit=50; eastlimit=20; northlimit=60'],
  ])('%s', async (_, value) => {
    const document = { ...inSchemaOrg, spatialCoverage: { 'dcat:bbox': value } };
    expect((await placesOf(document)).boxes).toBe('50 10 60 20');
    expect(await findingsOf(document)).toEqual([]);
  });
});

describe('a point is found', () => {
  it.each<[string, JsonObject]>([
    ['as dcat:centroid in GeoJSON', { spatialCoverage: { 'dcat:centroid': point } }],
    ['as dcat:centroid in numbers', { spatialCoverage: { 'dcat:centroid': '55, 12' } }],
    [
      'as dcat:centroid in a reference system',
      {
        spatialCoverage: { 'dcat:centroid': { '@type': wkt, '@value': `${ofEpsg} POINT(55 12)` } },
      },
    ],
    ['as an array', { spatialCoverage: { geo: [55, 12] } }],
    ['as coordinates in a text', { geo: { type: 'Point', coordinates: '12, 55' } }],
    [
      'in a wrapper',
      { spatialCoverage: { geo: { GeoCoordinates: { latitude: 55, longitude: 12 } } } },
    ],
  ])('%s', async (_, members) => {
    expect((await placesOf({ ...inSchemaOrg, ...members })).boxes).toBe('55 12 55 12');
  });
});

it('a bounding box counts where a feature has no geometry', async () => {
  for (const frame of [inSchemaOrg, inGeoJsonLd]) {
    for (const box of [
      [10, 50, 20, 60],
      [10, 50, 0, 20, 60, 99],
    ]) {
      const document = { ...frame, spatialCoverage: { '@type': 'Place', bbox: box } };
      expect((await placesOf(document)).boxes).toBe('50 10 60 20');
    }
  }
});

it('a DCMI Box gives the name of its place, too', async () => {
  const value =
    'name=Western Australia; northlimit=-13; southlimit=-35; westlimit=112; eastlimit=129';
  const spatial = { '@type': 'http://purl.org/dc/terms/Box', '@value': value };
  const places = await placesOf({ ...inSchemaOrg, 'dcterms:spatial': spatial });
  expect(places).toMatchObject({
    boxes: '-35 112 -13 129',
    names: [{ text: 'Western Australia' }],
  });
});

it('numbers without an order, and other reference systems, are no place', async () => {
  const crs = { properties: { name: 'EPSG:25832' } };
  const lost = [{ '@value': 12 }, { '@value': 55 }];
  const document = {
    ...inSchemaOrg,
    geo: [{ coordinates: lost }, { type: 'Point', coordinates: [500_000, 5_000_000], crs }],
  };
  expect((await placesOf(document)).boxes).toBe('');
  const found = await findingsOf(document);
  expect(found).toMatchObject(
    expect.arrayContaining(
      [
        { kind: 'geometry-unusable', reason: 'reference-system' },
        { kind: 'geometry-unusable', value: '12 55', reason: 'unordered' },
      ].map((each) => expect.objectContaining(each) as object),
    ) as object[],
  );
});
