import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { knownKeys } from '../../src/config/explain.ts';
import { problemCatalogue } from '../../src/model/problem-catalogue.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const whole = readFileSync(`${root}docs/reliability.md`, 'utf8');
const text = whole.slice(whole.indexOf('\n## Bounds'));
const quoted = [...text.matchAll(/`([^`\n]+)`/gu)].map(([, inside = '']) => inside);

describe('the bounds of docs/reliability.md', () => {
  it('names existing tests', () => {
    const tests = quoted.filter((each) => each.startsWith('test/'));
    expect(tests.length).toBeGreaterThan(20);
    expect(tests.filter((each) => !existsSync(root + each))).toEqual([]);
  });

  it('names existing keys of the configuration', () => {
    const keys = quoted.filter((each) => /^(?:http|limits)\./u.test(each));
    const unknown = keys.filter((each) => {
      const path = each.split('.');
      return !knownKeys(path.slice(0, -1)).includes(path.at(-1) ?? '');
    });
    expect(keys.length).toBeGreaterThan(15);
    expect(unknown).toEqual([]);
  });

  it('names every bound of the configuration', () => {
    const bounds = [
      ...knownKeys(['limits']).map((key) => `limits.${key}`),
      ...knownKeys(['http', 'timeouts']).map((key) => `http.timeouts.${key}`),
      ...knownKeys(['http'])
        .filter((key) => key.startsWith('max'))
        .map((key) => `http.${key}`),
    ];
    expect(bounds.filter((each) => !quoted.includes(each))).toEqual([]);
  });

  it('names existing kinds of problems', () => {
    const rows = text.split('\n').filter((line) => /^\|.*`(?:http|limits)\./u.test(line));
    const cells = rows.map((row) => row.split('|')[4] ?? '').join(' ');
    const kinds = [...cells.matchAll(/`([^`]+)`/gu)];
    expect(kinds.length).toBeGreaterThan(15);
    expect(kinds.filter(([, kind = '']) => !(kind in problemCatalogue))).toEqual([]);
  });
});
