import { describe, expect, it } from 'vitest';
import { inconsistencies } from './consistency.ts';
import { commit, kept, look, lookAt, newPath, openCatalogue, record, url } from './updates.ts';

const totalsOf = (catalogue: ReturnType<typeof openCatalogue>) =>
  catalogue.read((snapshot) => snapshot.totals());

describe('a look that did not give all', () => {
  it('lets go the former graph of a record that has another key since the rest of its page failed', () => {
    const catalogue = openCatalogue(newPath());
    const document = kept(1, '{}');
    const both = ['a', 'b'].map((key) =>
      record(1, document, {
        key,
        describes: [{ iri: `https://x.example/${key}`, types: [], identifiers: [] }],
      }),
    );
    commit(catalogue, lookAt(1, [document], both));
    const alone = record(1, document, { describes: both[0]?.describes ?? [] });
    const { end, ...rest } = lookAt(1, [document], [alone]);
    if (end === undefined) throw new Error('no end');
    const { graphs: _, ...failed } = end;
    const [receipt] = commit(catalogue, { ...rest, end: failed });
    expect(receipt?.removed).toEqual([`${url(1)}#a`]);
    expect(totalsOf(catalogue).graphs).toBe(2);
    expect(inconsistencies(catalogue)).toEqual([]);
  });

  it('keeps what a look that is cut off gave, as that of the sources that list its URL', () => {
    const catalogue = openCatalogue(newPath());
    const { end: _, ...first } = look(1, { sources: ['a', 'b'] });
    commit(catalogue, first);
    expect(catalogue.outcomeOf(url(1))).toMatchObject({
      state: 'not-tried',
      listings: [{ source: 'a' }, { source: 'b' }],
    });
  });

  it('removes no record of which the document could not be read', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, look(1));
    const derived = {
      graphs: [],
      problems: [],
      replaced: new Set<string>(),
      read: new Set<string>(),
    };
    const job = { kind: 'rederive', url: url(1), derived } as const;
    expect(() => catalogue.commit([job])).toThrow('part of the file is damaged');
    expect(totalsOf(catalogue).graphs).toBe(1);
  });
});
