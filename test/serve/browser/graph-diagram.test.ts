import { describe, expect, it } from 'vitest';
import { PrefixTable } from '../../../src/serve/browser/query/answer-texts.ts';
import {
  diagramNodeCount,
  type DiagramNode,
  diagramSizes,
  graphDiagram,
} from '../../../src/serve/browser/query/graph-diagram.ts';
import type { AnswerStatement, AnswerTerm } from '../../../src/serve/browser/query/read-answer.ts';

const schema = 'http://schema.org/';
const prefixes = new PrefixTable(new Map([['schema', schema]]));
const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

function iri(name: string): AnswerTerm {
  return { kind: 'iri', value: `https://a.example/${name}` };
}

function statement(subject: string, property: string, object: AnswerTerm): AnswerStatement {
  return { subject: iri(subject), predicate: schema + property, object };
}

function text(value: string): AnswerTerm {
  return { kind: 'literal', value };
}

function overlaps(one: DiagramNode, other: DiagramNode): boolean {
  if (one === other || one.x !== other.x) return false;
  return one.y < other.y + other.height && other.y < one.y + one.height;
}

describe('a graph as a drawing', () => {
  it('has a box for each subject, with values in it and lines to other boxes', () => {
    const { nodes, lines } = graphDiagram(
      [
        {
          subject: iri('d'),
          predicate: rdfType,
          object: { kind: 'iri', value: `${schema}Dataset` },
        },
        statement('d', 'name', text('Tides')),
        statement('d', 'creator', iri('ada')),
        statement('d', 'license', iri('cc0')),
        statement('ada', 'name', text('Ada')),
      ],
      prefixes,
    );
    expect(nodes.map(({ title, types }) => [title, types])).toEqual([
      ['a.example/d', 'schema:Dataset'],
      ['a.example/ada', ''],
    ]);
    expect(nodes[0]?.rows.map(({ property }) => property)).toEqual([
      'schema:name',
      'schema:license',
      'schema:creator',
    ]);
    expect(lines).toHaveLength(1);
    expect(nodes[1]?.x).toBe(diagramSizes.nodeWidth + diagramSizes.columnGap + 1);
  });

  it('has a box for what several subjects share', () => {
    const shared = [statement('a', 'about', iri('x')), statement('b', 'about', iri('x'))];
    expect(diagramNodeCount(shared)).toBe(3);
    expect(graphDiagram(shared, prefixes).lines).toHaveLength(2);
  });

  it('ends for circles, and lays nothing over another', () => {
    const circle = Array.from({ length: 60 }, (_, at) =>
      statement(`n${at}`, 'isPartOf', iri(`n${(at * 7 + 3) % 60}`)),
    );
    const self = [statement('s', 'sameAs', iri('s'))];
    const { nodes, lines, width, height } = graphDiagram([...circle, ...self], prefixes);
    expect(nodes).toHaveLength(61);
    expect(lines).toHaveLength(61);
    expect(nodes.some((one) => nodes.some((other) => overlaps(one, other)))).toBe(false);
    for (const node of nodes) {
      expect(node.x + diagramSizes.nodeWidth).toBeLessThanOrEqual(width);
      expect(node.y + node.height).toBeLessThanOrEqual(height);
    }
    expect(graphDiagram([...circle, ...self], prefixes).nodes).toEqual(nodes);
  });

  it('counts values beyond the tenth, and lines of one property in one row', () => {
    const values = Array.from({ length: 30 }, (_, at) => statement('d', 'keywords', text(`${at}`)));
    const links = ['x', 'y', 'z'].flatMap((name) => [
      statement('d', 'hasPart', iri(name)),
      statement(name, 'name', text(name)),
    ]);
    const { nodes, lines } = graphDiagram([...links, ...values], prefixes);
    expect(nodes[0]?.rows.slice(-2)).toEqual([
      { property: '21 more', value: '' },
      { property: 'schema:hasPart', value: '× 3' },
    ]);
    expect(lines).toHaveLength(3);
    expect(new Set(lines.map(({ path }) => path.split('C')[0])).size).toBe(1);
  });
});
