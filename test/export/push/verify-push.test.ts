import { describe, expect, it } from 'vitest';
import { storeDialects } from '../../../src/engine/store/store-dialects.ts';
import type { DialectName } from '../../../src/model/dialect-name.ts';
import type { TripleStore } from '../../../src/engine/store/triple-store.ts';
import { verifyPush } from '../../../src/export/push/verify-push.ts';
import { type Graphs, sourceOf } from '../pieces.ts';

interface StoreOptions {
  readonly dialect?: DialectName;
  readonly needsSkolemIris?: boolean;
}

/** A store that has what it is given; each statement is a piece of its own. */
function storeOf(
  graphs: Graphs,
  { dialect = 'standard', needsSkolemIris = false }: StoreOptions = {},
): TripleStore & { readonly most: () => number } {
  let [open, most] = [0, 0];
  return {
    name: 'http://store.example/',
    dialect: storeDialects[dialect],
    canDelete: false,
    needsSkolemIris,
    write: async () => [],
    async *read(graph) {
      open += 1;
      most = Math.max(most, open);
      for (const line of graphs[graph] ?? []) {
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        yield `${line} .\n`;
      }
      open -= 1;
    },
    close: async () => undefined,
    most: () => most,
  };
}

function type(name: string): string {
  return `<http://www.w3.org/2001/XMLSchema#${name}>`;
}

const graphs: Graphs = {
  'urn:one': ['<urn:a> <urn:p> "1"', '<urn:a> <urn:p> "é"@en-GB', '<urn:a> <urn:q> _:n1'],
  'urn:two': ['<urn:b> <urn:p> "2"', '<urn:b> <urn:p> "3"'],
};

describe('verifyPush', () => {
  it('finds graphs equal whatever their order, labels and spelling', async () => {
    const store = storeOf({
      'p:urn:one': [
        '<urn:a>\t<urn:q>\t_:b77',
        String.raw`<urn:a> <urn:p> "\u00E9"@en-gb`,
        '<urn:a> <urn:p> "1"^^<http://www.w3.org/2001/XMLSchema#string>',
      ],
      'p:urn:two': graphs['urn:two']?.toReversed() ?? [],
    });
    const progress: number[] = [];
    const options = { graphPrefix: 'p:', onProgress: (count: number) => progress.push(count) };
    expect(await verifyPush(sourceOf(graphs, 1), store, options)).toEqual({
      equal: 2,
      different: 0,
      missing: 0,
      differences: [],
    });
    expect(progress).toEqual([1, 2]);
  });

  it('names the statements that only one side has', async () => {
    const store = storeOf({
      'urn:two': ['<urn:b> <urn:p> "2"', ...[5, 6, 7, 8].map((n) => `<urn:b> <urn:p> "${n}"`)],
    });
    const { differences, ...counts } = await verifyPush(sourceOf(graphs, 1), store);
    expect(counts).toEqual({ equal: 0, different: 1, missing: 1 });
    const byGraph = new Map(differences.map((each) => [each.graph, each]));
    expect(byGraph.get('urn:one')).toMatchObject({ here: { count: 3 }, there: { count: 0 } });
    expect(byGraph.get('urn:one')?.here.examples).toContain('<urn:a> <urn:p> "1"');
    const two = byGraph.get('urn:two');
    expect(two?.here).toEqual({ count: 1, examples: ['<urn:b> <urn:p> "3"'] });
    expect(two?.there.count).toBe(4);
    expect(two?.there.examples).toHaveLength(3);
  });

  it('lists the first twenty graphs that differ', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`urn:${n}`, [`<urn:a> <urn:p> "${n}"`]]),
    );
    const { differences, missing } = await verifyPush(sourceOf(many), storeOf({}));
    expect(missing).toBe(30);
    expect(differences).toHaveLength(20);
  });

  it('compares the terms that a dialect sends and does not tell apart', async () => {
    const source = sourceOf({
      'urn:g': [
        `<urn:a> <urn:p> "01"^^${type('integer')}`,
        `<urn:a> <urn:p> "1.0"^^${type('double')}`,
        `<urn:a> <urn:q> "P1Y"^^${type('duration')}`,
      ],
    });
    const stored = {
      'urn:g': [`<urn:a> <urn:p> "1"^^${type('integer')}`, '<urn:a> <urn:q> "P1Y"'],
    };
    const virtuoso = await verifyPush(source, storeOf(stored, { dialect: 'virtuoso' }));
    expect(virtuoso).toMatchObject({ equal: 1, different: 0 });
    expect(await verifyPush(source, storeOf(stored))).toMatchObject({ equal: 0, different: 1 });
  });

  it('compares IRIs in place of blank nodes where the store needs them', async () => {
    const source = sourceOf({ 'urn:g': ['<urn:a> <urn:q> _:n1'] });
    const store = storeOf({}, { needsSkolemIris: true });
    const { differences } = await verifyPush(source, store);
    expect(differences[0]?.here.examples[0]).toMatch(/ <urn:cdif-graph:genid:[\da-f]{32}>$/u);
  });

  it('reads as many graphs at once as the dialect says', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [`urn:${n}`, [`<urn:a> <urn:p> "${n}"`]]),
    );
    const [standard, virtuoso] = [storeOf(many), storeOf(many, { dialect: 'virtuoso' })];
    await verifyPush(sourceOf(many), standard);
    await verifyPush(sourceOf(many), virtuoso);
    expect([standard.most(), virtuoso.most()]).toEqual([4, 1]);
  });

  it('stops at an answer that is not N-Triples, and when it is aborted', async () => {
    const broken = storeOf({ 'urn:one': ['<html>'], 'urn:two': [] });
    await expect(verifyPush(sourceOf(graphs), broken)).rejects.toThrow('not a line of N-Triples');
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(verifyPush(sourceOf(graphs), storeOf({}), { signal })).rejects.toThrow('enough');
  });
});
