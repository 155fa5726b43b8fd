import { describe, expect, it } from 'vitest';
import { findingsOf, statementsOf } from './expanding.ts';

const misspelt = async (document: object) =>
  (await findingsOf({ '@context': 'https://schema.org', ...document })).filter(
    (finding) => 'kind' in finding && finding.kind === 'schema-org-term-misspelt',
  );

describe('a name that schema.org does not have', () => {
  it.each([
    ['dataset', 'Dataset'],
    ['DataSet', 'Dataset'],
    ['Datasets', 'Dataset'],
    ['datasets', 'Dataset'],
    ['Website', 'WebSite'],
    ['Organisation', 'Organization'],
    ['Datset', 'Dataset'],
    ['Dtaaset', 'Dataset'],
    ['https://www.schema.org/DataSet', 'Dataset'],
  ])('is reported as a type with the one that was meant: %s', async (type, meant) => {
    const name = type.replace(/^.*\//u, '');
    expect(await misspelt({ '@type': type, name: 'x' })).toMatchObject([
      { role: 'type', name, meant },
    ]);
  });

  it.each([
    ['datePublishd', 'datePublished'],
    ['Name', 'name'],
    ['URL', 'url'],
    ['contentURL', 'contentUrl'],
    ['keyword', 'keywords'],
    ['identifiers', 'identifier'],
    ['licence', 'license'],
    ['desciption', 'description'],
    ['descripttion', 'description'],
    ['pubilsher', 'publisher'],
  ])('is reported as a property: %s', async (name, meant) => {
    expect(await misspelt({ '@type': 'Dataset', [name]: 'x' })).toMatchObject([
      { role: 'predicate', name, meant },
    ]);
  });

  const sound: readonly object[] = [
    // What it has, older and newer terms among them.
    { '@type': 'Dataset', dataset: { '@type': 'Dataset' }, variableMeasured: 'x' },
    { '@type': ['3DModel', 'UserInteraction'], contactPoints: 'x', sha256: 'x' },
    // Short words, names with digits, and what is far from all terms.
    { '@type': 'Site', label: 'x', links: 'x', title: 'x', subject: 'x' },
    { '@type': 'Dataset', comment2: 'x', description_en: 'x', spatialResolution: 'x' },
    // A class in place of a property is no slip, nor is a property in place of a class.
    { '@type': 'author', Person: 'x' },
    { '@type': ['constructor', 'toString'], hasOwnProperty: 'x' },
  ];

  it.each(sound.map((document): [object] => [document]))(
    'is not reported where nothing was meant for sure: %j',
    async (document) => {
      expect(await misspelt(document)).toEqual([]);
    },
  );

  it('is not looked for in other namespaces, nor among nodes', async () => {
    const document = {
      '@context': { '@vocab': 'https://example.org/', s: 'https://schema.org/' },
      '@id': 's:DataSet',
      '@type': 'DataSet',
      keyword: { '@id': 's:keyword' },
    };
    expect(await findingsOf(document)).toEqual([]);
  });

  it('stays in the graph as it was published, and is reported once', async () => {
    const document = {
      '@context': { s: 'https://schema.org/' },
      '@type': 's:DataSet',
      's:hasPart': [{ '@type': 's:DataSet' }, { '@type': 's:DataSet' }],
    };
    expect(await misspelt(document)).toHaveLength(1);
    expect((await statementsOf(document))[0]).toContain('<http://schema.org/DataSet>');
  });
});
