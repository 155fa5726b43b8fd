import { describe, expect, it } from 'vitest';
import { graphExcerpt, type ExcerptOptions } from '../../src/rdf/graph-excerpt.ts';

const graph = '<https://a.example/r>';

function nquads(...statements: readonly string[]): string {
  return statements.map((each) => `${each} ${graph} .\n`).join('');
}

function rdf(name: string): string {
  return `<http://www.w3.org/1999/02/22-rdf-syntax-ns#${name}>`;
}

function cell(at: number, next: string): readonly string[] {
  return [`_:c${at} ${rdf('first')} _:v${at}`, `_:c${at} ${rdf('rest')} ${next}`];
}

function excerpt(statements: readonly string[], options: Partial<ExcerptOptions> = {}) {
  const bytes = Buffer.from(nquads(...statements));
  const { nquads: text, omitted } = graphExcerpt(bytes, {
    roots: ['urn:d'],
    wholeBytes: 0,
    valuesPerProperty: 2,
    ...options,
  });
  const lines = text.split('\n').slice(0, -1);
  return { lines: lines.map((line) => line.slice(0, -` ${graph} .`.length)), omitted };
}

const values = Array.from({ length: 5 }, (_, at) => `<urn:d> <urn:p> _:v${at}`);
const said = Array.from({ length: 5 }, (_, at) => `_:v${at} <urn:name> "value ${at} of é"`);

describe('the excerpt of a graph', () => {
  it('has so many values of each property, with what they refer to, and counts the others', () => {
    const others = ['<urn:d> <urn:q> "one"', '<urn:d> <urn:q> "two words"', '<urn:e> <urn:p> _:v4'];
    expect(excerpt([...values, ...others, ...said])).toEqual({
      lines: [...values.slice(0, 2), ...others.slice(0, 2), ...said.slice(0, 2)],
      omitted: [{ subject: 'urn:d', property: 'urn:p', values: 3 }],
    });
  });

  it('is the same where the statements of a node do not lie together, before or behind', () => {
    const { lines, omitted } = excerpt([
      ...said,
      ...values.slice(3),
      said[0] ?? '',
      ...values.slice(0, 3),
    ]);
    expect(lines).toEqual([values[3], values[4], said[3], said[4]]);
    expect(omitted).toEqual([{ subject: 'urn:d', property: 'urn:p', values: 3 }]);
    const apart = ['_:v0 <urn:a> "1"', ...values.slice(0, 1), '_:v0 <urn:b> "2"'];
    expect(excerpt(apart).lines).toEqual([apart[1], apart[0], apart[2]]);
  });

  it('takes the first of a list, however long, and a circle of cells for no endless one', () => {
    for (const [end, left] of [
      ['_:c0', 3],
      [rdf('nil'), 3],
    ] as const) {
      const cells = said.flatMap((_, at) => cell(at, at === 4 ? end : `_:c${at + 1}`));
      const { lines, omitted } = excerpt(['<urn:d> <urn:p> _:c0', ...cells, ...said]);
      expect(lines.filter((line) => line.includes('urn:name'))).toEqual(said.slice(0, 2));
      expect(omitted[0]).toMatchObject({
        property: 'urn:p',
        values: end === '_:c0' ? left + 2 : left,
      });
    }
  });

  it('counts as omitted what its most statements leave no room for', () => {
    const { lines, omitted } = excerpt([...values, ...said], {
      valuesPerProperty: 9,
      statements: 7,
    });
    expect(lines).toHaveLength(7);
    expect(omitted).toEqual([{ subject: 'urn:d', property: 'urn:p', values: 3 }]);
  });

  it('begins with what nothing refers to but as its subject, where no nodes are named', () => {
    const about = '<urn:page> <http://schema.org/about> _:v3';
    const { lines } = excerpt([...values.slice(0, 2), about, ...said], { roots: undefined });
    expect(lines.toSorted()).toEqual([...values.slice(0, 2), about, ...said].toSorted());
    const { lines: named } = excerpt([...values.slice(0, 2), about, ...said]);
    expect(named).toEqual([...values.slice(0, 2), ...said.slice(0, 2)]);
  });

  it('is the whole of a small graph, and nothing of one that is empty or does not have the node', () => {
    const all = [...values, ...said];
    expect(excerpt(all, { wholeBytes: 10_000 })).toEqual({ lines: all, omitted: [] });
    expect(excerpt(all, { roots: ['urn:other'] })).toEqual({ lines: [], omitted: [] });
    expect(excerpt([])).toEqual({ lines: [], omitted: [] });
  });
});
