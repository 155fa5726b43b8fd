import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { findingsOf, graphOf, statementsOf } from './expanding.ts';

const context = { '@vocab': 'http://example.org/ns#', ref: { '@type': '@id' } };
const id = 'http://example.org/1';
const ref = '<http://example.org/ns#ref>';
const name = '<http://example.org/ns#name>';

describe('IRIs that can be mended', () => {
  it('are, wherever they stand, and are reported once', async () => {
    const bad = 'http://example.org/a b';
    const document = {
      '@context': { ...context, 'p"': { '@id': 'http://example.org/p"' } },
      '@id': id,
      ref: [bad, { '@id': bad, '@type': 'A|B', name: 'x' }],
      'p"': { '@value': 'y', '@type': 'http://example.org/type[1]' },
    };
    const mended = '<http://example.org/a%20b>';
    expect(await statementsOf(document)).toEqual([
      `<${id}> <http://example.org/p%22> "y"^^<http://example.org/type%5B1%5D>`,
      `<${id}> ${ref} ${mended}`,
      `${mended} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/ns#A%7CB>`,
      `${mended} ${name} "x"`,
    ]);
    const repairs = [
      [bad, 'http://example.org/a%20b'],
      ['http://example.org/p"', 'http://example.org/p%22'],
      ['http://example.org/type[1]', 'http://example.org/type%5B1%5D'],
      ['http://example.org/ns#A|B', 'http://example.org/ns#A%7CB'],
    ];
    expect(await findingsOf(document)).toEqual(
      repairs.map(([value, repaired]) => ({ kind: 'iri-repaired', value, repaired })),
    );
  });

  it.each([
    [' doi:10.1234/5', '<doi:10.1234/5>'],
    ['doi:10.1234/ 5', '<doi:10.1234/%205>'],
    ['http://example.org/1 ', '<http://example.org/1>'],
    ['http://example.org/#a#b', '<http://example.org/#a%23b>'],
    [' a file.csv ', '<https://repository.example.org/records/a%20file.csv>'],
  ])('make a subject %j %s', async (subject, term) => {
    const document = { '@context': context, '@id': subject, name: 'x' };
    expect(await statementsOf(document)).toEqual([`${term} ${name} "x"`]);
    expect(await findingsOf(document)).toContainEqual(
      expect.objectContaining({
        kind: 'iri-repaired',
        value: expect.stringContaining(subject.trim()) as unknown,
      }),
    );
  });
});

describe('IRIs that cannot be mended', () => {
  it('turn a described node into a blank node with all its statements', async () => {
    const bad = 'http://example.org:port/';
    const document = {
      '@context': context,
      '@graph': [
        { '@id': id, ref: [{ '@id': bad }, { '@id': 'http://[nowhere/' }] },
        { '@id': bad, name: 'x', '@reverse': { ref: { '@id': 'http://[elsewhere/' } } },
      ],
    };
    expect(await statementsOf(document)).toEqual([
      `<${id}> ${ref} _:1`,
      `_:2 ${ref} _:1`,
      `_:1 ${name} "x"`,
      `<${id}> ${ref} "http://[nowhere/"`,
    ]);
    expect(await findingsOf(document)).toEqual([
      { kind: 'iri-dropped', value: bad, role: 'subject' },
      { kind: 'iri-dropped', value: 'http://[elsewhere/', role: 'subject' },
      { kind: 'iri-dropped', value: 'http://[nowhere/', role: 'object' },
    ]);
  });

  it('cost a property or class only its own statements', async () => {
    const document = {
      '@context': { ...context, bad: 'http://example.org:port/p' },
      '@id': id,
      '@type': ['http://example.org:port/T', 'T'],
      bad: ['x', { name: 'kept' }],
    };
    expect(await statementsOf(document)).toEqual([
      `<${id}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/ns#T>`,
      `_:1 ${name} "kept"`,
    ]);
    expect(await findingsOf(document)).toEqual([
      { kind: 'iri-dropped', value: 'http://example.org:port/T', role: 'type' },
      { kind: 'iri-dropped', value: 'http://example.org:port/p', role: 'predicate' },
    ]);
  });

  it('stand as texts, also in a list', async () => {
    const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
    const list = { '@list': [{ '@id': 'http://[nowhere/' }, 'x'] };
    expect(await statementsOf({ '@context': context, '@id': id, name: list })).toEqual([
      `<${id}> ${name} _:1`,
      `_:1 <${rdf}rest> _:2`,
      `_:2 <${rdf}first> "x"`,
      `_:2 <${rdf}rest> <${rdf}nil>`,
      `_:1 <${rdf}first> "http://[nowhere/"`,
    ]);
  });
});

describe('relative IRIs', () => {
  it('are resolved against the base, which need not be where the document was listed', async () => {
    const baseIri = 'https://elsewhere.example.org/a/b?c';
    const document = { '@context': context, '@id': '', ref: ['#f', '../d', '//h/'] };
    expect(await statementsOf(document, { baseIri })).toEqual([
      `<${baseIri}> ${ref} <${baseIri}#f>`,
      `<${baseIri}> ${ref} <https://elsewhere.example.org/d>`,
      `<${baseIri}> ${ref} <https://h/>`,
    ]);
  });

  it('that stay relative are texts or left out, and reported', async () => {
    const document = {
      '@context': [context, { '@base': null, '@vocab': null, p: 'http://example.org/p' }],
      '@id': 'me',
      '@type': 'T',
      ref: ['me', 'you'],
      p: 'x',
    };
    expect(await statementsOf(document)).toEqual([
      '_:1 <http://example.org/p> "x"',
      `_:1 ${ref} _:1`,
      `_:1 ${ref} "you"`,
    ]);
    expect(await findingsOf(document)).toEqual([
      { kind: 'iri-dropped', value: 'me', role: 'subject' },
      { kind: 'iri-dropped', value: 'T', role: 'type' },
      { kind: 'iri-dropped', value: 'you', role: 'object' },
    ]);
  });
});

it('writes IRIs that a strict parser accepts, whatever was published', async () => {
  const values = [
    '\u{0}',
    '\u{D800}',
    '\u{FFFE}',
    '%',
    '%zz',
    '[',
    '\\u0020',
    '"',
    '>',
    '#',
    '\u{E000}',
  ];
  const document = {
    '@context': context,
    ref: values.flatMap((value) => [`http://example.org/${value}`, `http://${value}/`, value]),
    '@type': values.map((value) => `http://example.org/#${value}`),
  };
  const { nquads, quads } = await graphOf(document);
  const store = new Store();
  store.load(nquads, { format: 'application/n-quads' });
  expect(store.size).toBe(quads);
  expect(quads).toBeGreaterThan(30);
});
