import { expect, it } from 'vitest';
import { goodRecord } from './checking.ts';
import { findingsIn } from './validating.ts';

it('a finding shows at most 200 characters of a long value, and that it is cut', async () => {
  const record = {
    ...goodRecord('cdif'),
    'schema:name': 'Mires '.repeat(80),
    'schema:description': `Mire. ${'Much. '.repeat(1000)}`,
    'schema:dateModified': '\u{1F600}'.repeat(300),
  };
  const findings = await findingsIn(record, ['cdif-draft', 'google-dataset']);
  const found = new Map(findings.map(({ rule, found: text }) => [rule, text]));
  expect(found.get('title-length')).toBe(`479 characters: ${'Mires '.repeat(80).slice(0, 183)}…`);
  expect(found.get('description-length')).toMatch(/^6005 characters: Mire\. .{172,}…$/u);
  expect(found.get('date-form')).toBe(`"${'\u{1F600}'.repeat(99)}…`);
  expect(Math.max(...findings.map(({ found: text = '' }) => text.length))).toBe(200);
});
