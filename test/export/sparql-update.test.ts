import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { updateOfChanges } from '../../src/export/sparql-update.ts';
import type { GraphChange } from '../../src/catalogue/store.ts';
import { canonical } from '../support/canonical.ts';

const graph = 'urn:g';
const nquads = (lines: readonly string[]): string =>
  lines.map((line) => `${line} <${graph}> .\n`).join('');

async function operations(changes: readonly GraphChange[], skolemize = false): Promise<string[]> {
  async function* source() {
    yield* changes;
  }
  let text = '';
  for await (const part of updateOfChanges(source(), skolemize)) text += part;
  expect(text === '' || text.endsWith('\n;\n')).toBe(true);
  return text.split('\n;\n').filter((each) => each !== '');
}

const changed = (before: readonly string[], after: readonly string[]): GraphChange => ({
  kind: 'record',
  graph,
  before: nquads(before),
  after: nquads(after),
});

const plain = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `<urn:a> <urn:p> "${index}"`);

describe('changes as SPARQL Update', () => {
  it('are the differing statements if there are no blank nodes', async () => {
    const change = changed(
      ['<urn:a> <urn:p> "1"', '<urn:a> <urn:p> "2"'],
      ['<urn:a> <urn:p> "2"', '<urn:a> <urn:p> "3"'],
    );
    expect(await operations([change])).toEqual([
      'DELETE DATA { GRAPH <urn:g> {\n<urn:a> <urn:p> "1" .\n} }',
      'INSERT DATA { GRAPH <urn:g> {\n<urn:a> <urn:p> "3" .\n} }',
    ]);
  });

  it('are the whole graph if the old or new version has blank nodes', async () => {
    const [one, other] = [['<urn:a> <urn:p> _:x'], ['<urn:a> <urn:p> "1"']];
    expect(await operations([changed(one, other)])).toEqual([
      'DROP SILENT GRAPH <urn:g>',
      'INSERT DATA { GRAPH <urn:g> {\n<urn:a> <urn:p> "1" .\n} }',
    ]);
    const [drop, insert, ...more] = await operations([changed(other, one)]);
    expect([drop, insert]).toEqual([
      'DROP SILENT GRAPH <urn:g>',
      expect.stringMatching(
        /^INSERT DATA \{ GRAPH <urn:g> \{\n<urn:a> <urn:p> <urn:cdif-graph:genid:[0-9a-f]{32}> \.\n\} \}$/u,
      ),
    ]);
    expect(more).toEqual([]);
  });

  it('drop a removed graph', async () => {
    expect(await operations([changed(plain(3), [])])).toEqual(['DROP SILENT GRAPH <urn:g>']);
  });

  it('have at most 1,000 statements each, and are complete', async () => {
    const all = await operations([changed([], plain(2500))]);
    expect(all.map((each) => each.split('\n').length - 2)).toEqual([1000, 1000, 500]);
    const store = new Store();
    for (const each of all) store.update(each);
    expect(store.size).toBe(2500);
  });

  it('have at most a million characters, except for a longer single statement', async () => {
    const long = [400_000, 400_000, 400_000, 2_000_000, 10].map(
      (length, index) => `<urn:a> <urn:p> "${index}${'x'.repeat(length)}"`,
    );
    const all = await operations([changed([], long)]);
    expect(all.map((each) => each.split('\n').length - 2)).toEqual([2, 1, 1, 1]);
  });

  it('keep a blank node identical in all operations of its graph', async () => {
    const joined = Array.from({ length: 550 }, (_, index) => [
      `_:one <urn:p> _:n${index}`,
      `_:n${index} <urn:q> "${index % 300}"`,
    ]).flat();
    const [, ...inserts] = await operations([changed([], joined)]);
    expect(inserts).toHaveLength(2);
    const store = new Store();
    for (const each of inserts) store.update(each);
    const back = store
      .dump({ format: 'nq' })
      .replaceAll(/<urn:cdif-graph:genid:([0-9a-f]{32})>/gu, '_:g$1');
    expect(await canonical(back)).toEqual(await canonical(nquads(joined)));
  });

  it('preserve literals with any escapes', async () => {
    const literals = [
      String.raw`"\\u0041"`,
      String.raw`"\\\\u0041 \\U \n\\n"`,
      String.raw`"\u0001\u007F\"\\"`,
    ];
    const lines = literals.map((literal) => `<urn:a> <urn:p> ${literal}`);
    const all = await operations([changed([], lines)]);
    // Nothing is left that a reader of codepoint escapes would take for one before all others.
    expect(all.join('').match(/\\u0041/gu)).toBeNull();
    const store = new Store();
    for (const each of all) store.update(each);
    expect(await canonical(store.dump({ format: 'nq' }))).toEqual(await canonical(nquads(lines)));
  });

  it('are empty if nothing changed', async () => {
    expect(await operations([])).toEqual([]);
  });
});
