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
/** Of a font in which all characters have the same width. */
const tools = { prefixes, measure: (shown: string) => Array.from(shown).length * 7 };
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
      tools,
    );
    expect(nodes.map(({ title, types }) => [title, types])).toEqual([
      ['Tides', 'schema:Dataset'],
      ['Ada', ''],
    ]);
    expect(nodes[0]?.iri).toBe('https://a.example/d');
    // The name is the title.
    expect(nodes[0]?.rows.map(({ property }) => property)).toEqual([
      'schema:license',
      'schema:creator',
    ]);
    expect(lines).toHaveLength(1);
    expect(nodes[1]?.x).toBe(diagramSizes.nodeWidth + diagramSizes.columnGap + 1);
  });

  it('is titled by the IRI of a node without a name, and keeps its further names', () => {
    const twice = [statement('b', 'name', text('One')), statement('b', 'name', text('Other'))];
    const { nodes } = graphDiagram([statement('a', 'version', text('1')), ...twice], tools);
    expect(nodes.map(({ title }) => title)).toEqual(['a.example/a', 'One']);
    expect(nodes[1]?.rows).toEqual([{ property: 'schema:name', value: 'Other', suffix: '' }]);
  });

  it('cuts texts that are wider than a box, and says so', () => {
    const long = 'The tides of the coast 🌊 '.repeat(400);
    const width = diagramSizes.nodeWidth - 2 * diagramSizes.textMargin;
    const { nodes } = graphDiagram(
      [
        statement('d', 'name', text(long)),
        statement('d', 'aVeryLongNameOfAPropertyThatNobodyReads', text(long)),
        {
          ...statement('d', 'b', text('x')),
          object: { kind: 'literal', value: long, language: 'en' },
        },
        statement('d', 'c', text('short')),
      ],
      tools,
    );
    const [node] = nodes;
    const rows = (node?.rows ?? []).map(({ property, value, suffix }) =>
      `${property} ${value} ${suffix}`.trim(),
    );
    for (const shown of [node?.title ?? '', ...rows.slice(0, 2)]) {
      expect(shown).toContain('…');
      expect(tools.measure(shown)).toBeLessThanOrEqual(width);
      expect(tools.measure(shown)).toBeGreaterThan(width - 30);
      expect(shown.isWellFormed()).toBe(true);
    }
    expect(rows.slice(1)).toEqual([
      expect.stringMatching(/^schema:b The tides .*… @en$/u),
      'schema:c short',
    ]);
  });

  it('has a box for what several subjects share', () => {
    const shared = [statement('a', 'about', iri('x')), statement('b', 'about', iri('x'))];
    expect(diagramNodeCount(shared)).toBe(3);
    expect(graphDiagram(shared, tools).lines).toHaveLength(2);
  });

  it('ends for circles, and lays nothing over another', () => {
    const circle = Array.from({ length: 60 }, (_, at) =>
      statement(`n${at}`, 'isPartOf', iri(`n${(at * 7 + 3) % 60}`)),
    );
    const self = [statement('s', 'sameAs', iri('s'))];
    const { nodes, lines, width, height } = graphDiagram([...circle, ...self], tools);
    expect(nodes).toHaveLength(61);
    expect(lines).toHaveLength(61);
    expect(nodes.some((one) => nodes.some((other) => overlaps(one, other)))).toBe(false);
    for (const node of nodes) {
      expect(node.x + diagramSizes.nodeWidth).toBeLessThanOrEqual(width);
      expect(node.y + node.height).toBeLessThanOrEqual(height);
    }
    expect(graphDiagram([...circle, ...self], tools).nodes).toEqual(nodes);
  });

  it('counts values beyond the tenth, and lines of one property in one row', () => {
    const values = Array.from({ length: 30 }, (_, at) => statement('d', 'keywords', text(`${at}`)));
    const links = ['x', 'y', 'z'].flatMap((name) => [
      statement('d', 'hasPart', iri(name)),
      statement(name, 'name', text(name)),
    ]);
    const { nodes, lines } = graphDiagram([...links, ...values], tools);
    expect(nodes[0]?.rows.slice(-2)).toEqual([
      { property: '21 more', value: '', suffix: '' },
      { property: 'schema:hasPart', value: '× 3', suffix: '' },
    ]);
    expect(lines).toHaveLength(3);
    expect(new Set(lines.map(({ path }) => path.split('C')[0])).size).toBe(1);
  });
});
