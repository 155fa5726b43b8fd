import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/text/json.ts';
import { violationsOf } from '../checking.ts';

function licensed(license: JsonValue): JsonObject {
  return datasetWith({ license });
}

function datasetWith(members: JsonObject): JsonObject {
  return {
    '@context': { '@vocab': 'http://schema.org/', dcterms: 'http://purl.org/dc/terms/' },
    '@id': 'https://bog.example/data/1',
    '@type': 'Dataset',
    name: 'Peat',
    ...members,
  };
}

const ccBy = { '@id': 'https://spdx.org/licenses/CC-BY-4.0' };

describe('licence', () => {
  it('is missing where only conditions of access are stated', async () => {
    const [violation] = await violationsOf(
      datasetWith({ conditionsOfAccess: 'On request.' }),
      'licence',
    );
    expect(violation?.change?.kind).toBe('author');
  });

  it('can be derived from a licence among the rights', async () => {
    const document = datasetWith({ 'dcterms:rights': 'CC BY 4.0' });
    expect(await violationsOf(document, 'licence')).toEqual([
      { change: { kind: 'derivable', act: 'add', value: ccBy } },
    ]);
  });

  it('can be derived from distributions that agree', async () => {
    const distribution = ['CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'].map(
      (license) => ({ '@type': 'DataDownload', license }),
    );
    const [agreed] = await violationsOf(datasetWith({ distribution }), 'licence');
    expect(agreed?.change).toEqual({ kind: 'derivable', act: 'add', value: ccBy });
    const mixed = [...distribution, { '@type': 'DataDownload', license: 'MIT' }];
    const [disputed] = await violationsOf(datasetWith({ distribution: mixed }), 'licence');
    expect(disputed?.change?.kind).toBe('author');
  });

  it('is missing where a nil or an unfilled template stands', async () => {
    for (const nil of ['unknown', 'http://www.opengis.net/def/nil/OGC/0/missing', '{licence}'])
      expect(await violationsOf(licensed(nil), 'licence')).toHaveLength(1);
  });
});

describe('the IRI of a licence', () => {
  it('replaces a name that means one licence', async () => {
    for (const name of ['CC-BY-4.0', 'Creative Commons Attribution 4.0 International', 'cc by 4.0'])
      expect(await violationsOf(licensed(name), 'licence-iri')).toEqual([
        { found: name, change: { kind: 'mechanical', act: 'replace', value: ccBy } },
      ]);
  });

  it('is only proposed for a sentence, which may restrict the licence', async () => {
    const sentence = 'CC BY 4.0, except for the photographs.';
    const [violation] = await violationsOf(licensed(sentence), 'licence-iri');
    const value = { '@id': '{https://spdx.org/licenses/CC-BY-4.0}' };
    expect(violation?.change).toEqual({ kind: 'author', act: 'replace', value });
  });

  it('is not that of a licence with national variants', async () => {
    const name = 'Creative Commons Attribution-NonCommercial-ShareAlike 3.0 United States';
    const [violation] = await violationsOf(licensed(name), 'licence-iri');
    expect(violation?.change?.kind).toBe('author');
  });

  it('is added beside a described licence, which keeps its text', async () => {
    const node = { '@type': 'CreativeWork', name: 'CC BY 4.0', text: 'You are free to share.' };
    const [violation] = await violationsOf(licensed(node), 'licence-iri');
    expect(violation?.change).toEqual({ kind: 'mechanical', act: 'add', value: ccBy });
  });

  it('is there as text, as address of a described licence, or beside a name', async () => {
    const address = 'https://bog.example/terms';
    for (const license of [address, { name: 'Our terms', url: address }, ['Our terms', address]])
      expect(await violationsOf(licensed(license), 'licence-iri')).toEqual([]);
  });

  it('is not the relative IRI that JSON-LD makes of a name', async () => {
    const document = { ...licensed('CC0'), '@context': 'https://schema.org/' };
    const [violation] = await violationsOf(document, 'licence-iri');
    expect(violation).toMatchObject({
      found: 'CC0',
      change: { kind: 'mechanical', value: { '@id': 'https://spdx.org/licenses/CC0-1.0' } },
    });
  });
});

describe('the IRI in the SPDX list', () => {
  it('is added to another address of the licence', async () => {
    const deed = 'http://creativecommons.org/licenses/by/4.0/deed.de';
    expect(await violationsOf(licensed(deed), 'licence-spdx')).toEqual([
      { found: deed, change: { kind: 'mechanical', act: 'add', value: ccBy } },
    ]);
  });

  it('is not asked for where the list has no such licence, and may be written with http', async () => {
    for (const license of ['https://bog.example/terms', 'http://spdx.org/licenses/CC-BY-4.0'])
      expect(await violationsOf(licensed(license), 'licence-spdx')).toEqual([]);
  });
});

describe('access free of charge', () => {
  it('can be derived from a statement that access is open', async () => {
    const [open] = await violationsOf(
      datasetWith({ conditionsOfAccess: 'Open access' }),
      'accessible-for-free',
    );
    expect(open?.change).toEqual({ kind: 'derivable', act: 'add', value: true });
    const [licence] = await violationsOf(licensed('CC0'), 'accessible-for-free');
    expect(licence?.change?.kind).toBe('author');
  });

  it('is a boolean, for which words are replaced', async () => {
    const changes = await Promise.all(
      [true, 'false', 'Yes', 'perhaps', { '@value': 'true', '@type': 'Boolean' }].map(
        async (free) => {
          const document = datasetWith({ isAccessibleForFree: free });
          const violations = await violationsOf(document, 'accessible-for-free-form');
          return violations.map(({ change }) => `${change?.kind} ${JSON.stringify(change?.value)}`);
        },
      ),
    );
    expect(changes).toEqual([
      [],
      ['mechanical false'],
      ['mechanical true'],
      ['author "{true or false}"'],
      [],
    ]);
  });
});

describe('the licence of the metadata', () => {
  it('can be that of the metadata record', async () => {
    const record = { '@type': 'DigitalDocument', license: 'https://spdx.org/licenses/CC0-1.0' };
    expect(await violationsOf(datasetWith({ subjectOf: record }), 'metadata-licence')).toEqual([]);
    expect(await violationsOf(licensed('CC0'), 'metadata-licence')).toHaveLength(1);
  });
});
