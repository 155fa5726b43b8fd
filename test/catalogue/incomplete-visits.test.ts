import { describe, expect, it } from 'vitest';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import { inconsistencies } from './consistency.ts';
import {
  commit,
  kept,
  urlUpdate,
  urlUpdateAt,
  newPath,
  openCatalogue,
  outcomeAt,
  record,
  url,
} from './updates.ts';

const totalsOf = (catalogue: ReturnType<typeof openCatalogue>) =>
  catalogue.read((snapshot) => snapshot.totals());

/** The same urlUpdate, of which something failed. */
function notWhole({ end, ...rest }: UrlUpdate): UrlUpdate {
  if (end?.graphs === undefined) throw new Error('The look is not whole.');
  const { graphs: someGraphs, ...others } = end;
  return { ...rest, end: { ...others, someGraphs } };
}

describe('an incomplete visit', () => {
  it('removes the former graph of a record that got another key in it', () => {
    const catalogue = openCatalogue(newPath());
    const document = kept(1, '{}');
    const both = ['a', 'b'].map((key) =>
      record(1, document, {
        key,
        describes: [{ iri: `https://x.example/${key}`, types: [], identifiers: [] }],
      }),
    );
    commit(catalogue, urlUpdateAt(1, [document], both));
    const alone = record(1, document, { describes: both[0]?.describes ?? [] });
    const [receipt] = commit(catalogue, notWhole(urlUpdateAt(1, [document], [alone])));
    expect(receipt?.removed).toEqual([`${url(1)}#a`]);
    expect(totalsOf(catalogue).graphs).toBe(2);
    expect(inconsistencies(catalogue)).toEqual([]);
  });

  it('removes no graph that an earlier part of it stored', () => {
    const catalogue = openCatalogue(newPath());
    const document = kept(1, '{}');
    const describes = [{ iri: 'https://x.example/same', types: [], identifiers: [] }];
    const [first, second] = ['a', 'b'].map((key) => record(1, document, { key, describes }));
    if (first === undefined || second === undefined) throw new Error('no records');
    const { end, ...begun } = notWhole(urlUpdateAt(1, [document], [first, second]));
    commit(catalogue, { ...begun, graphs: [first] });
    const last = { ...begun, graphs: [second], ...(end === undefined ? {} : { end }) };
    expect(commit(catalogue, last)[0]?.removed).toEqual([]);
    expect(totalsOf(catalogue).graphs).toBe(2);
  });

  it('removes no graph whose replacement is ambiguous', () => {
    const catalogue = openCatalogue(newPath());
    const document = kept(1, '{}');
    const describes = [{ iri: 'https://x.example/same', types: [], identifiers: [] }];
    const named = (...keys: string[]) => keys.map((key) => record(1, document, { key, describes }));
    commit(catalogue, urlUpdateAt(1, [document], named('a')));
    const [two] = commit(catalogue, notWhole(urlUpdateAt(1, [document], named('b', 'c'))));
    expect(two?.removed).toEqual([]);
    const [one] = commit(catalogue, notWhole(urlUpdateAt(1, [document], named('d'))));
    expect(one?.removed).toEqual([]);
    expect(totalsOf(catalogue).graphs).toBe(4);
  });

  it('keeps the records stored before it was cut off, for the sources that list the URL', () => {
    const catalogue = openCatalogue(newPath());
    const { end: _, ...first } = urlUpdate(1, { sources: ['a', 'b'] });
    commit(catalogue, first);
    expect(outcomeAt(catalogue, url(1))).toMatchObject({
      state: 'not-tried',
      listings: [{ source: 'a' }, { source: 'b' }],
    });
  });

  it('removes no record whose document could not be read', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1));
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
