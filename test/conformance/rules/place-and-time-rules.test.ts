import { applyPatch } from 'rfc6902';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/finding.ts';
import type { PatchOperation } from '../../../src/text/json-patch.ts';
import type { JsonValue } from '../../../src/text/json.ts';
import { goodRecord } from '../checking.ts';
import { findingsIn } from '../validating.ts';

const timePath = '/schema:temporalCoverage';
const geoPath = '/schema:spatialCoverage/0/schema:geo';

describe('the form of a time', () => {
  it.each([
    ['1 May 2019 to 31 Oct 2023', '2019-05-01/2023-10-31'],
    [
      '2015-01-01T00:00:00+00:00Z/2016-01-01T00:00:00+00:00Z',
      '2015-01-01T00:00:00Z/2016-01-01T00:00:00Z',
    ],
    ['2010/present', '2010/..'],
    ['27/09/2017', '2017-09-27'],
    ['20240315', '2024-03-15'],
    ['2024-03-15T10:00:00+0000', '2024-03-15T10:00:00Z'],
    ['2023-10-31/2019-05-01', '2019-05-01/2023-10-31'],
  ])('of %s is mended', async (text, mended) => {
    expect(await remediesOf('time-form', timePath, text)).toEqual([mended]);
  });

  it.each(['03/04/2017', 'ca. 1850', '2007/null', 'the 1990s', '2019-02-30'])(
    'of %s needs the author, since it has several readings or none',
    async (text) => {
      const template = '{start/end, such as 2019-05/2023-10}';
      expect(await remediesOf('time-form', timePath, text)).toEqual([template]);
    },
  );

  it.each(['2019-05-01/2023-10-31', '2020/..', '../2020-06', '2015-09-01T12:11:00Z/..', '2019-05'])(
    'of %s is right',
    async (text) => {
      expect(await rulesAt(timePath, text)).toEqual([]);
    },
  );

  it('of an age is mended to an interval of OWL-Time', async () => {
    const [interval] = await remediesOf('time-form', timePath, '345 to 298 Ma');
    expect(interval).toMatchObject({ '@type': ['http://www.w3.org/2006/time#ProperInterval'] });
    expect(await rulesAt(timePath, interval ?? null)).toEqual([]);
  });

  it('of named eras is right', async () => {
    const eras = {
      '@type': 'http://www.w3.org/2006/time#ProperInterval',
      'http://www.w3.org/2006/time#intervalStartedBy': 'isc:LowerDevonian',
      'http://www.w3.org/2006/time#intervalFinishedBy': 'isc:LowerPermian',
    };
    expect(await rulesAt(timePath, eras)).toEqual([]);
  });

  const interval = { '@type': 'http://www.w3.org/2006/time#ProperInterval' };
  it.each([
    'null/null',
    interval,
    { '@id': 'https://time.example/interval', ...interval },
    {
      ...interval,
      'http://www.w3.org/2006/time#hasBeginning': {
        '@type': 'http://www.w3.org/2006/time#Instant',
      },
    },
  ])('is no matter where %j says no time: it is missing', async (empty) => {
    expect(await rulesAt(timePath, empty)).toEqual(['time']);
  });
});

it('a time under another property than the recommended one is found and replaced there', async () => {
  const record = goodRecord('cdif');
  const patch: readonly PatchOperation[] = [
    { op: 'remove', path: timePath },
    { op: 'add', path: '/dcterms:temporal', value: 'null/null' },
  ];
  expect(applyPatch(record, [...patch])).toEqual([null, null]);
  const [finding] = await findingsIn(record, ['cdif-discovery-1.1']);
  expect(finding).toMatchObject({
    rule: 'time',
    places: [{ pointer: '/dcterms:temporal' }],
    remedy: { patch: [{ op: 'replace', path: '/dcterms:temporal' }] },
  });
});

describe('the form of a date', () => {
  const datePath = '/schema:dateModified';

  it.each([
    ['20240315', '2024-03-15'],
    ['2024-03-15T10:00:00+0200', '2024-03-15T10:00:00+02:00'],
    ['15 March 2024', '2024-03-15'],
  ])('of %s is mended', async (text, mended) => {
    expect(await remediesOf('date-form', datePath, text)).toEqual([mended]);
  });

  it.each(['2024-02-30', '2023-02-29T10:00:00Z', '03/04/2024', 'Fall 2019'])(
    'of %s needs the author, since there is no such day, or several',
    async (text) => {
      const template = '{the date, such as 2024-03-15}';
      expect(await remediesOf('date-form', datePath, text)).toEqual([template]);
    },
  );

  it.each(['2024-02-29', '2024-03-15T10:00:00+02:00'])('of %s is right', async (text) => {
    expect(await rulesAt(datePath, text)).toEqual([]);
  });
});

describe('the form of a box', () => {
  it.each([
    ['61,7 24,1 61,9 24,4', '61.7 24.1 61.9 24.4'],
    ['-114.36, -35.01 -108.44, -25.73', '-35.01 -114.36 -25.73 -108.44'],
    ['0 -89 360 89', '-89 -180 89 180'],
    ['71.0 -138.0 68.0 -120.0', '68 -138 71 -120'],
    ['61.7,24.1 61.9,24.4', '61.7 24.1 61.9 24.4'],
  ])('of %s is mended', async (text, mended) => {
    expect(await remediesOf('place-form', `${geoPath}/schema:box`, text)).toEqual([mended]);
  });

  it.each(['-999 -999 -999 -999', 'around Helsinki', '61.7 24.1 61.9'])(
    'of %s needs the author',
    async (text) => {
      expect(await remediesOf('place-form', `${geoPath}/schema:box`, text)).toEqual([undefined]);
    },
  );

  it('across the antimeridian is right', async () => {
    expect(await rulesAt(`${geoPath}/schema:box`, '-19 176 -15 -178')).toEqual([]);
  });
});

describe('a point', () => {
  it('with texts in place of numbers is mended', async () => {
    const point = {
      '@type': ['schema:GeoCoordinates'],
      'schema:latitude': '61,7',
      'schema:longitude': 24.1,
    };
    expect(await remediesOf('place-form', geoPath, point)).toEqual([61.7]);
  });

  it.each([
    [200, -160],
    [359.75, -0.25],
    ['200,5', -159.5],
  ])('with a longitude of %j, counted from 0 to 360, is mended', async (longitude, mended) => {
    const point = {
      '@type': ['schema:GeoCoordinates'],
      'schema:latitude': 10,
      'schema:longitude': longitude,
    };
    expect(await remediesOf('place-form', geoPath, point)).toEqual([mended]);
  });

  it.each([
    [95, 24],
    [10, 999],
    [10, 'in the east'],
  ])('at %j, %j, off the globe, needs the author', async (latitude, longitude) => {
    const point = {
      '@type': ['schema:GeoCoordinates'],
      'schema:latitude': latitude,
      'schema:longitude': longitude,
    };
    expect(await remediesOf('place-form', geoPath, point)).toEqual([undefined]);
  });
});

it('a polygon gets the box around it', async () => {
  const shape = {
    '@type': ['schema:GeoShape'],
    'schema:polygon': '61.7 24.1 61.9 24.1 61.9 24.4 61.7 24.1',
  };
  expect(await remediesOf('place-shape', geoPath, shape)).toEqual(['61.7 24.1 61.9 24.4']);
});

/** The findings of CDIF discovery where the good record has a value at a place. */
async function findingsAt(path: string, value: JsonValue): Promise<readonly Finding[]> {
  const record = goodRecord('cdif');
  expect(applyPatch(record, [{ op: 'replace', path, value }])).toEqual([null]);
  const findings = await findingsIn(record, ['cdif-discovery-1.1']);
  return findings.filter(({ profile }) => profile === 'cdif-discovery-1.1');
}

async function rulesAt(path: string, value: JsonValue): Promise<readonly string[]> {
  const findings = await findingsAt(path, value);
  return findings.map(({ rule }) => rule);
}

/** The values that remedies of a rule write; undefined where there is no remedy. */
async function remediesOf(
  rule: string,
  path: string,
  value: JsonValue,
): Promise<readonly (JsonValue | undefined)[]> {
  const findings = await findingsAt(path, value);
  return findings
    .filter((finding) => finding.rule === rule)
    .map(({ remedy }) => {
      const [operation] = remedy?.patch ?? [];
      return operation !== undefined && 'value' in operation ? operation.value : undefined;
    });
}
