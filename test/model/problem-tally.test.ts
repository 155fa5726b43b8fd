import { describe, expect, it } from 'vitest';
import { boundProblemsOfPlace, countProblems } from '../../src/model/problem-tally.ts';
import type { Problem } from '../../src/model/problem.ts';

const maxKeptProblems = 100;
const url = 'https://soil.example/1';
const record = `${url}#7`;
const info = (index: number): Problem => ({ kind: 'literal-repaired', url, value: `${index}` });
const warning = (index: number): Problem => ({ kind: 'term-undefined', url, term: `${index}` });
const error: Problem = { kind: 'no-triples', url };
const many = (make: (index: number) => Problem, length: number): Problem[] =>
  Array.from({ length }, (_, index) => make(index));

describe('the kept problems of a record or URL', () => {
  it('are all of a few, by severity, with the first of each kind first', () => {
    const text: Problem = { kind: 'text-as-iri', url, value: 'a', iri: 'b' };
    const given = [info(0), info(1), text, warning(0), error];
    expect(boundProblemsOfPlace(given, { url })).toEqual([
      error,
      warning(0),
      info(0),
      text,
      info(1),
    ]);
  });

  it('are the first three of each kind, then the most severe, with the rest counted by kind', () => {
    const given = [...many(info, 5000), ...many(warning, 300), error];
    const kept = boundProblemsOfPlace(given, { url, record });
    expect(kept.slice(0, 2)).toEqual([error, warning(0)]);
    expect(kept).toHaveLength(maxKeptProblems + 2);
    const cut = { kind: 'problems-omitted', url, record } as const;
    expect(kept.slice(-5)).toEqual([
      info(0),
      info(1),
      info(2),
      { ...cut, of: 'literal-repaired', count: 4997 },
      { ...cut, of: 'term-undefined', count: 300 - 96 },
    ]);
  });

  it.each([[100], [101], [5000]])(
    'are counted exactly, cut once or several times: %i',
    (length) => {
      const given = [...many(info, length), ...many(warning, length)];
      const expected = { 'literal-repaired': length, 'term-undefined': length };
      const once = boundProblemsOfPlace(given, { url });
      expect(countProblems(once)).toEqual(expected);
      expect(boundProblemsOfPlace(once, { url })).toEqual(once);
      const half = boundProblemsOfPlace(many(info, length), { url });
      expect(
        countProblems(boundProblemsOfPlace([...half, ...many(warning, length)], { url })),
      ).toEqual(expected);
    },
  );
});
