import { describe, expect, it } from 'vitest';
import type { ProblemKind } from '../../src/model/problem.ts';
import { urlUpdate, newPath, openStore, url } from './updates.ts';

const omitted = (of: ProblemKind) => {
  return { kind: 'problems-omitted', url: url(1), of, count: 3 } as const;
};

describe('the problems of a rebuilt URL', () => {
  it('keep the count of omitted extraction problems, not of expansion problems', async () => {
    const store = openStore(newPath());
    const problems = [omitted('json-mended'), omitted('iri-repaired')];
    await store.write(urlUpdate(1, { problems }));
    await store.rederive(url(1), { graphs: [], problems: [omitted('term-undefined')] });
    expect((await store.outcomeOf(url(1)))?.problems).toEqual([
      omitted('json-mended'),
      omitted('term-undefined'),
    ]);
    await store.close();
  });
});
