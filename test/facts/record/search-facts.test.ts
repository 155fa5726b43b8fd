import type { Text } from '../../../src/model/search-facts.ts';
import type { JsonValue } from '../../../src/text/json.ts';
import { describe, expect, it } from 'vitest';
import { readTexts } from '../../../src/facts/record/search-facts.ts';
import { coerced, resource } from './resource.ts';

const licencesOf = (...licence: readonly string[]) =>
  readTexts(resource({ license: licence.map((text) => ({ '@id': text })) })).licences;
const byUrl = (url: JsonValue) => readTexts(resource({ license: { url } })).licences;

function keywordsOf(keywords: JsonValue): readonly Text[] {
  return readTexts(resource({ keywords })).keywords;
}

describe('the titles and descriptions of a resource', () => {
  it('are read from schema.org and Dublin Core, distinct and sorted, with language', () => {
    const { titles, descriptions } = readTexts(
      resource({
        name: ['Peat <i>depths</i>', 'Peat depths', { '@value': 'Torftiefen', '@language': 'DE' }],
        headline: 'Depths &amp; cores',
        'dcterms:title': 'Peat depths',
        description: '<p>One.</p><p>Two.</p>',
        abstract: 'An abstract',
        'dcterms:description': { '@type': 'TextObject', text: 'In a node' },
      }),
    );
    expect(titles).toEqual([
      { text: 'Depths & cores' },
      { text: 'Peat depths' },
      { text: 'Torftiefen', language: 'de' },
    ]);
    expect(descriptions.map(({ text }) => text)).toEqual(['An abstract', 'In a node', 'One. Two.']);
  });

  it('do not include missing values', () => {
    const { titles, descriptions } = readTexts(
      resource({ name: ['', 'Unknown'], description: ['nil:missing', 'N/A', '<br>'] }),
    );
    expect([...titles, ...descriptions]).toEqual([]);
  });

  it('are truncated', () => {
    const long = 'peat '.repeat(1_000_000);
    const { titles, descriptions } = readTexts(resource({ name: long, description: long }));
    expect(titles[0]?.text).toHaveLength(1999);
    expect(descriptions[0]?.text).toHaveLength(19_999);
  });
});

describe('the keywords of a resource', () => {
  it('are whole and in parts, with labels of terms and other names of the resource', () => {
    const { keywords, terms } = readTexts(
      resource({
        alternateName: 'PD7',
        keywords: ['peat, bog', { '@value': 'Moor', '@language': 'de' }, 'none'],
        about: [
          { '@type': 'Thing', name: 'Wetlands' },
          { '@type': 'Dataset', name: 'Another dataset' },
        ],
        measurementTechnique: { '@type': 'DefinedTerm', name: 'Coring', termCode: 'c1' },
        'dcat:keyword': 'fen',
        'dcat:theme': { 'skos:prefLabel': 'Mires' },
      }),
    );
    expect(keywords.map(({ text }) => text)).toEqual(
      ['Coring', 'Mires', 'Moor', 'PD7', 'Wetlands', 'bog', 'fen', 'peat', 'peat, bog'].toSorted(),
    );
    expect(keywords).toContainEqual({ text: 'Moor', language: 'de' });
    expect(terms).toEqual([{ label: { text: 'Coring' }, code: 'c1' }]);
  });

  it('are terms with label, scheme, code and IRI if stated', () => {
    const { terms, keywords } = readTexts(
      resource({
        keywords: [
          {
            '@id': 'https://terms.example/peat',
            '@type': 'DefinedTerm',
            name: ['peat, fibrous', { '@value': 'Torf', '@language': 'de' }],
            termCode: 'p1',
            inDefinedTermSet: { '@id': 'https://terms.example/', name: 'Terms' },
            sameAs: 'https://www.wikidata.org/entity/Q41560',
          },
          { '@type': 'DefinedTerm', termCode: 'p2', inDefinedTermSet: 'Terms' },
        ],
        'dcterms:subject': 'https://terms.example/bog',
      }),
    );
    const more = { scheme: 'https://terms.example/', code: 'p1' };
    const label = { text: 'Torf', language: 'de' };
    const iri = 'https://terms.example/peat';
    expect(terms).toHaveLength(5);
    expect(terms).toEqual(
      expect.arrayContaining([
        { label, iri, ...more },
        { label: { text: 'peat, fibrous' }, iri, ...more },
        { label, iri: 'https://www.wikidata.org/entity/Q41560', ...more },
        { scheme: 'Terms', code: 'p2' },
        { iri: 'https://terms.example/bog' },
      ]),
    );
    expect(keywords.map(({ text }) => text)).toEqual(['Torf', 'p2', 'peat, fibrous']);
  });

  it('are the items of a list that is written as a text', () => {
    const keywords = keywordsOf("['peat', 'bog, fen', None]");
    expect(keywords.map(({ text }) => text)).toEqual(['bog', 'bog, fen', 'fen', 'peat']);
    expect(keywordsOf('[]')).toEqual([]);
  });

  it('name a vocabulary as written in place of an IRI', () => {
    const { terms } = readTexts(
      resource({ keywords: { name: 'Peat', inDefinedTermSet: { '@id': 'GCMD:%20Science' } } }),
    );
    expect(terms).toEqual([{ label: { text: 'Peat' }, scheme: 'GCMD: Science' }]);
  });
});

describe('the identifiers of a resource', () => {
  it('have one spelling, whatever holds them', () => {
    const { identifiers } = readTexts(
      resource({
        '@id': 'https://bog.example/7/',
        identifier: [
          'https://doi.org/10.1234/PEAT.7',
          { propertyID: 'https://registry.identifiers.org/registry/doi', value: '10.5/short' },
          { '@type': 'PropertyValue', propertyID: 'handle', value: '2000.1/x', url: 'nan' },
          'unknown',
          'PD-7',
        ],
        sameAs: [
          coerced('10.1234/peat.8'),
          { '@type': 'PropertyValue', value: 'urn:EXAMPLE:peat:9' },
        ],
        url: [
          { '@id': 'http://www.opengis.net/def/nil/OGC/0/missing' },
          { '@id': 'https://hdl.handle.net/2000.1/Y' },
          { '@id': 'https://bog.example/landing' },
        ],
      }),
    );
    expect(identifiers).toEqual([
      'PD-7',
      'doi:10.1234/peat.7',
      'doi:10.1234/peat.8',
      'doi:10.5/short',
      'hdl:2000.1/x',
      'hdl:2000.1/y',
      'urn:example:peat:9',
    ]);
  });
});

describe('the licences of a resource', () => {
  it('include those of its distributions, by SPDX identifier', () => {
    const { licences } = readTexts(
      resource({
        license: [
          { '@id': 'http://creativecommons.org/licenses/by/4.0/' },
          { '@type': 'CreativeWork', name: 'Apache License 2.0', url: 'https://bog.example/terms' },
          'missing',
        ],
        conditionsOfAccess: 'Ask the moor',
        distribution: { '@type': 'DataDownload', license: coerced('CC0') },
        'dcat:distribution': { 'dcterms:license': coerced('terms.html') },
      }),
    );
    expect(licences).toEqual([
      'Ask the moor',
      'https://bog.example/records/terms.html',
      'https://spdx.org/licenses/Apache-2.0',
      'https://spdx.org/licenses/CC-BY-4.0',
      'https://spdx.org/licenses/CC0-1.0',
    ]);
  });

  it('are address and name if unknown, and read from a description', () => {
    const terms = { '@type': 'CreativeWork', name: 'Bog terms', url: 'https://bog.example/terms' };
    expect(readTexts(resource({ license: terms })).licences).toEqual([
      'Bog terms',
      'https://bog.example/terms',
    ]);
    const described = { name: 'Constraints', description: 'Use under CC BY-SA 3.0 only.' };
    expect(readTexts(resource({ license: described })).licences).toEqual([
      'https://spdx.org/licenses/CC-BY-SA-3.0',
    ]);
  });

  it('are read from a text in place of an IRI', () => {
    const zero = ['https://spdx.org/licenses/CC0-1.0'];
    expect(
      licencesOf(
        'rights:%20http://creativecommons.org/publicdomain/zero/1.0/%20&%20https://bog.example/norms%20rightsHolder:%20Bog',
      ),
    ).toEqual(zero);
    expect(
      licencesOf('Under CC0, see http://creativecommons.org/publicdomain/zero/1.0/legalcode'),
    ).toEqual(zero);
    expect(licencesOf('<a href="https://creativecommons.org/licenses/by/4.0/">CC BY</a>')).toEqual([
      'https://spdx.org/licenses/CC-BY-4.0',
    ]);
    expect(licencesOf('CC-BY-4.0 (https://creativecommons.org/licenses/by/4.0/)')).toEqual([
      'https://spdx.org/licenses/CC-BY-4.0',
    ]);
    expect(licencesOf('License:%20MIT', 'License:Apache-2.0')).toEqual([
      'https://spdx.org/licenses/Apache-2.0',
      'https://spdx.org/licenses/MIT',
    ]);
    expect(licencesOf('Open data, see https://bog.example/a')).toEqual([
      'Open data, see https://bog.example/a',
    ]);
    expect(licencesOf('https://bog.example/a%20b', 'urn:bog:terms', 'nil:missing')).toEqual([
      'https://bog.example/a%20b',
      'urn:bog:terms',
    ]);
    const attribution = ['https://spdx.org/licenses/CC-BY-4.0'];
    expect(byUrl({ '@id': 'License:%20CC%20BY%204.0' })).toEqual(attribution);
    expect(byUrl('License: CC BY 4.0')).toEqual(attribution);
    expect(byUrl({ '@id': 'Ask us: https://bog.example/a' })).toEqual([
      'Ask us: https://bog.example/a',
    ]);
  });
});

describe('the formats of a resource', () => {
  it('are media types if known, including its distributions', () => {
    const { formats } = readTexts(
      resource({
        encodingFormat: ['text/CSV; header=present', 'none'],
        distribution: [
          { encodingFormat: ['.zip', 'Bog Format 2'] },
          { 'dcterms:format': { 'rdfs:label': 'NetCDF' } },
        ],
        'dcat:distribution': {
          'dcat:mediaType': { '@id': 'https://www.iana.org/assignments/media-types/text/html' },
        },
      }),
    );
    expect(formats).toEqual([
      'Bog Format 2',
      'application/x-netcdf',
      'application/zip',
      'text/csv',
      'text/html',
    ]);
  });
});

describe('the dates of a resource', () => {
  it('are the first publication and the last modification, in the stated precision', () => {
    const { issued, modified } = readTexts(
      resource({
        datePublished: ['2021', '2020-05'],
        'dcterms:issued': 'some day',
        dateModified: ['2021-02-03', '2021-02-03T04:05:06Z', 'unknown'],
      }),
    );
    expect({ issued, modified }).toEqual({
      issued: '2020-05',
      modified: '2021-02-03T04:05:06Z',
    });
  });

  it('are absent if nothing is a date', () => {
    const texts = readTexts(resource({ datePublished: 'soon', dateModified: '' }));
    expect(Object.keys(texts)).not.toContain('issued');
    expect(Object.keys(texts)).not.toContain('modified');
  });
});

describe('the texts of a resource', () => {
  it('do not depend on the order and nesting of nodes', () => {
    const person = { '@id': 'https://bog.example/petra', name: 'Petra Moor' };
    const one = resource({
      name: ['b', 'a'],
      keywords: ['y;x', 'z'],
      creator: [person, 'Ann Fen'],
      license: ['MIT', 'CC0'],
    });
    const other = resource(
      {
        license: ['CC0', 'MIT'],
        creator: ['Ann Fen', { '@id': person['@id'] }],
        keywords: ['z', 'y;x'],
        name: ['a', 'b', 'b'],
      },
      person,
    );
    expect(readTexts(other)).toEqual(readTexts(one));
  });
});
