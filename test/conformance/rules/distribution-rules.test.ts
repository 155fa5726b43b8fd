import { describe, expect, it } from 'vitest';
import { applyJsonPatch, type PatchOperation } from '../../../src/text/json-patch.ts';
import type { JsonObject, JsonValue } from '../../../src/text/json.ts';
import { goodRecord, violationsOf } from '../checking.ts';
import { findingsIn } from '../validating.ts';

const context = {
  '@vocab': 'http://schema.org/',
  dcterms: 'http://purl.org/dc/terms/',
  dcat: 'http://www.w3.org/ns/dcat#',
  spdx: 'http://spdx.org/rdf/terms#',
};
const file = 'https://a.example/counts.csv';
const download = { '@type': 'DataDownload', contentUrl: file, encodingFormat: 'text/csv' };

function dataset(resource: JsonObject): JsonObject {
  return { '@context': context, '@id': 'https://a.example/d', '@type': 'Dataset', ...resource };
}

function withFile(properties: JsonObject): JsonObject {
  return dataset({ distribution: { ...download, ...properties } });
}

describe('the way to a resource', () => {
  it.each([
    ['a landing page', { url: 'https://a.example/page' }],
    ['a landing page of DCAT', { 'dcat:landingPage': { '@id': 'https://a.example/page' } }],
    ['a distribution of DCAT', { 'dcat:distribution': { 'dcat:downloadURL': { '@id': file } } }],
    ['words', { conditionsOfAccess: 'Write to the archive in Sundholm.' }],
  ])('may be %s', async (_, resource) => {
    expect(await violationsOf(dataset(resource), 'access-route')).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['a nil', { url: 'http://www.opengis.net/def/nil/OGC/0/missing' }],
    ['an empty distribution', { distribution: [{ '@type': 'DataDownload' }] }],
    ['nothing', {}],
  ])('is not %s', async (_, resource) => {
    expect(await violationsOf(dataset(resource), 'access-route')).toHaveLength(1);
  });
});

describe('a distribution', () => {
  it('is described by an object, which an address becomes', async () => {
    const found = await violationsOf(
      dataset({ distribution: [file, download] }),
      'distribution-object',
    );
    expect(found).toEqual([
      {
        found: file,
        change: {
          kind: 'author',
          act: 'replace',
          value: {
            '@type': 'schema:DataDownload',
            'schema:contentUrl': file,
            'schema:encodingFormat': 'text/csv',
          },
        },
      },
    ]);
  });

  it.each<[JsonValue, number]>([
    ['DataDownload', 0],
    ['dcat:Distribution', 0],
    ['WebAPI', 0],
    [['cr:FileObject', 'DataDownload'], 0],
    ['CreativeWork', 1],
  ])('of the type %j breaks the rule about types %i times', async (type, count) => {
    const found = await violationsOf(withFile({ '@type': type }), 'distribution-type');
    expect(found).toHaveLength(count);
  });

  it('has its media type, as IANA writes it or by IRI', async () => {
    for (const format of [
      'text/csv',
      { '@id': 'https://www.iana.org/assignments/media-types/text/csv' },
    ]) {
      const document = withFile({ encodingFormat: format });
      expect(await violationsOf(document, 'distribution-format-form')).toEqual([]);
    }
    const [violation] = await violationsOf(
      withFile({ encodingFormat: 'text/csv (base mime type)' }),
      'distribution-format-form',
    );
    expect(violation?.change).toEqual({ kind: 'mechanical', act: 'replace', value: 'text/csv' });
  });

  it('has a format that the name of its file tells', async () => {
    const { encodingFormat: _, ...without } = download;
    const [violation] = await violationsOf(
      dataset({ distribution: without }),
      'distribution-format',
    );
    expect(violation?.change).toEqual({ kind: 'derivable', act: 'add', value: 'text/csv' });
  });
});

describe('the address of a file', () => {
  it.each<[JsonValue, string | undefined]>([
    ['https://a.example/of mires.csv', 'https://a.example/of%20mires.csv'],
    ['10.5555/counts', 'https://doi.org/10.5555/counts'],
    ['/dataset/filename', '{the complete address, such as https://data.example/file.csv}'],
    ['http://www.opengis.net/def/nil/OGC/0/missing', undefined],
    ['ftp://a.example/counts.csv', undefined],
  ])('%j becomes %s', async (contentUrl, expected) => {
    const found = await violationsOf(withFile({ contentUrl }), 'distribution-url-form');
    expect(found.map(({ change }) => change?.value)).toEqual(
      expected === undefined ? [] : [expected],
    );
  });

  it('is renamed to contentUrl, and removed where it is there already', async () => {
    const { contentUrl: _, ...without } = download;
    const misspelt = dataset({ distribution: { ...without, contentURL: file } });
    const [renamed] = await violationsOf(misspelt, 'distribution-url-property');
    expect(renamed?.change).toMatchObject({ kind: 'mechanical', act: 'rename' });
    const [removed] = await violationsOf(
      withFile({ contentURL: file }),
      'distribution-url-property',
    );
    expect(removed?.change).toMatchObject({ kind: 'mechanical', act: 'remove' });
    const other = withFile({ contentURL: 'https://a.example/other.csv' });
    expect(await violationsOf(other, 'distribution-url-property')).toEqual([
      { found: 'https://a.example/other.csv' },
    ]);
  });
});

describe('a checksum', () => {
  const md5 = 'c157a79031e1c40f85931829bc5fc552';
  const digits = '{the checksum in hexadecimal digits}';
  const checksumPath = '/about/distribution/0/spdx:checksum';

  it.each<[string, JsonObject]>([
    ['by SPDX', { 'spdx:checksum': checksum('spdx:checksumAlgorithm_md5', md5) }],
    ['by an IRI', { 'spdx:checksum': checksum({ '@id': 'spdx:checksumAlgorithm_md5' }, md5) }],
    ['of Croissant', { sha256: `${md5}${md5}` }],
  ])('is there %s', async (_, properties) => {
    const document = withFile(properties);
    expect(await violationsOf(document, 'checksum')).toEqual([]);
    expect(await violationsOf(document, 'checksum-algorithm')).toEqual([]);
    expect(await violationsOf(document, 'checksum-value')).toEqual([]);
  });

  it('of too few digits for its algorithm is wrong', async () => {
    const document = withFile({ 'spdx:checksum': checksum('spdx:checksumAlgorithm_md5', 'A17') });
    const change = { kind: 'author', act: 'replace', value: digits };
    expect(await violationsOf(document, 'checksum-value')).toEqual([{ found: 'A17', change }]);
  });

  it.each<[string, JsonObject, PatchOperation]>([
    [
      'value',
      { 'spdx:algorithm': 'spdx:checksumAlgorithm_md5' },
      { op: 'add', path: `${checksumPath}/spdx:checksumValue`, value: digits },
    ],
    [
      'algorithm',
      { 'spdx:checksumValue': 'A17' },
      {
        op: 'add',
        path: `${checksumPath}/spdx:algorithm`,
        value: '{the algorithm, such as spdx:checksumAlgorithm_sha256}',
      },
    ],
    [
      'right value',
      { 'spdx:algorithm': 'spdx:checksumAlgorithm_md5', 'spdx:checksumValue': 'A17' },
      { op: 'replace', path: `${checksumPath}/spdx:checksumValue`, value: digits },
    ],
  ])('without its %s gets it in the node that is there', async (_, node, operation) => {
    const record = JSON.stringify(goodRecord('cdif-draft'));
    const spoilt = applyJsonPatch(record, [{ op: 'replace', path: checksumPath, value: node }]);
    const findings = await findingsIn(spoilt ?? '', ['cdif-draft']);
    expect(findings.map(({ remedy }) => remedy?.patch)).toEqual([[operation]]);
    const place = operation.op === 'add' ? checksumPath : operation.path;
    expect(findings[0]?.places[0]?.pointer).toBe(place);
  });

  it('is not asked of a file that nobody can get', async () => {
    expect(await violationsOf(dataset({ distribution: { name: 'Counts' } }), 'checksum')).toEqual(
      [],
    );
    expect(await violationsOf(dataset({ distribution: download }), 'checksum')).toHaveLength(1);
  });
});

describe('the agent of a distribution', () => {
  const provider = { '@type': 'Organization', name: 'Tide Office' };

  it('may be named for the resource, or for each distribution', async () => {
    const whole = dataset({ provider, distribution: [download] });
    expect(await violationsOf(whole, 'distribution-agent')).toEqual([]);
    const each = dataset({ distribution: [{ ...download, provider }] });
    expect(await violationsOf(each, 'distribution-agent')).toEqual([]);
    const one = dataset({ distribution: [{ ...download, provider }, download] });
    expect(await violationsOf(one, 'distribution-agent')).toHaveLength(1);
  });
});

function checksum(algorithm: JsonValue, digits: string): JsonObject {
  return {
    '@type': 'spdx:Checksum',
    'spdx:algorithm': algorithm,
    'spdx:checksumValue': digits,
  };
}
