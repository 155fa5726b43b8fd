import { describe, expect, it } from 'vitest';
import { findingsOf, statementsOf } from '../expanding.ts';

const id = 'https://bog.example/7';
const folder = 'https://repository.example.org/records/';
const remote = { '@context': 'https://schema.org/', '@id': id };

describe("a text where schema.org's context expects an IRI", () => {
  it.each([
    ['license', 'CC0'],
    ['license', 'CC-BY-4.0'],
    ['url', 'www.bog.example/7'],
    ['url', 'bog.example.org/7'],
    ['sameAs', '10.1234/bog-7'],
    ['contentUrl', 'bog7'],
    ['publishingPrinciples', 'Open'],
  ])('becomes a relative IRI, and is reported: %s %s', async (property, value) => {
    const document = { ...remote, [property]: value };
    expect(await statementsOf(document)).toEqual([
      `<${id}> <http://schema.org/${property}> <${folder}${value}>`,
    ]);
    expect(await findingsOf(document)).toEqual([
      { kind: 'text-as-iri', value, iri: folder + value },
    ]);
  });

  it('becomes a blank node and is reported if it is a nil', async () => {
    const document = { ...remote, license: 'missing' };
    expect(await statementsOf(document)).toEqual([`<${id}> <http://schema.org/license> _:1`]);
    expect(await findingsOf(document)).toEqual([{ kind: 'identifier-unusable', value: 'missing' }]);
  });

  it('is reported as published if it has blanks', async () => {
    const iri = `${folder}Free to use`;
    expect(await findingsOf({ ...remote, license: 'Free to use' })).toEqual([
      { kind: 'iri-repaired', value: iri, repaired: `${folder}Free%20to%20use` },
      { kind: 'text-as-iri', value: 'Free to use', iri },
    ]);
  });

  it('stays a text if it cannot become an IRI', async () => {
    const value = 'See http://bog.example/licence';
    expect(await statementsOf({ ...remote, license: value, name: 'x' })).toEqual([
      `<${id}> <http://schema.org/name> "x"`,
      `<${id}> <http://schema.org/license> "${value}"`,
    ]);
    expect(await findingsOf({ ...remote, license: value, name: 'x' })).toEqual([
      { kind: 'iri-dropped', value, role: 'object' },
    ]);
  });

  it.each([
    ['license', 'licence.html'],
    ['license', '#licence'],
    ['url', ''],
    ['url', '../7'],
    ['url', '?id=7'],
    ['license', 'https://spdx.org/licenses/CC0-1.0'],
    ['license', '/terms'],
    ['contentUrl', 'data/cores.csv'],
  ])('is not reported if it may be a reference: %s %j', async (property, value) => {
    expect(await findingsOf({ ...remote, [property]: value })).toEqual([]);
  });

  it('is not reported if the IRI was published in full', async () => {
    const sibling = {
      ...remote,
      '@id': `${folder}1`,
      url: `${folder}1`,
      contentUrl: `${folder}raw`,
    };
    expect(await findingsOf(sibling)).toEqual([]);
  });

  it('is recognised if its slashes are escaped in JSON', async () => {
    const json = JSON.stringify({ ...remote, url: 'www.bog.example/7' }).replaceAll('/', '\\/');
    expect(await findingsOf(json)).toMatchObject([{ kind: 'text-as-iri' }]);
  });

  it('is not reported if the document describes a node of that name', async () => {
    const nodes = [
      { '@id': id, license: 'terms' },
      { '@id': 'terms', name: 'Terms of use' },
    ];
    expect(await findingsOf({ '@context': 'https://schema.org/', '@graph': nodes })).toEqual([]);
  });
});

it.each([
  ['@vocab', { '@vocab': 'https://schema.org/' }, 'license'],
  ['a prefix', { schema: 'http://schema.org/' }, 'schema:license'],
])('a text stays a text with %s', async (_, context, property) => {
  const document = { '@context': context, '@id': id, [property]: 'CC0' };
  expect(await statementsOf(document)).toEqual([`<${id}> <http://schema.org/license> "CC0"`]);
  expect(await findingsOf(document)).toEqual([]);
});
