import { describe, expect, it } from 'vitest';
import { canonical } from '../../support/canonical.ts';
import type { JsonObject } from '../../../src/text/json.ts';
import {
  handleRecord,
  kernelJson,
  kernelProfiles,
  lackingOf,
} from '../../../src/views/kernel/kernel-profiles.ts';
import { kernelJsonLd } from '../../../src/export/serialisations.ts';
import {
  type KernelObject,
  type KernelRecord,
  kernelStatements,
} from '../../../src/views/kernel/kernel-record.ts';
import { kernelTable } from '../../../src/render/kernel-table.ts';
import { asJson, rootIsResource, viewFixture, viewsOf } from '../viewing.ts';

const { rda, helmholtz } = kernelProfiles;

async function kernelOf(document: unknown): Promise<KernelRecord> {
  const [record, ...others] = await viewsOf('kernel', document);
  if (record === undefined || others.length > 0) throw new Error('not one record');
  return record;
}

function names(objects: readonly KernelObject[]): readonly string[] {
  return objects.map(({ kind, name = '', in: within }) => {
    const place = within === undefined ? '' : ` in ${objects[within]?.name ?? within}`;
    return `${kind} ${name}${place}`;
  });
}

/** The parts of a distribution, which may have parts. */
const archive = (name: string, ...parts: readonly JsonObject[]): JsonObject => ({
  '@type': 'schema:DataDownload',
  'schema:name': name,
  ...(parts.length === 0 ? {} : { 'schema:hasPart': parts as JsonObject[] }),
});

/** An archive that names another one as its part. */
const zip = (name: string, inside: string): JsonObject => ({
  '@id': `https://data.example/${name}`,
  'schema:name': name,
  'schema:hasPart': { '@id': `https://data.example/${inside}` },
});

describe('the kernel records of a record with five distributions', async () => {
  const fixture = viewFixture('five-distributions');
  const record = await kernelOf(fixture);

  it('are shown as a table', () => {
    expect(kernelTable(record, rda)).toMatchSnapshot();
  });

  it('are JSON with the names of attributes', () => {
    expect(asJson(kernelJson(record, helmholtz))).toMatchSnapshot();
  });

  it.each([rda, helmholtz])('are handle records of the profile $title', (profile) => {
    expect(asJson(record.objects.map((each) => handleRecord(each, profile)))).toMatchSnapshot();
  });

  it('are RDF', () => {
    expect(kernelStatements(record, '').nquads).toMatchSnapshot();
  });

  it('say the same as JSON-LD', async () => {
    const { default: jsonld } = await import('jsonld');
    const read: unknown = await jsonld.toRDF(JSON.parse(kernelJsonLd(record)) as object, {
      format: 'application/n-quads',
    });
    const { graph, nquads } = kernelStatements(record, '');
    const said = nquads.replaceAll(` <${graph}> .\n`, ' .\n');
    expect(await canonical(read as string)).toEqual(await canonical(said));
  });

  it('are the same whatever the order of the record', async () => {
    expect(await kernelOf(turnedAround(fixture))).toEqual(record);
  });
});

/** With all arrays but lists in the other order, and all members. */
function turnedAround(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => turnedAround(item)).toReversed();
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    name === '@list' ? member : turnedAround(member),
  ]);
  return Object.fromEntries(members.toReversed());
}

describe('digital objects', () => {
  it('come before their parts, sorted by name', async () => {
    const inner = archive('inner.zip', archive('deep.txt'));
    const distributions = [archive('b.zip', inner, archive('a.txt')), archive('a.csv')];
    const { objects } = await kernelOf(rootIsResource({ 'schema:distribution': distributions }));
    expect(names(objects)).toEqual([
      'resource ',
      'distribution a.csv in 0',
      'distribution b.zip in 0',
      'part a.txt in b.zip',
      'part inner.zip in b.zip',
      'part deep.txt in inner.zip',
    ]);
  });

  it('inherit from the nearest of the archives that they are in', async () => {
    const licensed = (name: string, licence: string, ...parts: readonly JsonObject[]) => ({
      ...archive(name, ...parts),
      'schema:license': licence,
    });
    const { objects } = await kernelOf(
      rootIsResource({
        'schema:license': 'CC0-1.0',
        'schema:version': '1',
        'schema:distribution': licensed(
          'outer.zip',
          'MIT',
          licensed('inner.zip', 'missing', archive('deep.txt')),
        ),
      }),
    );
    const deep = objects.find(({ name }) => name === 'deep.txt');
    expect(deep?.attributes.rights).toMatchObject({ values: [{ text: 'MIT' }], inheritedFrom: 1 });
    expect(deep?.attributes.version).toMatchObject({ inheritedFrom: 0 });
  });

  it('inherit neither checksum nor location nor the types of another thing', async () => {
    const { objects } = await kernelOf(
      rootIsResource({
        'schema:url': 'https://data.example/page',
        'schema:additionalType': 'Series',
        'spdx:checksum': { 'spdx:algorithm': 'MD5', 'spdx:checksumValue': '098f6bcd' },
        'schema:distribution': [archive('a.csv'), { 'schema:name': 'b.csv' }],
      }),
    );
    expect(objects[0]?.attributes.digitalObjectLocation).toBeUndefined();
    for (const object of objects.slice(1)) {
      expect(object.attributes.checksum).toBeUndefined();
      expect(object.attributes.digitalObjectLocation).toBeUndefined();
    }
    // What does not say what it is, is of the kind that the whole is.
    expect(objects[1]?.attributes.additionalType).toBeUndefined();
    expect(objects[2]?.attributes.additionalType).toMatchObject({ inheritedFrom: 0 });
  });

  it.each([
    ['an address', 'https://data.example/tides.csv'],
    ['an IRI', { '@id': 'https://data.example/tides.csv' }],
    ['contentURL', { 'schema:contentURL': 'https://data.example/tides.csv' }],
    ['a URL', { '@type': 'schema:DataDownload', 'schema:url': 'https://data.example/tides.csv' }],
    ['a list', { '@list': [{ 'schema:contentUrl': 'https://data.example/tides.csv' }] }],
  ])('are located by %s', async (_, distribution) => {
    const { objects } = await kernelOf(rootIsResource({ 'schema:distribution': distribution }));
    expect(names(objects)).toEqual(['resource ', 'distribution  in 0']);
    expect(objects[1]?.attributes.digitalObjectLocation?.values).toMatchObject([
      { iri: 'https://data.example/tides.csv' },
    ]);
  });

  it.each([
    ['nil', 'http://www.opengis.net/def/nil/OGC/0/missing'],
    ['nothing', {}],
    ['an empty list', { '@list': [] }],
  ])('are omitted if a distribution is %s', async (_, distribution) => {
    const { objects } = await kernelOf(
      rootIsResource({
        'schema:url': 'https://data.example/tides.csv',
        'schema:distribution': distribution,
      }),
    );
    expect(names(objects)).toEqual(['resource ']);
    expect(objects[0]?.attributes.digitalObjectLocation?.values).toHaveLength(1);
  });

  it('are listed once if they contain each other', async () => {
    const { objects } = await kernelOf(
      rootIsResource({ 'schema:distribution': [zip('a', 'b'), zip('b', 'c'), zip('c', 'a')] }),
    );
    expect(names(objects)).toEqual([
      'resource ',
      'distribution a in 0',
      'part b in a',
      'part c in b',
    ]);
  });

  it('are found if the resource has no IRI', async () => {
    const { objects } = await kernelOf({
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      name: 'Tides',
      hasPart: { '@type': 'Dataset', name: 'Another' },
      isPartOf: { '@type': 'Dataset', name: 'The whole' },
      distribution: { '@type': 'DataDownload', contentUrl: 'https://data.example/tides.csv' },
    });
    expect(names(objects)).toEqual(['resource Tides', 'distribution  in Tides']);
  });
});

describe('missing mandatory attributes', () => {
  const said = {
    'schema:datePublished': '2020-01-01',
    'schema:contentUrl': 'https://data.example/tides.csv',
    'spdx:checksum': { 'spdx:algorithm': 'whirlpool', 'spdx:checksumValue': 'abcd' },
    'schema:publishingPrinciples': { 'schema:name': 'Digital object policy' },
    'schema:license': 'As the keeper says',
  };

  it('include values that the profile does not allow', async () => {
    const { objects } = await kernelOf(rootIsResource(said));
    expect(objects.map((object) => lackingOf(object, rda))).toEqual([
      ['digitalObjectPolicy', 'etag'],
    ]);
    expect(objects.map((object) => lackingOf(object, helmholtz))).toEqual([['license']]);
  });

  it('do not include a licence that SPDX knows by name', async () => {
    const { objects } = await kernelOf(rootIsResource({ ...said, 'schema:license': 'CC BY 4.0' }));
    const [handle] = objects.map((object) => handleRecord(object, helmholtz));
    expect(handle?.record).toContainEqual({
      key: '21.T11148/2f314c8fe5fb6a0063a8',
      value: 'https://spdx.org/licenses/CC-BY-4.0',
    });
  });
});
