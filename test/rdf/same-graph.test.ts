import { describe, expect, it } from 'vitest';
import { graphsEqual } from '../../src/rdf/same-graph.ts';
import { createRandom, type Random } from '../expand/random.ts';
import { canonical } from '../support/canonical.ts';

const graph = 'urn:g';
const text = (statements: readonly string[]) => ({
  graph,
  nquads: statements.map((line) => `${line} <${graph}> .\n`).join(''),
});
const same = (one: readonly string[], other: readonly string[]) =>
  graphsEqual(text(one), text(other));

/**
 * Statements of a few nodes, blank ones for the most part, with few properties, so that many are
 * alike.
 */
function randomGraph(random: Random): string[] {
  const node = () => random.pick(['<urn:a>', '_:n0', '_:n1', '_:n2', '_:n3', '_:n4']);
  const value = () => random.pick([node(), node(), node(), '"x"', '"_:n1"', '"_:n2"@en']);
  const all = random.list(9, () => `${node()} <urn:${random.pick(['p', 'q'])}> ${value()}`);
  return [...new Set(all)];
}

/** The same with other labels and in another order. */
function disguised(statements: readonly string[], random: Random): string[] {
  const labels = ['0', '1', '2', '3', '4'].map((digit) => ({ digit, place: random.below(1000) }));
  const order = labels.toSorted((one, other) => one.place - other.place);
  return statements
    .map((line) => ({
      place: random.below(1000),
      line: line.replaceAll(/(^| )_:n(\d)/gu, (found, start: string, digit: string) => {
        const at = labels.findIndex((each) => each.digit === digit);
        return `${start}_:z${order[at]?.digit ?? found}`;
      }),
    }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ line }) => line.replaceAll('"_:z', '"_:n'));
}

function ring(labels: readonly (number | string)[]): string[] {
  return labels.map((label, at) => `_:n${label} <urn:p> _:n${labels[(at + 1) % labels.length]}`);
}

/** Graphs in which nodes cannot be told apart by what is said of them, of any size. */
const alike = {
  'a ring': (size) => ring([...Array(size).keys()]),
  'nodes of which nothing is told': (size) => byNode(size, (at) => [`<urn:a> <urn:p> _:n${at}`]),
  'a net': (size) =>
    byNode(size, (at) => [1, 7, 31].map((step) => `_:n${at} <urn:p> _:n${(at + step) % size}`)),
  'a list of the same': (size) =>
    byNode(size, (at) => [`_:n${at} <urn:first> "0"`, `_:n${at} <urn:rest> _:n${at + 1}`]),
} satisfies Record<string, (size: number) => string[]>;

function byNode(size: number, make: (at: number) => readonly string[]): string[] {
  return Array.from({ length: size }, (_, at) => make(at)).flat();
}

describe('graphsEqual', () => {
  it('ignores the order of statements and the labels of blank nodes', () => {
    const one = ['<urn:a> <urn:p> _:x', '_:x <urn:p> "one"', '<urn:a> <urn:p> _:y'];
    const other = ['<urn:a> <urn:p> _:y', '<urn:a> <urn:p> _:x', '_:y <urn:p> "one"'];
    expect(same(one, other)).toBe(true);
  });

  it('detects a different statement, value or link of blank nodes', () => {
    const one = [
      '<urn:a> <urn:p> _:x',
      '<urn:a> <urn:p> _:y',
      '_:x <urn:p> "1"',
      '_:x <urn:q> "2"',
    ];
    expect(same(one, one.slice(1))).toBe(false);
    expect(same(one, [...one.slice(0, 3), '_:x <urn:q> "3"'])).toBe(false);
    expect(same(one, [...one.slice(0, 3), '_:y <urn:q> "2"'])).toBe(false);
  });

  it('detects a difference at any position', () => {
    const lines = byNode(60, (at) => [`<urn:a> <urn:p> "${at}"`, `<urn:a> <urn:q> _:n${at}`]);
    for (const [at, line] of lines.entries()) {
      expect(same(lines, lines.with(at, '<urn:a> <urn:p> "x"'))).toBe(false);
      expect(same(lines, lines.with(at, '<urn:a> <urn:r> _:n9'))).toBe(false);
      const moved = lines.toSpliced(at, 1);
      for (const to of [0, 1, at + 1, 118, 119]) {
        expect(same(lines, moved.toSpliced(to, 0, line))).toBe(true);
      }
    }
    expect(same(lines, lines.toReversed())).toBe(true);
  });

  it('does not confuse literals with labels', () => {
    const one = ['<urn:a> <urn:p> "_:x"', '<urn:a> <urn:q> _:x'];
    expect(same(one, ['<urn:a> <urn:p> "_:y"', '<urn:a> <urn:q> _:y'])).toBe(false);
  });

  it('distinguishes two rings of three nodes from one of six', () => {
    expect(same(ring([1, 2, 3, 4, 5, 6]), [...ring([1, 2, 3]), ...ring([4, 5, 6])])).toBe(false);
    expect(same(ring([1, 2, 3, 4, 5, 6]), ring([6, 2, 4, 1, 3, 5]))).toBe(true);
  });

  it('agrees with RDFC-1.0 on equal and different graphs', async () => {
    const random = createRandom(20_261_122);
    let equal = 0;
    for (let round = 0; round < 400; round += 1) {
      const one = randomGraph(random);
      const hidden = disguised(one, random);
      const other =
        random.below(2) === 0
          ? hidden
          : [...new Set([...hidden.slice(1), ...randomGraph(random).slice(0, 1)])];
      const [first, second] = await Promise.all(
        [one, other].map((each) => canonical(text(each).nquads)),
      );
      const isEqual = first?.join('\n') === second?.join('\n');
      expect([same(one, other), one, other]).toEqual([isEqual, one, other]);
      equal += Number(isEqual);
    }
    expect(equal).toBeGreaterThan(150);
    expect(equal).toBeLessThan(350);
  });

  it.each(Object.entries(alike))('takes bounded time for %s', (_, make) => {
    const one = make(2000);
    const other = one.toReversed().map((line) => line.replaceAll('_:n', '_:m'));
    expect(same(one, other)).toBe(true);
    expect(same(one, [...other.slice(1), '_:m1 <urn:p> _:new'])).toBe(false);
  });

  it('returns false for graphs that are too large to compare', () => {
    const one = alike['a ring'](10_001);
    expect(same(one, one.toReversed())).toBe(false);
    expect(same(one, one)).toBe(true);
    const long = [`<urn:a> <urn:p> "${'x'.repeat(2 ** 22)}"`, '<urn:a> <urn:p> "y"'];
    expect(same(long, long.toReversed())).toBe(false);
  });
});
