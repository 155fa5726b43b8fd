import { describe, expect, it } from 'vitest';
import { exportFormats } from '../../src/export/serialisations.ts';
import { genidPrefix, skolemized } from '../../src/export/export-statements.ts';
import { canonical } from '../support/canonical.ts';
import { exported, sourceOf, type Graphs } from './pieces.ts';
import { readers } from './readers.ts';

const genid = /<urn:cdif-graph:genid:[\da-f]{32}>/gu;
const knows = '<http://schema.org/knows>';
const name = '<http://schema.org/name>';

async function skolem(graphs: Graphs, linesPerPiece?: number): Promise<string> {
  return exported(sourceOf(graphs, linesPerPiece), { skolemize: true });
}

/** The statements as a set, in which their order does not show. */
async function sorted(statements: readonly string[], graph = 'urn:g'): Promise<string[]> {
  return (await skolem({ [graph]: statements })).split('\n').toSorted();
}

/** Other labels, and another order of statements. */
function disguised(statements: readonly string[]): string[] {
  return statements
    .map((line) =>
      line.replaceAll(/_:n(\d+)/gu, (_, number) => `_:z${(Number(number) * 7919) % 10_007}`),
    )
    .toSorted((one, other) => one.length - other.length || (one < other ? 1 : -1));
}

function ring(from: number, size: number): string[] {
  return Array.from(
    { length: size },
    (_, index) => `_:n${from + index} ${knows} _:n${from + ((index + 1) % size)}`,
  );
}

function list(from: number, size: number): string[] {
  return Array.from({ length: size }, (_, index) => [
    `_:n${from + index} <urn:first> "0"`,
    `_:n${from + index} <urn:rest> ${index + 1 < size ? `_:n${from + index + 1}` : '<urn:nil>'}`,
  ]).flat();
}

const graphs = {
  'a tree': [
    `<urn:a> ${knows} _:n1`,
    `_:n1 ${name} "one"`,
    `_:n1 ${knows} _:n2`,
    `_:n2 ${name} "two"`,
    `<urn:a> ${knows} _:n3`,
    `_:n3 ${knows} _:n4`,
    `_:n4 ${name} "two"`,
  ],
  'nodes of which the same is said': [1, 2, 3].map((node) => `<urn:a> ${knows} _:n${node}`),
  'trees of which the same is said': [1, 2, 3].flatMap((tree) => [
    `<urn:a> ${knows} _:n${tree}`,
    `_:n${tree} ${knows} _:n${tree + 10}`,
    `_:n${tree + 10} ${knows} _:n${tree + 20}`,
    `_:n${tree} ${knows} _:n${tree + 30}`,
  ]),
  'a list of the same': list(1, 40),
  'two lists of the same': [...list(1, 20), ...list(101, 20)],
  'a ring': ring(1, 6),
  'a node that knows itself beside two that know each other': [`_:n1 ${knows} _:n1`, ...ring(2, 2)],
  'a node that all know, and itself': [
    ...[1, 2, 3, 4].map((node) => `_:n${node} ${knows} _:n9`),
    `_:n9 ${knows} _:n9`,
  ],
} as const satisfies Graphs;

describe.each(Object.entries(graphs))('%s', (_, statements) => {
  const labels = new Set(statements.join('\n').match(/_:\w+/gu));

  it('replaces each blank node by an IRI, and nothing else', async () => {
    const text = await skolem({ 'urn:g': statements });
    const iris = new Set(text.match(genid));
    expect(iris.size).toBe(labels.size);
    const back = text.replaceAll(genid, (iri) => `_:${iri.slice(-20, -1)}`);
    const before = statements.map((line) => `${line} <urn:g> .\n`).join('');
    expect(await canonical(back)).toEqual(await canonical(before));
  });

  it('gives the same IRIs for any labels and order', async () => {
    expect(await sorted(disguised(statements))).toEqual(await sorted(statements));
    expect(await sorted(statements.toReversed())).toEqual(await sorted(statements));
  });

  it('shares no IRI between graphs with equal statements', async () => {
    const text = await skolem({ 'urn:g': statements, 'urn:h': statements });
    expect(new Set(text.match(genid)).size).toBe(2 * labels.size);
  });
});

describe('skolemized', () => {
  it('keeps the IRI of an unchanged node when others change', async () => {
    const person = [`<urn:a> ${knows} _:n1`, `_:n1 ${name} "Ada"`];
    const [iri = 'none'] = (await skolem({ 'urn:g': person })).match(genid) ?? [];
    const more = [`<urn:a> ${knows} _:n0`, `_:n0 ${name} "Bo"`, ...person];
    expect((await skolem({ 'urn:g': more })).match(genid)?.slice(2)).toEqual([iri, iri]);
  });

  it('does not mistake texts and IRIs for blank nodes', async () => {
    const statements = ['<urn:_:n1> <urn:p> "_:n1"', '<urn:_:n1> <urn:p> "a _:n1 <urn:x> _:n2"'];
    expect(await skolem({ 'urn:g': statements })).toBe(
      await exported(sourceOf({ 'urn:g': statements })),
    );
  });

  it('gives the same result however a graph is split', async () => {
    const statements = [`<urn:a> ${name} "A"`, ...graphs['a tree'], `<urn:b> ${name} "B"`];
    const whole = await skolem({ 'urn:g': statements, 'urn:h': graphs['a ring'] });
    for (const lines of [1, 2, 3]) {
      expect(await skolem({ 'urn:g': statements, 'urn:h': graphs['a ring'] }, lines)).toBe(whole);
    }
  });

  it('does not hold a graph without blank nodes', async () => {
    let given = 0;
    async function* pieces() {
      for (; given < 10; given += 1)
        yield { graph: 'urn:g', nquads: '<urn:a> <urn:p> "_:" <urn:g> .\n' };
    }
    for await (const { nquads } of skolemized(pieces())) {
      expect(nquads).toContain('"_:"');
      break;
    }
    expect(given).toBe(0);
  });

  it('leaves no blank node in any format', async () => {
    for (const format of exportFormats) {
      const document = await exported(sourceOf({ 'urn:g': graphs['a tree'] }), {
        format,
        skolemize: true,
      });
      for (const read of Object.values(readers[format])) {
        const nquads = await read(document);
        expect(nquads).not.toContain('_:');
        expect(new Set(nquads.match(genid)).size).toBe(4);
      }
      expect(document).toContain(genidPrefix);
    }
  });

  it('is fast for graphs that would take an exhaustive search for ever', async () => {
    const nodes = Array.from({ length: 60 }, (_, index) => index);
    const all = nodes.flatMap((one) =>
      nodes.filter((other) => other !== one).map((other) => `_:n${one} ${knows} _:n${other}`),
    );
    expect(new Set((await skolem({ 'urn:g': all })).match(genid)).size).toBe(60);
    const long = await skolem({ 'urn:g': [...list(1, 20_000), ...ring(50_000, 20_000)] });
    expect(new Set(long.match(genid)).size).toBe(40_000);
  });
});
