import { describe, expect, it } from 'vitest';
import { Findings } from '../../src/expand/findings.ts';
import { expand, findingsOf, statementsOf } from './expanding.ts';

const context = { '@vocab': 'http://example.org/ns#', known: 'http://example.org/known' };

describe('a value that expansion drops', () => {
  it.each([
    [{ name: 'x' }, { kind: 'term-undefined', term: 'name' }],
    [{ 'a term': 'x' }, { kind: 'term-undefined', term: 'a term' }],
    [{ '@foo': 'x' }, { kind: 'value-dropped', value: '@foo', reason: 'reserved-name' }],
    [{ '@id': '@foo' }, { kind: 'value-dropped', value: '@foo', reason: 'reserved-name' }],
    [{ '@type': '@foo' }, { kind: 'value-dropped', value: '@foo', reason: 'reserved-name' }],
    [{ '@default': 'x' }, { kind: 'value-dropped', value: '@default', reason: 'reserved-name' }],
    [
      { '@context': { '@foo': 'http://example.org/' } },
      { kind: 'value-dropped', value: '@foo', reason: 'reserved-name' },
    ],
  ])('is reported: %j', async (node, finding) => {
    const document = { '@context': { known: context.known }, known: [{ ...node, known: 'y' }] };
    expect(await statementsOf(document)).toEqual([
      '_:1 <http://example.org/known> _:2',
      '_:2 <http://example.org/known> "y"',
    ]);
    expect(await findingsOf(document)).toEqual([finding]);
  });

  it('is reported for a property without an IRI', async () => {
    const document = { '@context': context, known: 'y', 'alternate name': 'x' };
    expect(await findingsOf(document)).toEqual([
      { kind: 'iri-dropped', value: 'http://example.org/ns#alternate name', role: 'predicate' },
    ]);
  });

  it('is reported for free-floating values', async () => {
    const values = ['text', { '@value': 5 }, { '@id': 'http://example.org/' }, { '@list': ['x'] }];
    const document = { '@context': context, '@graph': [...values, { known: 'y' }] };
    const dropped = (await findingsOf(document)) as { readonly value: string }[];
    expect(dropped.map(({ value }) => value)).toEqual([
      'text',
      '{"@value":5}',
      '{"@id":"http://example.org/"}',
      'x',
      '{"@list":[]}',
    ]);
    expect(dropped).toEqual(
      dropped.map(({ value }) => ({ kind: 'value-dropped', value, reason: 'free-floating' })),
    );
  });

  it('is not reported if nothing is lost: null, empty objects, terms mapped to null', async () => {
    const document = {
      '@context': { ...context, ruledOut: null },
      known: ['y', null, { '@value': null }],
      ruledOut: 'x',
      other: [],
    };
    expect(await findingsOf(document)).toEqual([]);
    expect(await findingsOf({ '@context': context, '@graph': [{}, { known: 1 }] })).toEqual([]);
  });
});

describe('a record without statements', () => {
  it.each([
    ['{}'],
    ['[]'],
    ['null'],
    ['{"@context":"https://schema.org/"}'],
    ['{"@context":{"@vocab":"http://example.org/"},"@id":"http://example.org/1"}'],
  ])('fails with no-triples: %s', async (json) => {
    expect(await expand(json)).toMatchObject({ kind: 'failed', problem: { kind: 'no-triples' } });
  });

  it('also reports the dropped values', async () => {
    const empty = { '@context': { known: 'http://example.org/known' } };
    expect(await findingsOf({ ...empty, name: 'x', description: 'y' })).toEqual([
      { kind: 'no-triples' },
      { kind: 'term-undefined', term: 'description' },
      { kind: 'term-undefined', term: 'name' },
    ]);
  });

  it('may consist of a text, which is not taken for a URL', async () => {
    expect(await findingsOf('"https://example.org/"')).toEqual([
      { kind: 'no-triples' },
      { kind: 'value-dropped', value: 'https://example.org/', reason: 'free-floating' },
    ]);
  });
});

describe('findings', () => {
  it('are listed once each, up to a hundred, and the rest is counted', async () => {
    const bad = Array.from({ length: 130 }, (_, index) => `http://host:port/${index}`);
    const document = {
      '@context': context,
      known: 'x',
      other: [...bad, ...bad].map((id) => ({ '@id': id })),
    };
    const findings = await findingsOf(document);
    expect(findings).toHaveLength(101);
    expect(findings[0]).toEqual({ kind: 'iri-dropped', value: bad[0], role: 'object' });
    expect(findings[100]).toEqual({ kind: 'problems-omitted', of: 'iri-dropped', count: 30 });
  });

  it('contain no long texts and no halves of characters', () => {
    const findings = new Findings('https://example.org/');
    findings.add({ kind: 'literal-repaired', value: `\u{D800}${'x'.repeat(1_000_000)}` });
    const [problem] = findings.list();
    const value = `\u{FFFD}${'x'.repeat(198)}…`;
    expect(problem).toEqual({ kind: 'literal-repaired', url: 'https://example.org/', value });
  });
});
