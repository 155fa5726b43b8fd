import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/model/problem.ts';
import { ProblemBook } from '../../src/report/problem-book.ts';

const left = (host: string, page: number): Problem => ({
  kind: 'host-given-up',
  url: `http://${host}/${page}`,
  host,
  failures: 5,
  reason: 'connection-failed',
});

describe('the problems of a source', () => {
  it('have three examples of a kind, which do not depend on the order of arrival', () => {
    const urls = ['e', 'a', 'd', 'b', 'c'].map((name) => `http://h/${name}`);
    for (const order of [urls, urls.toReversed()]) {
      const book = new ProblemBook();
      for (const url of order) book.note({ kind: 'no-metadata', url });
      expect(book.counts()).toEqual({ 'no-metadata': 5 });
      expect(book.examples().map(({ url }) => url)).toEqual(urls.toSorted().slice(0, 3));
    }
  });

  it('are told once a host where its URLs are left, at most a hundred', () => {
    const book = new ProblemBook();
    for (let page = 0; page < 4; page += 1) book.note(left('dead', page));
    expect(book.leftHosts()).toEqual([{ host: 'dead', urls: 4, problem: left('dead', 0) }]);
    for (let host = 0; host < 200; host += 1) book.note(left(`h${host}`, 0));
    expect(book.leftHosts()).toHaveLength(100);
    expect(book.counts()).toEqual({ 'host-given-up': 204 });
  });
});
