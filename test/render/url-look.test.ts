import { expect, it } from 'vitest';
import type { Problem } from '../../src/model/problem.ts';
import { problemLines } from '../../src/render/url-look.ts';

const url = 'https://fen.example/list';

it('shows of many problems one of each kind, the gravest first', () => {
  const unusable = Array.from({ length: 30 }, (_, number): Problem => {
    return { kind: 'geometry-unusable', url, value: `${number}`, reason: 'malformed' };
  });
  const lines = problemLines([
    ...unusable,
    { kind: 'named-graph-folded', url, name: 'x' },
    { kind: 'context-unavailable', url, context: 'https://x.example/' },
  ]);
  const shown = lines.filter((line) => /^ {2}(?:error|warning|info) /u.test(line));
  expect(shown).toHaveLength(20);
  expect(shown[0]).toBe('  error    context-unavailable');
  expect(shown.at(-1)).toBe('  info     named-graph-folded');
  expect(lines.at(-1)).toBe('  and 12 more of geometry-unusable');
});
