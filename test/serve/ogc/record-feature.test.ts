import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ogcBase,
  serveOgcCatalogue,
  type OgcCatalogue,
  type ReadFeature,
} from './ogc-catalogue.ts';

// Requirements are named as in OGC 20-004r1 (Records) and 17-069r4 (Features).

let catalogue: OgcCatalogue;
let buoy: ReadFeature;
let dateline: ReadFeature;
let harbour: ReadFeature;
let nowhere: ReadFeature;
beforeAll(async () => {
  catalogue = await serveOgcCatalogue();
  buoy = await catalogue.feature('Waves at a buoy');
  dateline = await catalogue.feature('Currents across the antimeridian');
  harbour = await catalogue.feature('Model of a harbour');
  nowhere = await catalogue.feature('"Nowhere"');
});
afterAll(async () => catalogue.close());

function linksOf({ links }: ReadFeature, rel: string): readonly (readonly unknown[])[] {
  return links
    .filter((link) => link.rel === rel)
    .map(({ href, type, title }) => [href, type, title].filter((each) => each !== undefined));
}

describe('a record', () => {
  it('has the facts of the resource in the members of the standard', () => {
    expect(buoy).toMatchObject({
      type: 'Feature',
      conformsTo: ['http://www.opengis.net/spec/ogcapi-records-1/1.0/req/record-core'],
      bbox: [-5, 50, 5, 55],
      time: { interval: ['2001-03-01', '2004-12-31'] },
      properties: {
        type: 'Dataset',
        title: 'Waves at a buoy',
        description: 'Heights of sea waves, hourly.',
        language: { code: 'en' },
        languages: [{ code: 'de' }],
        resourceLanguages: [{ code: 'en' }],
        keywords: ['Wave height', 'waves'],
        themes: [
          {
            scheme: 'http://vocab.example/P07',
            concepts: [
              {
                id: 'http://vocab.example/P07/WAVE',
                title: 'Wave height',
                url: 'http://vocab.example/P07/WAVE',
              },
            ],
          },
        ],
        externalIds: [
          { scheme: 'doi', value: '10.1234/buoy' },
          { value: 'B-17' },
          { value: 'https://records.example/buoy' },
        ],
        formats: [{ mediaType: 'application/x-netcdf' }],
        license: 'CC-BY-4.0',
      },
    });
  });

  it('has people and organizations without mail addresses', () => {
    expect(buoy.properties.contacts).toEqual([
      {
        identifier: 'https://orcid.org/0000-0002-1825-0097',
        name: 'Ada Low',
        organization: 'Institute of Waters',
        roles: ['author'],
      },
      { organization: 'Institute of Waters', roles: ['publisher'] },
    ]);
    expect(JSON.stringify(buoy)).not.toContain('@');
  });

  it('has the links of /req/records-api/record-response and to what it describes', () => {
    const url = `${ogcBase}ogc/collections/sea`;
    expect(linksOf(buoy, 'self')).toEqual([
      [`${url}/items/${buoy.id}`, 'application/geo+json', 'This record'],
    ]);
    expect(linksOf(buoy, 'collection').map(([href]) => href)).toEqual([url]);
    expect(linksOf(buoy, 'profile')).toEqual([
      ['http://www.opengis.net/def/profile/OGC/0/ogc-record'],
    ]);
    expect(linksOf(buoy, 'alternate').map(([, type]) => type)).toEqual([
      'text/html',
      'application/ld+json',
      'text/turtle',
    ]);
    expect(linksOf(buoy, 'about')).toEqual([['https://records.example/landing/buoy', 'text/html']]);
    expect(linksOf(buoy, 'enclosure')).toEqual([
      ['https://records.example/files/waves.nc', 'application/x-netcdf', 'All waves'],
    ]);
    expect(linksOf(buoy, 'via').map(([href]) => href)).toEqual(['https://sea.example/0.jsonld']);
  });

  it('is the same alone as among others (/req/geojson/content)', async () => {
    for (const record of [buoy, dateline, harbour, nowhere]) {
      const path = `/data/ogc/collections/sea/items/${record.id}`;
      expect(await catalogue.json(path)).toEqual(record);
      const { features } = await catalogue.items(`ids=${record.id}`);
      expect(features).toEqual([record]);
    }
  });

  it('leads from each alternate to that media type', async () => {
    for (const [href, type] of linksOf(buoy, 'alternate')) {
      const got = await catalogue.get(String(href));
      expect(got.status).toBe(200);
      expect(got.headers.get('content-type')).toContain(type);
    }
  });

  it('is in the language of the reader, where the publisher has it', async () => {
    const got = await catalogue.get(`/data/ogc/collections/sea/items/${buoy.id}`, {
      headers: { 'accept-language': 'de' },
    });
    expect(await got.json()).toMatchObject({
      properties: { title: 'Wellen an einer Boje', language: { code: 'de' } },
    });
  });

  it('says what the record of its source says', async () => {
    const { id } = await catalogue.feature('Ice of the sea');
    const other = await catalogue.json(`/data/ogc/collections/lakes.2/items/${id}`);
    expect(other).toMatchObject({ id, properties: { title: 'Ice of lakes' } });
  });
});

describe('its geometry', () => {
  it('is in two parts across the antimeridian (RFC 7946, 3.1.9), its box is not', () => {
    expect(dateline.bbox).toEqual([170, -20, -170, -10]);
    expect(dateline.geometry).toEqual({
      type: 'MultiPolygon',
      coordinates: expect.arrayContaining([
        [
          [
            [170, -20],
            [180, -20],
            [180, -10],
            [170, -10],
            [170, -20],
          ],
        ],
      ]) as unknown,
    });
  });

  it('is a collection of a point and a box', () => {
    expect(harbour.geometry).toMatchObject({
      type: 'GeometryCollection',
      geometries: [{ type: 'Point', coordinates: [20, 10] }, { type: 'Polygon' }],
    });
  });

  it('is null without a place, and so is the time', () => {
    expect(nowhere).toMatchObject({ geometry: null, time: null });
    expect(nowhere).not.toHaveProperty('bbox');
  });
});

describe('its time (/req/record-core/time-instant, time-interval, time-zone)', () => {
  it('is a day, a moment in UTC, or an interval', async () => {
    expect(dateline.time).toEqual({ date: '2010-05-06' });
    expect(harbour.time).toEqual({ timestamp: '2015-01-02T03:04:05Z' });
    const ice = await catalogue.feature('Ice of the sea');
    expect(ice.time).toEqual({ interval: ['1990-01-01', '1990-12-31'] });
  });

  it('is open where RFC 3339 has no such year, and null for geologic ages', async () => {
    const bones = await catalogue.feature('Bones of a cave');
    expect(bones.time).toEqual({ interval: ['..', '0300-12-31'] });
    expect((await catalogue.feature('Rocks of the Jurassic')).time).toBeNull();
  });
});

describe('its licence (/req/record-core/license)', () => {
  it('is other with links, if there are several', () => {
    expect(dateline.properties.license).toBe('other');
    const licences = linksOf(dateline, 'license').map(([href]) => href);
    expect(new Set(licences)).toEqual(
      new Set(['https://records.example/own-licence', 'https://spdx.org/licenses/CC-BY-4.0']),
    );
  });

  it('is among the rights, if it is only text', () => {
    expect(harbour.properties).not.toHaveProperty('license');
    expect(harbour.properties.rights).toBe('Ask the harbour master\n© Harbour');
  });
});

describe('a hostile record', () => {
  it('has links to the Web only', () => {
    const schemes = nowhere.links.map(({ href }) => new URL(href).protocol);
    expect(new Set(schemes)).toEqual(new Set(['http:', 'https:']));
  });
});
