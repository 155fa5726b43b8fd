import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/text/json.ts';
import { violationsOf } from '../checking.ts';

function datasetWith(members: JsonObject): JsonObject {
  return {
    '@context': { '@vocab': 'http://schema.org/' },
    '@type': 'Dataset',
    name: 'Peat',
    ...members,
  };
}

describe('the length of a description', () => {
  it('is 50 to 5,000 characters', async () => {
    for (const [length, count] of [
      [49, 1],
      [50, 0],
      [5000, 0],
      [5001, 1],
    ] as const) {
      const document = datasetWith({ description: 'x'.repeat(length) });
      expect(await violationsOf(document, 'description-length')).toHaveLength(count);
    }
  });

  it('does not matter for a short summary beside the description', async () => {
    const document = datasetWith({ disambiguatingDescription: 'Of one bog.' });
    expect(await violationsOf(document, 'description-length')).toEqual([]);
  });

  it('is told before the text, which may be cut', async () => {
    const [violation] = await violationsOf(
      datasetWith({ description: 'Peat. '.repeat(1000) }),
      'description-length',
    );
    expect(violation?.found).toMatch(/^5999 characters: Peat\. /u);
  });
});

describe('the landing page', () => {
  it('can be derived from a persistent identifier', async () => {
    for (const identifier of [
      'doi:10.5555/peat',
      { '@type': 'PropertyValue', value: 'doi:10.5555/peat' },
      { '@id': 'https://doi.org/10.5555/peat' },
    ]) {
      const [violation] = await violationsOf(datasetWith({ identifier }), 'url');
      const value = 'https://doi.org/10.5555/peat';
      expect(violation?.change).toEqual({ kind: 'derivable', act: 'add', value });
    }
  });

  it('cannot be derived from an identifier that leads nowhere', async () => {
    const [violation] = await violationsOf(datasetWith({ identifier: 'peat-7' }), 'url');
    expect(violation?.change?.kind).toBe('author');
  });

  it('is one, in however many forms it is written', async () => {
    const page = 'https://bog.example/peat';
    const same = datasetWith({ url: [page, { '@id': page }] });
    expect(await violationsOf(same, 'single-url')).toEqual([]);
    const other = datasetWith({ url: [page, 'https://bog.example/data'] });
    expect(await violationsOf(other, 'single-url')).toEqual([
      { found: 'https://bog.example/data', change: { kind: 'author', act: 'remove' } },
    ]);
  });
});

describe('the measurement technique', () => {
  it('can be that of a variable', async () => {
    const variable = { '@type': 'PropertyValue', name: 'depth', measurementTechnique: 'auger' };
    const document = datasetWith({ variableMeasured: variable });
    expect(await violationsOf(document, 'measurement-technique')).toEqual([]);
    expect(await violationsOf(datasetWith({}), 'measurement-technique')).toHaveLength(1);
  });
});

describe('a semantic version', () => {
  it('is made of fewer numbers, not of dates and words', async () => {
    const proposals = await Promise.all(
      ['1', 'v1.2', '1.2.3', '1.0.0-beta.1', '2024-03-01', 'draft'].map(async (version) => {
        const [violation] = await violationsOf(datasetWith({ version }), 'semantic-version');
        return violation === undefined ? 'right' : (violation.change?.value ?? 'nothing');
      }),
    );
    expect(proposals).toEqual(['1.0.0', '1.2.0', 'right', 'right', 'nothing', 'nothing']);
  });
});

describe('the description of an identifier', () => {
  it('is made of a DOI or ARK', async () => {
    for (const written of ['doi:10.5555/peat', 'https://dx.doi.org/10.5555/peat', '10.5555/peat']) {
      const [violation] = await violationsOf(
        datasetWith({ identifier: written }),
        'identifier-description',
      );
      expect(violation?.change).toEqual({
        kind: 'mechanical',
        act: 'replace',
        value: {
          '@type': 'schema:PropertyValue',
          'schema:propertyID': { '@id': 'https://registry.identifiers.org/registry/doi' },
          'schema:value': 'doi:10.5555/peat',
          'schema:url': 'https://doi.org/10.5555/peat',
        },
      });
    }
    const ark = datasetWith({ identifier: 'ark:/99999/fk4peat' });
    const [violation] = await violationsOf(ark, 'identifier-description');
    expect(violation?.change?.value).toMatchObject({
      'schema:propertyID': { '@id': 'https://registry.identifiers.org/registry/ark' },
      'schema:value': 'ark:/99999/fk4peat',
      'schema:url': 'https://n2t.net/ark:/99999/fk4peat',
    });
  });

  it('of another identifier needs the author for its scheme', async () => {
    const document = datasetWith({ identifier: 'peat-7' });
    const [violation] = await violationsOf(document, 'identifier-description');
    expect(violation).toMatchObject({
      found: 'peat-7',
      change: { kind: 'author', value: { 'schema:value': 'peat-7' } },
    });
  });

  it('is not asked for of an address that is no persistent identifier', async () => {
    const document = datasetWith({ identifier: 'https://bog.example/peat' });
    expect(await violationsOf(document, 'identifier-description')).toEqual([]);
  });

  it('is asked for of one identifier only', async () => {
    const described = { '@type': 'PropertyValue', value: 'peat-7' };
    const document = datasetWith({ identifier: ['doi:10.5555/peat', described] });
    expect(await violationsOf(document, 'identifier-description')).toEqual([]);
  });
});
