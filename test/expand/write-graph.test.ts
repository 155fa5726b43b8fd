import { describe, expect, it } from 'vitest';
import { documentUrl, findingsOf, graphOf, statementsOf, wholeOf } from './expanding.ts';

const context = {
  '@vocab': 'http://example.org/ns#',
  ref: { '@type': '@id' },
  list: { '@container': '@list' },
};
const id = 'http://example.org/1';
const rdfType = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
const first = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#first>';
const rest = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#rest>';
const nil = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#nil>';
const term = (name: string): string => `<http://example.org/ns#${name}>`;

describe('statements', () => {
  it('are written one per line, in the graph of the record, once', async () => {
    const document = { '@context': context, '@id': id, a: ['x', 'x', { '@value': 'x' }, 'y'] };
    const graph = await graphOf({ '@graph': [document, document] });
    const place = '<https://repository.example.org/records/1>';
    expect(graph).toMatchObject({
      graph: 'https://repository.example.org/records/1',
      quads: 2,
      nquads: `<${id}> ${term('a')} "x" ${place} .\n<${id}> ${term('a')} "y" ${place} .\n`,
    });
  });

  it('of a node come before those of the nodes that it references', async () => {
    const document = {
      '@context': context,
      '@id': id,
      '@type': 'A',
      a: { b: { c: 1 }, d: 2 },
      e: [{ f: 3 }, 4],
    };
    expect(await statementsOf(document)).toEqual([
      `<${id}> ${rdfType} ${term('A')}`,
      `<${id}> ${term('a')} _:1`,
      `<${id}> ${term('e')} _:2`,
      `<${id}> ${term('e')} "4"^^<http://www.w3.org/2001/XMLSchema#integer>`,
      `_:1 ${term('b')} _:3`,
      `_:1 ${term('d')} "2"^^<http://www.w3.org/2001/XMLSchema#integer>`,
      `_:2 ${term('f')} "3"^^<http://www.w3.org/2001/XMLSchema#integer>`,
      `_:3 ${term('c')} "1"^^<http://www.w3.org/2001/XMLSchema#integer>`,
    ]);
  });

  it('describe lists, empty lists and lists of lists', async () => {
    const document = { '@context': context, '@id': id, list: ['a', [], ['b', { c: 'd' }]] };
    expect(await statementsOf(document)).toEqual([
      `<${id}> ${term('list')} _:1`,
      `_:1 ${first} "a"`,
      `_:1 ${rest} _:2`,
      `_:2 ${first} ${nil}`,
      `_:2 ${rest} _:3`,
      `_:3 ${first} _:4`,
      `_:3 ${rest} ${nil}`,
      `_:4 ${first} "b"`,
      `_:4 ${rest} _:5`,
      `_:5 ${first} _:6`,
      `_:5 ${rest} ${nil}`,
      `_:6 ${term('c')} "d"`,
    ]);
  });

  it('describe reverse properties and included nodes', async () => {
    const document = {
      '@context': context,
      '@id': id,
      '@reverse': { part: [{ '@id': 'http://example.org/2', a: 'b' }, {}] },
      '@included': [{ '@id': 'http://example.org/3', a: 'c' }],
    };
    expect(await statementsOf(document)).toEqual([
      `<http://example.org/2> ${term('part')} <${id}>`,
      `_:1 ${term('part')} <${id}>`,
      `<http://example.org/3> ${term('a')} "c"`,
      `<http://example.org/2> ${term('a')} "b"`,
    ]);
  });
});

describe('blank nodes', () => {
  const document = {
    '@context': context,
    '@id': '_:b 0',
    a: [{ '@id': '_:b 0' }, {}],
    '@type': '_:t',
  };

  it('are equal for equal labels only', async () => {
    expect(await statementsOf(document)).toEqual([
      `_:1 ${rdfType} _:2`,
      `_:1 ${term('a')} _:1`,
      `_:1 ${term('a')} _:3`,
    ]);
  });

  it('have labels that depend on the graph only', async () => {
    const here = await graphOf(document);
    expect((await graphOf(document)).nquads).toBe(here.nquads);
    const elsewhere = await graphOf(document, { documentUrl: `${id}/other` });
    const labels = here.nquads.match(/_:\S+/gu) ?? [];
    expect(labels.length).toBeGreaterThan(0);
    expect(labels.filter((label) => elsewhere.nquads.includes(label))).toEqual([]);
  });

  it('cannot be properties: their statements are dropped and reported', async () => {
    const withProperty = {
      '@context': context,
      '@id': id,
      '_:p': [{ a: 'b' }, { '@list': [{ a: 'c' }, 1] }],
    };
    expect(await statementsOf(withProperty)).toEqual([
      `_:1 ${term('a')} "b"`,
      `_:2 ${term('a')} "c"`,
    ]);
    expect(await findingsOf(withProperty)).toEqual([
      { kind: 'blank-node-predicate', predicate: '_:p' },
    ]);
  });
});

describe('named graphs', () => {
  it('are merged into the graph of the record, and reported', async () => {
    const document = [
      {
        '@context': context,
        '@id': id,
        a: 'b',
        '@graph': [{ '@id': 'http://example.org/2', a: 'c' }],
      },
      { '@context': context, '@graph': { '@id': 'http://example.org/3', a: 'd' } },
    ];
    const { problems, ...whole } = await wholeOf(document);
    const nquads = whole.kind === 'written' ? whole.nquads : '';
    expect(nquads.replaceAll(` <${documentUrl}> .`, '').trim().split('\n')).toEqual([
      `<${id}> ${term('a')} "b"`,
      `<http://example.org/2> ${term('a')} "c"`,
      `<http://example.org/3> ${term('a')} "d"`,
    ]);
    expect(problems).toEqual([
      { kind: 'named-graph-folded', name: id, url: documentUrl },
      { kind: 'named-graph-folded', name: '', url: documentUrl },
    ]);
  });

  it('do not include a @graph that only contains the nodes of the document', async () => {
    expect(await findingsOf({ '@context': context, '@graph': [{ '@id': id, a: 'b' }] })).toEqual(
      [],
    );
  });
});
