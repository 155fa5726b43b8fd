import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rulePages } from '../../src/conformance/rule-pages.ts';
import { type Rule } from '../../src/conformance/rule.ts';
import { ruleCatalogue } from '../../src/conformance/rules/rule-catalogue.ts';
import { parseJson } from '../../src/text/json.ts';

const folder = new URL('../../docs/rules/', import.meta.url);
const pages = rulePages((record) =>
  readFileSync(new URL(`records/${record}.json`, folder), 'utf8'),
);

describe('the pages of the rules', () => {
  it('are up to date, and there are no others (npm run generate:rules)', () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
    const found = names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]);
    const expected = pages.map(({ name, text }) => [name, text]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
    expect(names).toHaveLength(Object.keys(ruleCatalogue).length + 1);
  });

  it('are formatted as the formatter does', () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const { status, stdout } = spawnSync(
      'npx',
      ['--no-install', 'oxfmt', '--check', 'docs/rules'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    expect({ status, stdout }).toMatchObject({ status: 0 });
  });

  it.each(Object.entries<Rule>(ruleCatalogue))('tell all of %s', (id, { title, asked, why }) => {
    const { text = '' } = pages.find(({ name }) => name === `${id}.md`) ?? {};
    const words = text.replaceAll(/\s+/gu, ' ');
    for (const part of [title, asked, why]) expect(words).toContain(part.replaceAll(/\s+/gu, ' '));
    const examples = Array.from(text.matchAll(/```json\n([^`]*)```/gu), ([, json = '']) => json);
    const [wrong, right] = examples.map((json) => parseJson(json));
    expect(examples).toHaveLength(2);
    expect(wrong).toBeDefined();
    expect(right).toBeDefined();
    expect(wrong).not.toEqual(right);
  });

  it('show what the example touches, and whose it is, without the rest of the record', () => {
    const { text = '' } = pages.find(({ name }) => name === 'metadata-date.md') ?? {};
    const [, json = ''] = /Right:\n\n```json\n([^`]*)```/u.exec(text) ?? [];
    expect(parseJson(json)).toEqual({
      '@id': 'https://doi.org/10.5555/mire-2024',
      '@type': ['schema:Dataset'],
      'schema:subjectOf': {
        '@id': 'https://data.mire.example/datasets/mire-2024/metadata',
        '@type': ['schema:Dataset'],
        'schema:sdDatePublished': '2024-03-16',
      },
    });
  });
});
