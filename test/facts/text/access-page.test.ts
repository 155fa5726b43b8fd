import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { classifyAccess } from '../../../src/facts/text/access.ts';

const page = readFileSync(new URL('../../../docs/access.md', import.meta.url), 'utf8');
const rows = Array.from(
  page.matchAll(/^\| `([^`]+)` +\| (?:`(\w+)`)? *\|$/gmu),
  ([, written = '', read]) => [written, read] as const,
);

it('docs/access.md has examples', () => {
  expect(rows.length).toBeGreaterThan(15);
});

it.each(rows)('docs/access.md describes the result for %j', (written, read) => {
  expect(classifyAccess(written)).toBe(read);
});
