import { Store as N3Store, Parser } from 'n3';
import { Store as Oxigraph, Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { removeSource } from '../../src/catalogue/source-changes.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import type { GraphChange } from '../../src/catalogue/changes-since.ts';
import { updateOfChanges } from '../../src/export/export-changes.ts';
import { newPath, openCatalogue, openStore } from '../catalogue/updates.ts';
import { canonical } from '../support/canonical.ts';
import {
  changedLines,
  harvestNight,
  linesOf,
  randomNights,
  records,
  updateText,
} from './change-exports.ts';
import { exported } from './pieces.ts';

const nightCount = 6;

/** A catalogue that is harvested night by night; a source is removed on the way. */
async function* nightly(
  seed: number,
): AsyncGenerator<{ readonly run: string; readonly store: CatalogueStore }> {
  const path = newPath();
  const catalogue = openCatalogue(path);
  for (const [index, jobs] of randomNights(seed, nightCount).entries()) {
    if (index === 4) await removeSource(catalogue, 'b');
    const run = harvestNight(catalogue, jobs);
    const store = openStore(path, 'read');
    yield { run, store };
    await store.close();
  }
}

const split = (text: string): string[] => text.split('\n').filter((line) => line !== '');

function applied(
  before: ReadonlySet<string>,
  { added, removed }: { readonly added: string; readonly removed: string },
): Set<string> {
  const lines = new Set(before);
  for (const line of split(removed)) expect(lines.delete(line)).toBe(true);
  for (const line of split(added)) lines.add(line);
  return lines;
}

/** With blank nodes again, as docs/export.md says how to get them. */
const linesIn = async (store: Oxigraph) =>
  canonical(
    store.dump({ format: 'nq' }).replaceAll(/<urn:cdif-graph:genid:([0-9a-f]{32})>/gu, '_:g$1'),
  );

/** The statements that differ from those of a new store after a full export. */
async function differences(follower: Oxigraph, full: string): Promise<string[]> {
  const fresh = new Oxigraph();
  fresh.load(full, { format: 'nq' });
  const [one, other] = [await linesIn(follower), await linesIn(fresh)];
  const [inOne, inOther] = [new Set(one), new Set(other)];
  return [...one.filter((line) => !inOther.has(line)), ...other.filter((line) => !inOne.has(line))];
}

/** With labels as they are written. */
const parse = (text: string) =>
  new Parser({ format: 'application/n-quads', blankNodePrefix: '_:' }).parse(text);

describe('the changes since a run', () => {
  it.each([
    ['as it is', { skolemize: false, selection: records }],
    ['without blank nodes', { skolemize: true, selection: records }],
    ['of one source', { skolemize: false, selection: { ...records, sources: ['a'] } }],
    ['of two', { skolemize: true, selection: { ...records, sources: ['b', 'c'] } }],
  ])('turn the export of any earlier run into the current one, %s', async (_, options) => {
    const exports = new Map<string, Set<string>>();
    let size = 0;
    /** Statements that are taken out and put in again, where none need be. */
    let again = 0;
    for await (const { run, store } of nightly(11)) {
      const now = await linesOf(store, options);
      for (const [since, before] of exports) {
        const changes = await changedLines(store, { ...options, since });
        expect(applied(before, changes)).toEqual(now);
        const added = new Set(split(changes.added));
        if (options.skolemize)
          again += split(changes.removed).filter((line) => added.has(line)).length;
        size += changes.added.length + changes.removed.length;
      }
      exports.set(run, now);
    }
    expect(size).toBeGreaterThan(1000);
    expect(again).toBe(0);
  });

  it('update another kind of store that keeps labels, night by night', async () => {
    const follower = new N3Store();
    let last: string | undefined;
    for await (const { run, store } of nightly(12)) {
      const full = await exported(store, { selection: records });
      if (last === undefined) follower.addQuads(parse(full));
      else {
        const { added, removed } = await changedLines(store, { since: last });
        follower.removeQuads(parse(removed));
        follower.addQuads(parse(added));
      }
      const expected = new N3Store(parse(full));
      expect(follower.size).toBe(expected.size);
      for (const quad of expected) expect(follower.has(quad)).toBe(true);
      last = run;
    }
  });
});

describe('changes as SPARQL Update', () => {
  it.each([
    ['from N-Quads with blank nodes on', false],
    ['from SPARQL Update of everything on', true],
  ])('update another store night by night, %s', async (_, skolemize) => {
    const follower = new Oxigraph();
    let last: string | undefined;
    for await (const { run, store } of nightly(13)) {
      const full = await exported(store, { skolemize });
      if (last === undefined && !skolemize) follower.load(full, { format: 'nq' });
      else follower.update(await updateText(store, { since: last, skolemize }));
      expect(await differences(follower, full)).toEqual([]);
      last = run;
    }
    expect(follower.size).toBeGreaterThan(100);
  });

  it('can be split at lines with a semicolon, and applied twice', async () => {
    const follower = new Oxigraph();
    let last: string | undefined;
    for await (const { run, store } of nightly(14)) {
      const update = last === undefined ? '' : await updateText(store, { since: last });
      if (last === undefined) follower.load(await exported(store), { format: 'nq' });
      for (const operation of [...update.split('\n;\n'), ...update.split('\n;\n')]) {
        follower.update(operation);
      }
      const full = await exported(store);
      expect(await differences(follower, full)).toEqual([]);
      last = run;
    }
  });
});

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
