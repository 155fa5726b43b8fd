import { describe, expect, it } from 'vitest';
import { digestsMissingIn, GraphDigest } from '../../src/rdf/graph-digest.ts';
import { readTriples } from '../../src/rdf/n-triples.ts';

function digestOf(lines: readonly string[]): BigUint64Array {
  const digest = new GraphDigest();
  for (const statement of readTriples(lines.map((line) => `${line} .\n`).join(''))) {
    digest.add(statement);
  }
  return digest.end();
}

/** Other labels, in another order. */
function disguised(lines: readonly string[]): string[] {
  return lines
    .map((line) => line.replaceAll(/_:n(\d+)/gu, (_, n) => `_:z${(Number(n) * 7919) % 10_007}`))
    .toReversed();
}

function ring(from: number, size: number): string[] {
  return Array.from(
    { length: size },
    (_, index) => `_:n${from + index} <urn:next> _:n${from + ((index + 1) % size)}`,
  );
}

const plain = ['<urn:a> <urn:p> "1"', '<urn:b> <urn:p> "2"', '<urn:c> <urn:p> <urn:a>'];
const list = Array.from({ length: 200 }, (_, n) => [
  `_:n${n} <urn:first> "0"`,
  `_:n${n} <urn:rest> ${n < 199 ? `_:n${n + 1}` : '<urn:nil>'}`,
]).flat();

/** Nodes of which the same is said. */
function nodes(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `<urn:a> <urn:p> _:n${n}`);
}

describe('GraphDigest', () => {
  it.each([
    ['statements without blank nodes', plain],
    ['a list', list],
    ['rings', [...ring(0, 5), ...ring(10, 5), ...ring(20, 7)]],
    ['nodes that are alike', [1, 2, 3].map((n) => `<urn:a> <urn:p> _:n${n}`)],
  ])('does not depend on order and labels: %s', (_, lines) => {
    expect(digestOf(disguised(lines))).toEqual(digestOf(lines));
  });

  it('counts a repeated statement once, but each of several nodes that are alike', () => {
    expect(digestOf([...plain, ...plain])).toEqual(digestOf(plain));
    expect(digestOf(nodes(2))).not.toEqual(digestOf(nodes(3)));
    expect(digestOf([...nodes(2), ...nodes(2)])).toEqual(digestOf(nodes(2)));
  });

  it('finds what only one of two graphs has', () => {
    const [one, other] = [digestOf(plain), digestOf([...plain.slice(1), '<urn:x> <urn:p> "3"'])];
    const missing = digestsMissingIn(one, other, 3);
    expect(missing.size).toBe(1);
    const wanted = new GraphDigest(new Set(missing.examples));
    for (const each of readTriples(plain.map((line) => `${line} .`).join('\n'))) wanted.add(each);
    expect([...wanted.found.values()]).toEqual(['<urn:a> <urn:p> "1"']);
    expect(digestsMissingIn(one, one, 3)).toEqual({ size: 0, examples: [] });
  });

  it('holds many more statements than it begins with', () => {
    const lines = Array.from({ length: 5000 }, (_, n) => `<urn:a> <urn:p> "${n % 4000}"`);
    expect(digestOf(lines)).toHaveLength(4000);
  });
});
