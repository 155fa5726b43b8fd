import { describe, expect, it } from 'vitest';
import { HashIndex, hashOf, noHash } from '../../../src/extract/pieces/hash.ts';
import type { ItemGraph } from '../../../src/extract/pieces/item-graph.ts';
import { rootsOf } from '../../../src/extract/pieces/piece-roots.ts';

/** A graph of so many items with these arrows. */
function graphOf(size: number, arrows: readonly (readonly [number, number])[]): ItemGraph {
  const targets = (item: number) => arrows.filter(([from]) => from === item).map(([, to]) => to);
  const sources = (item: number) => arrows.filter(([, to]) => to === item).map(([from]) => from);
  return {
    size,
    targets: (item) => Int32Array.from(targets(item)),
    sources: (item) => Int32Array.from(sources(item)),
  };
}

/** All that an item leads to, itself among it. */
function reach(from: number, graph: ItemGraph): ReadonlySet<number> {
  const reached = new Set([from]);
  for (const item of reached) for (const target of graph.targets(item)) reached.add(target);
  return reached;
}

/** Arrows without loops, some two hundred graphs from sparse to dense (a linear congruential generator). */
function someGraphs(): readonly ItemGraph[] {
  let state = 1;
  const below = (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
  return Array.from({ length: 200 }, (_, number) => {
    const size = 1 + below(12);
    const arrows = new Set(
      Array.from({ length: number % 20 }, () => below(size) * 100 + below(size)),
    );
    const pairs = Array.from(arrows, (code) => [Math.floor(code / 100), code % 100] as const);
    return graphOf(
      size,
      pairs.filter(([from, to]) => from !== to),
    );
  });
}

/** In a chain, the item that leads to an item. */
const itemBefore = (item: number) => Int32Array.from(item > 0 ? [item - 1] : []);

describe('the roots of a graph', () => {
  it('lead to every item, no root leads to another, and a ring is just the items that lead to each other', () => {
    for (const graph of someGraphs()) {
      const roots = rootsOf(graph, (ring) => {
        for (const item of ring)
          expect([...reach(item, graph)]).toEqual(expect.arrayContaining([...ring]));
        return Math.max(...ring);
      });
      const reached = roots.map((root) => reach(root, graph));
      expect(new Set(reached.flatMap((items) => [...items])).size).toBe(graph.size);
      for (const root of roots) {
        expect(reached.filter((items) => items.has(root))).toHaveLength(1);
        const ring = [...reach(root, graph)].filter((item) => reach(item, graph).has(root));
        expect(root).toBe(Math.max(...ring));
      }
      expect(roots).toEqual(roots.toSorted((one, other) => one - other));
    }
  });

  it('are found in a chain of any length', () => {
    const size = 300_000;
    const next = (item: number) => Int32Array.from(item + 1 < size ? [item + 1] : []);
    expect(rootsOf({ size, targets: next, sources: itemBefore }, () => -1)).toEqual([0]);
  });
});

describe('an index of hashes', () => {
  it('tells hashes apart that fall on one place, and keeps all numbers of one', () => {
    const hashes = Array.from({ length: 50 }, (_, number) => ((number % 20) + 1) * 2 ** 32);
    const index = new HashIndex([...hashes, noHash]);
    for (const [number, hash] of hashes.entries()) {
      const expected = [number % 20, (number % 20) + 20, (number % 20) + 40].filter((n) => n < 50);
      expect([...index.numbers(hash)].toSorted((one, other) => one - other)).toEqual(expected);
      expect(index.count(hash)).toBe(expected.length);
    }
    expect([...index.numbers(21 * 2 ** 32), ...index.numbers(noHash)]).toEqual([]);
    expect(index.count(noHash)).toBe(0);
  });

  it('has hashes of texts that differ in one character', () => {
    const texts = Array.from({ length: 200_000 }, (_, number) => `https://example.org/${number}`);
    expect(new Set(texts.map((text) => hashOf(text))).size).toBe(texts.length);
    expect(texts.every((text) => Number.isSafeInteger(hashOf(text)) && hashOf(text) > 0)).toBe(
      true,
    );
  });
});
