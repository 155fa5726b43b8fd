import { describe, expect, it } from 'vitest';
import { fixDocument } from '../../src/conformance/fix-documents.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { JsonObject } from '../../src/text/json.ts';
import { documentOf, findingsIn, stateOf } from './validating.ts';

const dataset: JsonObject = {
  '@context': { '@vocab': 'https://schema.org/' },
  '@id': 'https://data.example/mire',
  '@type': 'Dataset',
  name: 'Mires of the north',
};

function boxOf(box: string): JsonObject {
  return { '@type': 'GeoShape', box };
}

function pointOf(latitude: number, longitude: number): JsonObject {
  return { '@type': 'GeoCoordinates', latitude, longitude };
}

/** An age without unit, which counts in a reference system of Ma. */
function ageOf(age: number): JsonObject {
  const position = { 'http://www.w3.org/2006/time#numericPosition': age };
  return {
    '@type': 'http://www.w3.org/2006/time#Instant',
    'http://www.w3.org/2006/time#inTimePosition': position,
    name: 'Ma',
  };
}

/**
 * The findings about reading a document: without those of profiles.
 * @param named by default one that has no rules about the form of places and addresses
 */
async function readingFindings(
  json: JsonObject,
  named = 'google-dataset',
): Promise<readonly Finding[]> {
  const findings = await findingsIn(json, [named]);
  return findings.filter(({ profile }) => profile === 'json-ld');
}

async function mended(json: JsonObject): Promise<JsonObject> {
  const document = documentOf(json);
  const { json: fixed } = await fixDocument(document, async (each) => {
    const state = await stateOf(each);
    return { ...state, findings: state.findings.filter(({ profile }) => profile === 'json-ld') };
  });
  return JSON.parse(fixed) as JsonObject; // the documents are objects
}

/** Two datasets of the same content. */
function twoRecords(content: JsonObject): JsonObject {
  const record = { ...dataset, ...content };
  return { '@graph': [record, { ...record, '@id': 'https://data.example/other' }] };
}

/** A profile that has no rules about the form of times either. */
const timeless = 'dataone';

describe('what reading a document met', () => {
  it.each<[JsonObject['@context'], string]>([
    [' http://schema.org ', '/@context'],
    [{ '@vocab': 'https://pending.schema.org/' }, '/@context/@vocab'],
    [['http://bib.schema.org', { own: 'https://o.example/own' }], '/@context/0'],
  ])('has the wrong URL of a context replaced: %j', async (context, path) => {
    const [finding, ...others] = await readingFindings({ ...dataset, '@context': context ?? '' });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      rule: 'context-url-wrong',
      places: [{ pointer: path }],
      remedy: {
        kind: 'mechanical',
        patch: [{ op: 'replace', path, value: 'https://schema.org/' }],
      },
    });
  });

  it('is a finding at the place of the value', async () => {
    const [finding, ...others] = await readingFindings({
      ...dataset,
      url: { '@id': 'https://data.example/of mires' },
    });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      rule: 'iri-repaired',
      severity: 'info',
      places: [{ pointer: '/url/@id', line: 9, column: 12 }],
      why: { url: 'docs/problems/iri-repaired.md' },
      remedy: {
        kind: 'mechanical',
        patch: [{ op: 'replace', path: '/url/@id', value: 'https://data.example/of%20mires' }],
      },
    });
  });

  it.each([
    [
      'an IRI with blanks',
      { url: { '@id': 'https://data.example/of mires' } },
      {
        url: { '@id': 'https://data.example/of%20mires' },
      },
    ],
    [
      'a namespace without slash',
      { '@context': { '@vocab': 'https://schema.org' } },
      {
        '@context': { '@vocab': 'https://schema.org/' },
      },
    ],
    [
      'an undeclared prefix',
      { 'dcterms:issued': '2024-01-01' },
      {
        '@context': { '@vocab': 'https://schema.org/', dcterms: 'http://purl.org/dc/terms/' },
        'dcterms:issued': '2024-01-01',
      },
    ],
    [
      'a misspelt property',
      { contentURL: 'https://data.example/mire.csv' },
      {
        contentUrl: 'https://data.example/mire.csv',
      },
    ],
    [
      'an address as a text',
      { url: ' https://data.example/?a=1&amp;b=2' },
      { url: 'https://data.example/?a=1&b=2' },
    ],
    ['a list as a text', { keywords: "['peat', 'bog']" }, { keywords: ['peat', 'bog'] }],
    ['a misspelt type', { '@type': 'DataSet' }, { '@type': 'Dataset' }],
  ] as const)('is mended where it has one meaning: %s', async (_name, wrong, right) => {
    const before = { ...dataset, ...wrong };
    expect(await readingFindings(before)).not.toEqual([]);
    const after = await mended(before);
    const { ...expected } = { ...dataset, ...right };
    expect(after).toEqual(expected);
    expect(await readingFindings(after)).toEqual([]);
  });

  it.each([
    [
      'in other blanks',
      { spatialCoverage: { '@type': 'Place', geo: boxOf('500  500  501 501') } },
      '/box',
    ],
    ['as a number', { temporalCoverage: ageOf(345) }, '#numericPosition'],
    ['relative to the base', { url: { '@id': 'of mires.html' } }, '/url/@id'],
    ['as a name', { 'of mires': 'yes' }, '/of mires'],
    ['by language', { keywords: { en: 'peat' } }, '/keywords'],
    ['as a list in a list', { keywords: ["['peat', 'bog']"] }, '/keywords/0'],
  ])('has a place although the text stands %s', async (_, wrong, end) => {
    const [finding] = await readingFindings({ ...dataset, ...wrong });
    expect(finding?.places.map(({ pointer }) => pointer)).toEqual([
      expect.stringMatching(`${end}$`),
    ]);
  });

  it.each([
    ['a time', { temporalCoverage: '2021-99' }, ['/temporalCoverage']],
    ['an age', { temporalCoverage: [ageOf(34.5)] }, [expect.stringMatching('#numericPosition$')]],
    [
      'a box',
      { spatialCoverage: { '@type': 'Place', geo: boxOf('2021-99') } },
      ['/spatialCoverage/geo/box'],
    ],
    [
      'a point',
      {
        spatialCoverage: { '@type': 'Place', geo: pointOf(91.5, 500) },
        location: pointOf(91.5, 1),
      },
      ['/spatialCoverage/geo/latitude', '/location/latitude'],
    ],
    ['an identifier', { identifier: 'n/a' }, ['/identifier']],
  ])('has no place where an equal text is something else than %s', async (_, wrong, pointers) => {
    const others = { description: '2021-99', size: 34.5, alternateName: 'n/a' };
    const findings = await readingFindings({ ...dataset, ...others, ...wrong }, timeless);
    const places = findings.flatMap((finding) => finding.places.map(({ pointer }) => pointer));
    expect(places).toEqual(pointers);
  });

  it('has no places of other records', async () => {
    const records = twoRecords({
      '@type': ['Dataset', 'DataSet'],
      name: { '@value': 'Mires', '@language': 'en_us' },
      temporalCoverage: '2021-99',
    });
    const found = await readingFindings(records, timeless);
    const places = found.map(({ rule, places: all }) => {
      return [rule].concat(all.map(({ pointer }) => pointer));
    });
    const expected = [0, 1].map((at) => [
      ['schema-org-term-misspelt', `/@graph/${at}/@type/1`],
      ['language-tag-repaired', `/@graph/${at}/name/@language`],
      ['time-repaired', `/@graph/${at}/temporalCoverage`],
    ]);
    expect(places).toEqual(expected.flat());
  });

  it('has the place of the prefix that is declared as something else', async () => {
    const context = {
      '@vocab': 'https://schema.org/',
      xsd: 'https://www.w3.org/TR/xmlschema.html',
    };
    const [finding] = await readingFindings({
      ...dataset,
      '@context': context,
      version: { '@type': 'xsd:string', '@value': '1' },
    });
    expect(finding?.places.map(({ pointer }) => pointer)).toEqual(['/@context/xsd']);
  });

  it('is left out where a rule of a profile finds the same value wrong', async () => {
    const findings = await findingsIn(
      {
        ...dataset,
        temporalCoverage: '2017-05-10 05:20:58 UTC',
        distribution: { '@type': 'DataDownload', contentURL: 'https://data.example/a.csv' },
      },
      ['cdif-draft'],
    );
    const told = findings.filter(({ places }) =>
      places.some(({ pointer }) => /temporalCoverage|contentURL/u.test(pointer)),
    );
    expect(told.map(({ rule }) => rule)).toEqual(['time-form', 'distribution-url-property']);
  });

  it('is left out for each record where a rule of a profile finds the same value wrong', async () => {
    const records = twoRecords({ temporalCoverage: '2017-05-10 05:20:58 UTC' });
    const findings = await findingsIn(records, ['cdif-draft']);
    const rules = findings.map(({ rule }) => rule);
    expect(rules.filter((rule) => rule.startsWith('time-'))).toEqual(['time-form', 'time-form']);
  });

  it('names the term that no context defines', async () => {
    const [finding] = await readingFindings({
      ...dataset,
      '@context': { name: 'http://schema.org/name', Dataset: 'http://schema.org/Dataset' },
      nmae: 'x',
    });
    expect(finding?.rule).toBe('term-undefined');
    expect(finding?.places.map(({ pointer }) => pointer)).toEqual(['/nmae']);
  });
});
