import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bundledQueries } from '../../src/query/bundled.ts';
import { usualPrefixes } from '../../src/query/read-query.ts';

const document = readFileSync(new URL('../../docs/queries.md', import.meta.url), 'utf8');

/** A table in Markdown, its columns as wide as the formatter makes them. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  const [head = '', ...body] = rows.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [head, rule, ...body].join('\n');
}

it('the document lists every bundled query with its question and parameters', () => {
  const rows = bundledQueries().map(({ name, question, parameters }) => {
    const given = parameters.given.map((each) => `\`${each.name}\`${each.required ? '\\*' : ''}`);
    return [`[${name}](../queries/${name}.rq)`, question, given.join(' ')];
  });
  const expected = table([['query', 'the question', 'parameters'], ...rows]);
  const [, shown = ''] = /<!-- queries -->\n\n(.*?)\n*<!-- \/queries -->/su.exec(document) ?? [];
  expect(shown).toBe(expected);
});

it('the document lists the usual prefixes', () => {
  const rows = [...usualPrefixes]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([prefix, namespace]) => [`\`${prefix}:\``, `\`${namespace}\``]);
  const expected = table([['prefix', 'namespace'], ...rows]);
  const [, shown = ''] = /<!-- prefixes -->\n\n(.*?)\n*<!-- \/prefixes -->/su.exec(document) ?? [];
  expect(shown).toBe(expected);
});

it('the document names no query that does not exist', () => {
  const names = new Set(bundledQueries().map(({ name }) => name));
  const named = Array.from(
    document.matchAll(/\.\.\/queries\/([\w-]+)\.rq/gu),
    ([, name = '']) => name,
  );
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});
