import jsonld from 'jsonld';
import { describe, expect, it } from 'vitest';
import { recordJsonLd } from '../../src/export/record-json-ld.ts';
import { canonical, withoutGraph } from '../support/canonical.ts';

const graph = 'https://records.example/one';

function termOf(name: string): string {
  if (name.startsWith('"') || name.startsWith('_:')) return name;
  if (!name.startsWith('rdf:')) return `<http://schema.org/${name}>`;
  return `<http://www.w3.org/1999/02/22-rdf-syntax-ns#${name.slice(4)}>`;
}

/** N-Quads of the graph, from lines with short names: `a`, `_:b`, `"text"`. */
function quads(...lines: readonly string[]): string {
  return lines
    .map((line) => {
      const [subject = '', predicate = '', ...object] = line.split(' ');
      return `${termOf(subject)} ${termOf(predicate)} ${termOf(object.join(' '))} <${graph}> .\n`;
    })
    .join('');
}

function write(nquads: string, ...resources: readonly string[]): Record<string, unknown> {
  const text = [...recordJsonLd({ graph, nquads, resources })].join('');
  return JSON.parse(text) as Record<string, unknown>;
}

async function statementsOf(document: object): Promise<string> {
  const text: unknown = await jsonld.toRDF(document, { format: 'application/n-quads' });
  return String(text);
}

const chain = Array.from({ length: 60 }, (_, at) => `_:n${at} isPartOf _:n${at + 1}`);

describe('a record as JSON-LD', () => {
  it.each<[string, string[]]>([
    ['nodes inside nodes', ['a about b', 'b creator _:c', '_:c name "Ann"', 'b name "Tides"']],
    ['a cycle', ['a about b', 'b subjectOf a', 'b isPartOf c', 'c hasPart b']],
    ['a node that names itself', ['_:a sameAs _:a', '_:a name "x"']],
    ['a node used twice', ['a creator _:c', 'a publisher _:c', '_:c name "Ann"']],
    ['a blank node without statements', ['a creator _:c', 'a publisher _:c', 'b creator _:d']],
    ['detached nodes', ['a name "A"', 'b name "B"', '_:c about _:d', '_:d about _:c']],
    ['a type that is described', ['a rdf:type _:t', '_:t name "Type"', 'a rdf:type T']],
    ['a text as type', ['a rdf:type "Dataset"', 'a rdf:type Dataset']],
    [
      'a list',
      [
        'a creator _:l',
        '_:l rdf:first _:c',
        '_:l rdf:rest _:m',
        '_:c name "Ann"',
        '_:m rdf:first "Bo"',
        '_:m rdf:rest rdf:nil',
      ],
    ],
    ['an empty list', ['a creator rdf:nil']],
    [
      'a list used twice',
      ['a creator _:l', 'b creator _:l', '_:l rdf:first "Bo"', '_:l rdf:rest rdf:nil'],
    ],
    [
      'a list with a type',
      ['a creator _:l', '_:l rdf:first "Bo"', '_:l rdf:rest rdf:nil', '_:l rdf:type rdf:List'],
    ],
    ['a list without end', ['a creator _:l', '_:l rdf:first "Bo"', '_:l rdf:rest _:m']],
    [
      'a list in a list',
      [
        'a geo _:l',
        '_:l rdf:first _:i',
        '_:l rdf:rest rdf:nil',
        '_:i rdf:first "1"',
        '_:i rdf:rest rdf:nil',
      ],
    ],
    [
      'lists in each other',
      [
        '_:l rdf:first _:i',
        '_:l rdf:rest rdf:nil',
        '_:i rdf:first _:l',
        '_:i rdf:rest rdf:nil',
        'a name "A"',
      ],
    ],
    ['a list as type', ['a rdf:type _:l', '_:l rdf:first "Bo"', '_:l rdf:rest rdf:nil']],
    ['a long chain', ['a isPartOf _:n0', ...chain]],
    ['no statement', []],
  ])('keeps the statements of %s', async (_, lines) => {
    const nquads = quads(...lines);
    const found = await canonical(await statementsOf(write(nquads)));
    expect(found).toEqual(await canonical(withoutGraph(nquads, graph)));
  });

  it('begins with the node from which the others are reached', () => {
    const lines = ['c name "C"', 'b name "Tides"', 'a about b', 'a creator c'];
    expect(write(quads(...lines), 'http://schema.org/b')).toMatchObject({
      '@id': 'http://schema.org/a',
      about: { '@id': 'http://schema.org/b', name: 'Tides' },
      creator: { name: 'C' },
    });
  });

  it('begins with the subject where nodes refer to each other', () => {
    const nquads = quads('work about it', 'it citation work', 'it name "Tides"');
    expect(write(nquads, 'http://schema.org/it')['@id']).toBe('http://schema.org/it');
  });

  it('begins with a named record where another work refers to it', () => {
    const nquads = quads('work about it', 'it subjectOf meta', 'meta about it', 'work name "W"');
    const text = [
      ...recordJsonLd({
        graph,
        nquads,
        recordIri: 'http://schema.org/meta',
        resources: ['http://schema.org/it'],
      }),
    ].join('');
    expect(JSON.parse(text)).toMatchObject({
      '@id': 'http://schema.org/meta',
      about: { '@id': 'http://schema.org/it' },
      '@included': [{ '@id': 'http://schema.org/work' }],
    });
  });

  it('begins with the whole where it describes several resources', () => {
    const nquads = quads('whole subjectOf b', 'b isPartOf whole', 'whole subjectOf c');
    const resources = ['http://schema.org/b', 'http://schema.org/c'];
    expect(write(nquads, ...resources)['@id']).toBe('http://schema.org/whole');
  });

  it('names blank nodes only where it refers to them', () => {
    const nquads = quads('a creator _:c', '_:c name "Ann"', 'a author _:d', 'a editor _:d');
    expect(write(nquads)).toMatchObject({
      creator: { name: 'Ann' },
      author: { '@id': '_:d' },
      editor: { '@id': '_:d' },
    });
    expect(write(nquads)['creator']).not.toHaveProperty('@id');
  });

  it('writes collections as lists', () => {
    const nquads = quads('a creator _:l', '_:l rdf:first "Ann"', '_:l rdf:rest rdf:nil');
    expect(write(nquads)['creator']).toEqual({ '@list': ['Ann'] });
  });
});
