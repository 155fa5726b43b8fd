import { describe, expect, it } from 'vitest';
import type { Problem, ProblemKind } from '../../src/model/problem.ts';
import { urlUpdate, newPath, openStore, url } from './updates.ts';

const omitted = (of: ProblemKind) => {
  return { kind: 'problems-omitted', url: url(1), of, count: 3 } as const;
};

const lost = (context: string): Problem => ({
  kind: 'context-unavailable',
  url: url(1),
  context,
});

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

  it('count how many documents still give no record', async () => {
    const store = openStore(newPath());
    const place = { url: url(1), detail: '', excerpt: '', line: 1, column: 1 };
    const problems: Problem[] = [lost('a'), lost('b'), { kind: 'json-malformed', ...place }];
    const { end, ...update } = urlUpdate(1, { problems });
    if (end === undefined) throw new Error('not the end of a visit');
    const outcome = { ...end.outcome, failed: 3 };
    await store.write({ ...update, end: { ...end, outcome } });
    await store.rederive(url(1), { graphs: [], problems: [lost('b')] });
    expect(await store.outcomeOf(url(1))).toMatchObject({ failed: 2 });
    await store.rederive(url(1), { graphs: [], problems: [] });
    expect(await store.outcomeOf(url(1))).toMatchObject({ failed: 1 });
    await store.close();
  });
});
