import { describe, expect, it } from 'vitest';
import { commit, contents, urlUpdate, newPath, openCatalogue, url } from './updates.ts';

const graph = url(1);
const nquads = (lines: readonly string[]): string =>
  lines.map((line) => `${line} <${graph}> .\n`).join('');
const it1 = `<${graph}#it>`;
const name = '<http://schema.org/name>';
const creator = '<http://schema.org/creator>';

const first = nquads([
  `${it1} ${creator} _:x`,
  `${it1} ${creator} _:y`,
  `_:x ${name} "One"`,
  `_:y ${name} "Two"`,
]);
const otherwise = nquads([
  `${it1} ${creator} _:a`,
  `_:a ${name} "Two"`,
  `${it1} ${creator} _:b`,
  `_:b ${name} "One"`,
]);

describe('a record with rewritten JSON-LD', () => {
  it('is unchanged if only the order and the labels of blank nodes differ', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1, { nquads: first, json: '{"a":1}' }));
    const before = contents(path);
    const [receipt] = commit(catalogue, urlUpdate(1, { nquads: otherwise, json: '{"a":2}' }));
    expect(receipt?.graphs).toEqual([{ graph, state: 'unchanged', quads: 4 }]);
    const after = contents(path);
    expect(after.text).toBe(before.text);
    catalogue.read((snapshot) => {
      expect(snapshot.touchedSince(before.change)).toEqual(new Set());
      // It is of the new document all the same, and the old one is gone.
      const document = snapshot.factsOf(graph)?.document ?? '';
      expect(snapshot.document(graph, document)?.json).toBe('{"a":2}');
      expect([...snapshot.documentsBehind()]).toHaveLength(1);
      expect(snapshot.totals()).toMatchObject({ quads: 4, characters: first.length });
    });
  });

  it('is replaced if its stored statements are damaged', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1, { nquads: first }));
    catalogue.change(({ nquads: texts }) => texts.putSync(graph, first.replaceAll('> .', '>')));
    const [receipt] = commit(catalogue, urlUpdate(1, { nquads: first }));
    expect(receipt?.graphs).toMatchObject([{ state: 'replaced' }]);
    // Its characters were counted from what was damaged.
    expect(() => contents(path)).toThrow('rebuild counts them again');
    catalogue.recount();
    expect(contents(path).text).toBe(first);
  });

  it('is replaced if its blank nodes are connected differently', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1, { nquads: first }));
    const joined = first.replace('_:y <http://schema.org/name>', '_:x <http://schema.org/name>');
    const [receipt] = commit(catalogue, urlUpdate(1, { nquads: joined, json: '{}' }));
    expect(receipt?.graphs).toMatchObject([{ state: 'replaced' }]);
    expect(contents(path).text).toBe(joined);
  });
});
