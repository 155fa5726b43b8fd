import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/model/problem.ts';
import { SourceProblemLog, UnwantedTypeTally } from '../../../src/pipeline/report/source-ledger.ts';
import { formatTypes, formatUnwantedTypes } from '../../../src/render/source-funnel.ts';

const person = 'http://schema.org/Person';

describe('the types of records that were left out', () => {
  it('are counted, up to the limit of a report', () => {
    const tally = new UnwantedTypeTally();
    for (let index = 0; index < 150; index += 1) tally.add(`urn:type:${index}`);
    tally.add('urn:type:7');
    tally.add(`urn:${'x'.repeat(10_000)}`);
    const { leftOut = {} } = tally.counts();
    expect(Object.keys(leftOut)).toHaveLength(101);
    expect(leftOut).toMatchObject({ 'urn:type:7': 2, 'other types': 51 });
  });

  it('are shown by their local names, the most frequent first', () => {
    const many = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`urn:t:T${index}`, 1]),
    );
    expect(formatUnwantedTypes({ ...many, [person]: 12, '': 3 })).toBe(
      '12 Person, 3 without a type, 1 T0, 1 T1, 1 T2, 3 more',
    );
    expect(formatTypes(`http://schema.org/Map ${person}`)).toBe('Map + Person');
    expect(formatTypes('urn:\u001B[2J')).not.toContain('\u001B');
  });
});

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
      const log = new SourceProblemLog();
      for (const url of order) log.add({ kind: 'no-metadata', url });
      expect(log.counts()).toEqual({ 'no-metadata': 5 });
      expect(log.examples().map(({ url }) => url)).toEqual(urls.toSorted().slice(0, 3));
    }
  });

  it('name each host whose URLs are left to the next run, up to a hundred', () => {
    const log = new SourceProblemLog();
    for (let page = 0; page < 4; page += 1) log.add(left('dead', page));
    expect(log.leftHosts()).toEqual([{ host: 'dead', urls: 4, problem: left('dead', 0) }]);
    for (let host = 0; host < 200; host += 1) log.add(left(`h${host}`, 0));
    expect(log.leftHosts()).toHaveLength(100);
    expect(log.counts()).toEqual({ 'host-given-up': 204 });
  });
});
