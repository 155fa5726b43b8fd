import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  bundledContexts,
  recogniseContext,
} from '../../../src/expand/contexts/bundled-contexts.ts';
import { prepareDocument } from '../../../src/expand/prepare-document.ts';
import { findingsOf, graphsOf, limits, statementsOf } from '../expanding.ts';

const blocks = 'https://cross-domain-interoperability-framework.github.io/metadataBuildingBlocks';
const rawCodeMeta = 'https://raw.githubusercontent.com/codemeta/codemeta';

describe('a reference to a bundled context', () => {
  it.each([
    ['https://w3id.org/ro/crate/1.0/context', 'RO-Crate 1.0'],
    ['http://w3id.org/ro/crate/1.1/context', 'RO-Crate 1.1'],
    ['https://w3id.org/ro/crate/1.1/context/', 'RO-Crate 1.1'],
    ['https://w3id.org/ro/crate/1.1-DRAFT/context', 'RO-Crate 1.1'],
    ['https://w3id.org/ro/crate/1.2/context#', 'RO-Crate 1.2'],
    ['https://w3id.org/ro/crate/1.2-DRAFT/context', 'RO-Crate 1.2'],
    ['https://w3id.org/ro/crate/1.3/context', 'RO-Crate 1.3'],
    ['https://www.researchobject.org/ro-crate/1.1/context.jsonld', 'RO-Crate 1.1'],
    ['https://researchobject.org/ro-crate/specification/1.2/context.jsonld', 'RO-Crate 1.2'],
    ['https://doi.org/10.5063/schema/codemeta-2.0', 'CodeMeta 2.0'],
    ['http://dx.doi.org/10.5063/SCHEMA/CODEMETA-2.0', 'CodeMeta 2.0'],
    ['https://doi.org/doi:10.5063/schema/codemeta-2.0', 'CodeMeta 2.0'],
    ['http://purl.org/codemeta/2.0', 'CodeMeta 2.0'],
    [`${rawCodeMeta}/2.0/codemeta.jsonld`, 'CodeMeta 2.0'],
    ['https://w3id.org/codemeta/3.0', 'CodeMeta 3.0'],
    ['https://w3id.org/codemeta/v3.1/', 'CodeMeta 3.0'],
    ['https://w3id.org/codemeta', 'CodeMeta 3.0'],
    [`${rawCodeMeta}/refs/tags/3.1/codemeta.jsonld`, 'CodeMeta 3.0'],
    [`${rawCodeMeta}/master/codemeta.jsonld`, 'CodeMeta, latest'],
    ['http://geojson.org/geojson-ld/geojson-context.jsonld', 'GeoJSON-LD'],
    [
      `${blocks}/build/annotated/bbr/metadata/skosProperties/x/context.jsonld`,
      'CDIF building blocks',
    ],
    ['https://data.example/CDIF-context-2026.jsonld', 'CDIF 2026'],
    ['http://project-open-data.cio.gov/v1.1/schema', 'DCAT-US 1.1'],
    ['//schema.org/', 'schema.org'],
  ])('is known as %s: %s', (reference, name) => {
    expect(recogniseContext(reference)).toMatchObject({ bundled: { name }, isPublished: true });
  });

  it.each([
    [' http://schema.org ', 'schema.org'],
    ['https://schema.org/\n', 'schema.org'],
    ['schema.org', 'schema.org'],
    ['www.schema.org/', 'schema.org'],
    ['http://bib.schema.org', 'schema.org'],
    ['https://health-lifesci.schema.org/', 'schema.org'],
    ['http://pending.schema.org/Dataset', 'schema.org'],
    ['https://schema.org/Dataset', 'schema.org'],
    ['HTTP://SCHEMA.ORG/docs/', 'schema.org'],
    ['https://w3id.org/ro/crate/1.1', 'RO-Crate 1.1'],
    ['w3id.org/ro/crate/1.1/context', 'RO-Crate 1.1'],
    ['http://bioschemas.org', 'Bioschemas'],
    ['https://bioschemas.org/crosswalks/', 'Bioschemas'],
    ['https://geojson.org/geojson-ld/', 'GeoJSON-LD'],
    [
      'https://raw.githubusercontent.com/DOI-DO/dcat-us/main/context/dcat-us-3.0.jsonld',
      'DCAT-US 3.0',
    ],
  ])('is recognised although it leads to no context: %j', (reference, name) => {
    expect(recogniseContext(reference)).toMatchObject({ bundled: { name }, isPublished: false });
  });

  it.each([
    'https://schema.org.example.net/',
    'https://evilschema.org/',
    'https://schema.org@example.net/',
    'ftp://schema.org/',
    'file://context.jsonld',
    'context.jsonld',
    'https://w3id.org/ro/crate/0.2/context',
    'https://w3id.org/ro/crate/1x1/context',
    'https://w3id.org/ro/crate/1.1/context/other',
    'https://doi.org/10.5063/schema/codemeta-1.0',
    'https://evil.example/?https://schema.org/',
    'https://',
    '',
  ])('is not %j', (reference) => {
    expect(recogniseContext(reference)).toBeUndefined();
  });

  it('is in the list of the documentation, which has no others', () => {
    const page = new URL('../../../docs/bundled-contexts.md', import.meta.url);
    const items = readFileSync(page, 'utf8').split('\n- **').slice(1);
    const listed = items.map((item) => {
      const [name = '', urls = ''] = item.split('**:');
      return [name, Array.from(urls.matchAll(/`(https?:[^`]+)`/gu), ([, url]) => url)];
    });
    expect(listed).toEqual(bundledContexts.map(({ name, urls }) => [name, urls]));
    for (const { name, urls } of bundledContexts) {
      const found = urls.map((url) => recogniseContext(url)?.bundled.name);
      expect(found).toEqual(urls.map(() => name));
    }
  });
});

const schemaOrg = 'http://schema.org/';
const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';

describe('the bundled contexts', () => {
  it.each([
    [
      'https://w3id.org/ro/crate/1.0/context',
      { '@type': ['File', 'Workflow'], path: 'a.txt' },
      [
        `_:1 <${schemaOrg}contentUrl> "a.txt"`,
        `_:1 ${type} <http://purl.org/ro/wfdesc#Workflow>`,
        `_:1 ${type} <${schemaOrg}MediaObject>`,
      ],
    ],
    [
      'https://w3id.org/ro/crate/1.1/context',
      { '@type': 'ComputationalWorkflow', license: 'CC0', input: 'a', 'pcdm:hasFile': 'f' },
      [
        '_:1 <http://pcdm.org/models#hasFile> "f"',
        `_:1 <${schemaOrg}license> "CC0"`,
        `_:1 ${type} <https://bioschemas.org/ComputationalWorkflow>`,
        '_:1 <https://bioschemas.org/ComputationalWorkflow#input> "a"',
      ],
    ],
    [
      'https://w3id.org/ro/crate/1.2/context',
      { '@type': 'Profile', 'cite-as': 'x', readme: 'y' },
      [
        '_:1 <http://www.iana.org/assignments/relation/cite-as> "x"',
        `_:1 ${type} <http://www.w3.org/ns/dx/prof/Profile>`,
        '_:1 <https://codemeta.github.io/terms/readme> "y"',
      ],
    ],
    [
      'https://doi.org/10.5063/schema/codemeta-2.0',
      {
        type: 'SoftwareSourceCode',
        identifier: 'doi:10.1/x',
        contIntegration: 'http://ci.example',
      },
      [
        `_:1 <${schemaOrg}identifier> <doi:10.1/x>`,
        `_:1 ${type} <${schemaOrg}SoftwareSourceCode>`,
        '_:1 <https://codemeta.github.io/terms/contIntegration> <http://ci.example>',
      ],
    ],
    [
      // A term that CodeMeta does not have is schema.org's.
      'https://w3id.org/codemeta/3.0',
      { type: 'Dataset', startDate: '2020', embargoEndDate: '2030-01-01' },
      [
        `_:1 <${schemaOrg}startDate> "2020"`,
        `_:1 ${type} <${schemaOrg}Dataset>`,
        `_:1 <https://codemeta.github.io/terms/embargoEndDate> "2030-01-01"^^<${schemaOrg}Date>`,
      ],
    ],
    [
      'https://bioschemas.org/',
      { '@type': ['BioSample', 'Phenotype'], name: 'Fish', collector: 'Ada', conformsTo: 'p' },
      [
        '_:1 <http://purl.org/dc/terms/conformsTo> "p"',
        `_:1 <${schemaOrg}name> "Fish"`,
        `_:1 ${type} <https://bioschemas.org/draft_terms/Phenotype>`,
        `_:1 ${type} <https://bioschemas.org/terms/BioSample>`,
        '_:1 <https://bioschemas.org/terms/collector> "Ada"',
      ],
    ],
    [
      `${blocks}/build/annotated/bbr/metadata/profiles/cdifProfile/cdifCore/context.jsonld`,
      { '@type': 'schema:Dataset', 'cdi:role': 'x', 'xas:beam': 'y' },
      [
        '_:1 <http://ddialliance.org/Specification/DDI-CDI/1.0/RDF/role> "x"',
        `_:1 ${type} <${schemaOrg}Dataset>`,
        '_:1 <https://w3id.org/cdif/xas/beam> "y"',
      ],
    ],
    [
      'https://data.example/CDIF-context-2026.jsonld',
      {
        '@type': 'Dataset',
        url: 'http://o.example/',
        delimiter: ',',
        additionalType: 'CatalogRecord',
      },
      [
        `_:1 <${schemaOrg}additionalType> "CatalogRecord"`,
        `_:1 <${schemaOrg}url> <http://o.example/>`,
        `_:1 ${type} <${schemaOrg}Dataset>`,
        '_:1 <http://www.w3.org/ns/csvw#delimiter> ","',
      ],
    ],
  ])('give terms their meaning: %s', async (context, members, expected) => {
    const statements = await statementsOf({ '@context': context, ...members });
    expect(statements.toSorted()).toEqual(expected.toSorted());
  });

  it('give geometries of GeoJSON as nested lists, however many points they have', async () => {
    const ring = Array.from({ length: 1500 }, (_, index) => [index, 46]);
    const feature = {
      '@context': 'https://geojson.org/geojson-ld/geojson-context.jsonld',
      type: 'Feature',
      id: 'http://lake.example/1',
      geometry: { type: 'Polygon', coordinates: [ring] },
    };
    const statements = await statementsOf(feature);
    const firsts = statements.filter((each) => each.includes('#first>'));
    expect(firsts).toHaveLength(1 + 1500 + 3000);
  });

  it('leave schema.org its meaning beside them, in either order', async () => {
    const codeMeta = 'https://w3id.org/codemeta/3.0';
    const document = { name: 'a', startDate: '2020', notATerm: 'b' };
    const date = `"2020"^^<${schemaOrg}Date>`;
    expect(
      await statementsOf({ '@context': [codeMeta, 'https://schema.org/'], ...document }),
    ).toEqual([
      `_:1 <${schemaOrg}name> "a"`,
      `_:1 <${schemaOrg}notATerm> "b"`,
      `_:1 <${schemaOrg}startDate> ${date}`,
    ]);
    expect(
      await statementsOf({ '@context': ['https://schema.org/', codeMeta], ...document }),
    ).toContain(`_:1 <${schemaOrg}startDate> "2020"`);
  });

  it('are overridden by the terms of a document, and leave others undefined', async () => {
    const context = ['https://w3id.org/ro/crate/1.1/context', { name: 'http://o.example/name' }];
    const document = { '@context': context, name: 'a', notATerm: 'b' };
    expect(await statementsOf(document)).toEqual(['_:1 <http://o.example/name> "a"']);
    expect(await findingsOf(document)).toEqual([{ kind: 'term-undefined', term: 'notATerm' }]);
  });

  it('may be imported', async () => {
    const context = {
      '@import': 'https://w3id.org/ro/crate/1.1/context',
      File: 'http://o.example/F',
    };
    const document = { '@context': context, '@type': 'File', path: 'a' };
    expect(await statementsOf(document)).toEqual([
      `_:1 ${type} <http://o.example/F>`,
      `_:1 <${schemaOrg}contentUrl> "a"`,
    ]);
  });

  it('count as copied where many contexts extend them', () => {
    const nodes = Array.from({ length: 400 }, (_, index) => ({
      '@context': [
        'https://w3id.org/ro/crate/1.1/context',
        { [`own${index}`]: 'http://o.example/' },
      ],
    }));
    const findings = { add: () => undefined };
    const prepared = prepareDocument(nodes, { base: 'http://o.example/', limits }, findings);
    expect(prepared).toMatchObject({
      reason: { kind: 'json-too-complex', limit: 'context-terms' },
    });
  });
});

function crate(version: string, about: string): object {
  return {
    '@context': `https://w3id.org/ro/crate/${version}/context`,
    '@graph': [
      { '@id': 'levels.csv', '@type': 'File', name: 'Levels', encodingFormat: 'text/csv' },
      {
        '@id': 'ro-crate-metadata.json',
        '@type': 'CreativeWork',
        about: { '@id': about },
        // It may be absent in version 1.0.
        conformsTo: version === '1.0' ? [] : { '@id': `https://w3id.org/ro/crate/${version}` },
      },
      {
        '@id': about,
        '@type': 'Dataset',
        name: 'Lake levels',
        author: { '@id': 'https://orcid.org/0000-0002-1825-0097' },
        hasPart: { '@id': 'levels.csv' },
      },
      { '@id': 'https://orcid.org/0000-0002-1825-0097', '@type': 'Person', name: 'Ada Diver' },
    ],
  };
}

describe('an RO-Crate', () => {
  it.each([
    ['1.0', './', 'https://repository.example.org/records/'],
    ['1.1', './', 'https://repository.example.org/records/'],
    ['1.2', 'https://lake.example/crate/', 'https://lake.example/crate/'],
  ])('of version %s is one record of its root dataset', async (version, about, iri) => {
    const [graph, ...more] = await graphsOf([crate(version, about)]);
    expect(more).toEqual([]);
    expect(graph).toMatchObject({
      recordIri: 'https://repository.example.org/records/ro-crate-metadata.json',
      describes: [{ iri, name: 'Lake levels' }],
    });
    expect(graph?.nquads).toContain('"text/csv"');
  });
});
