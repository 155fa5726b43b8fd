import { describe, expect, it } from 'vitest';
import {
  type FactNode,
  factText,
  type FactValue,
  ReadingBudget,
  readRecordGraph,
} from '../../../src/facts/record/record-graph.ts';
import { Findings } from '../../../src/expand/findings.ts';
import type { JsonObject } from '../../../src/text/json.ts';
import { writeGraph } from '../../../src/expand/write-graph.ts';

const base = 'https://soil.example/data/7';
const name = 'http://schema.org/name';
const part = 'http://schema.org/hasPart';
const whole = 'http://schema.org/isPartOf';
const it1 = 'https://soil.example/it';

/** The first of some nodes in expanded JSON-LD, with all that they say of it. */
function nodeOf(
  nodes: JsonObject[],
  isOthers: (node: JsonObject) => boolean = () => false,
): FactNode {
  const [first = {}] = nodes;
  const written = writeGraph(nodes, {
    graph: base,
    source: { json: '', baseIri: base },
    findings: new Findings(base),
    noPrefixes: new Map(),
    isOthers,
    named: [first],
  });
  if (written.kind === 'refused') throw new Error('no graph');
  const graph = readRecordGraph({ graph: base, ...written }, new ReadingBudget(0));
  return graph.node(written.nameOf(first) ?? '');
}

const value = (text: string): JsonObject => ({ '@value': text });
const textsOf = (values: readonly FactValue[]) => values.map(factText);

describe('the nodes that search facts are read from', () => {
  it('have all their statements, wherever they are', () => {
    const node = nodeOf([
      { '@id': it1, [name]: [value('one')], [part]: [{ '@id': '_:b' }] },
      { '@id': '_:b', [name]: [value('part')] },
      { '@id': 'https://soil.example/other', [part]: [{ '@id': it1, [name]: [value('two')] }] },
    ]);
    expect(textsOf(node.values([name]))).toEqual(expect.arrayContaining(['one', 'two']));
    const [below] = node.values([part]);
    expect(below).toMatchObject({ kind: 'node', types: [] });
    expect(textsOf((below as FactNode).values([name]))).toEqual(['part']);
  });

  it('have lists that are written as texts, with the language of the text', () => {
    const node = nodeOf([
      {
        '@id': it1,
        [name]: [{ '@value': "['Moor', 'Torf']", '@language': 'de' }],
        [part]: [
          { '@value': '["a", "b"]', '@type': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON' },
        ],
      },
    ]);
    expect(node.values([name])).toEqual([
      { kind: 'literal', text: 'Moor', language: 'de' },
      { kind: 'literal', text: 'Torf', language: 'de' },
    ]);
    expect(textsOf(node.listed([name]))).toEqual(['Moor', 'Torf']);
    expect(textsOf(node.values([part]))).toEqual(['["a", "b"]']);
  });

  it('have the addresses that work', () => {
    const node = nodeOf([
      { '@id': it1, [name]: [value(' https://soil.example/?a=1&amp;b=2\n'), value('a &amp; b')] },
    ]);
    expect(textsOf(node.values([name]))).toEqual(['https://soil.example/?a=1&b=2', 'a &amp; b']);
  });

  it('have their inverse properties', () => {
    const node = nodeOf([
      { '@id': it1, [name]: [value('whole')] },
      { [name]: [value('part')], '@reverse': { [part]: [{ '@id': it1 }] } },
    ]);
    const [below] = node.values([part]);
    expect(textsOf((below as FactNode).values([name]))).toEqual(['part']);
  });

  it('have the names and types of the record graph, whatever was published', () => {
    const node = nodeOf([
      {
        '@id': it1,
        '@type': ['https://schema.org/Dataset', 'http://schema.org/Dataset', 'dcat:Dataset'],
        'https://schema.org/name': [value('one')],
      },
    ]);
    expect(node.types).toEqual(['http://schema.org/Dataset', 'http://www.w3.org/ns/dcat#Dataset']);
    expect(node.iri).toBe(it1);
    expect(textsOf(node.values([name]))).toEqual(['one']);
  });

  it('are separate if their names are placeholders', () => {
    const nan = 'https://soil.example/data/nan';
    const node = nodeOf([
      { '@id': nan, [name]: [value('one')] },
      { '@id': nan, [name]: [value('two')] },
    ]);
    expect(node.iri).toBeUndefined();
    expect(textsOf(node.values([name]))).toEqual(['one']);
  });

  it('are only names if another record describes them', () => {
    const other: JsonObject = { '@id': 'https://soil.example/other', [name]: [value('other')] };
    const node = nodeOf([{ '@id': it1, [whole]: [other] }], (each) => each === other);
    const [above] = node.values([whole]);
    expect(above).toMatchObject({ kind: 'node', iri: 'https://soil.example/other' });
    expect((above as FactNode).values([name])).toEqual([]);
  });

  it('have the published text of a relative IRI without statements', () => {
    const licence = 'http://schema.org/license';
    const node = nodeOf([
      {
        '@id': it1,
        [licence]: [
          { '@id': 'https://soil.example/data/CC0' },
          { '@id': 'https://soil.example/data/own', [name]: [value('Own')] },
        ],
      },
    ]);
    expect(textsOf(node.values([licence]))).toEqual(['CC0', 'https://soil.example/data/own']);
  });

  it('have the published text in place of an IRI, unless it is a URL', () => {
    const licence = 'http://schema.org/license';
    const ids = [
      'Open: see https://soil.example/x',
      'GCMD:%20Science%20%C2%B5%20100%25',
      'https://soil.example/a%20b',
      'doi:10.5/a%2Fb',
    ];
    const node = nodeOf([{ '@id': it1, [licence]: ids.map((id) => ({ '@id': id })) }]);
    expect(textsOf(node.values([licence]))).toEqual([
      'Open: see https://soil.example/x',
      'GCMD: Science \u00B5 100%',
      'https://soil.example/a%20b',
      'doi:10.5/a%2Fb',
    ]);
  });

  it('have literals with language and datatype, and JSON as text', () => {
    const node = nodeOf([
      {
        [name]: [
          { '@value': 'Boden', '@language': 'DE-at' },
          { '@value': 7 },
          { '@value': '2017', '@type': 'https://schema.org/Date' },
          { '@value': { b: 1, a: [2] }, '@type': '@json' },
          { '@list': [value('x'), value('y')] },
        ],
      },
    ]);
    expect(node.values([name])).toEqual([
      { kind: 'literal', text: 'Boden', language: 'de-at' },
      { kind: 'literal', text: '7', datatype: 'http://www.w3.org/2001/XMLSchema#integer' },
      { kind: 'literal', text: '2017', datatype: 'http://schema.org/Date' },
      {
        kind: 'literal',
        text: '{"a":[2],"b":1}',
        datatype: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON',
      },
      { kind: 'literal', text: 'x' },
      { kind: 'literal', text: 'y' },
    ]);
  });
});
