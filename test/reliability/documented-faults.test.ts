import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faults } from '../support/faults/register.mjs';

const folder = new URL('../../docs/', import.meta.url);

/** The rows of the tables in the section "Faults": fault, promise and the file of its test. */
function documentedFaults(): { fault: string; promise: string; test: string }[] {
  const [, section = ''] = readFileSync(new URL('reliability.md', folder), 'utf8').split(
    '\n## Faults\n',
  );
  const [own = ''] = section.split('\n## ');
  const rows = own.matchAll(
    /^\| `(?<fault>[^`]+)` +\| (?<promise>.+?) +\| \[.*\]\((?<test>.+)\) +\|$/gmu,
  );
  return Array.from(rows, ({ groups: { fault = '', promise = '', test = '' } = {} }) => ({
    fault,
    promise,
    test,
  }));
}

describe('docs/reliability.md', () => {
  it('has each fault of the register once', () => {
    const documented = documentedFaults().map(({ fault }) => fault);
    expect(documented.toSorted()).toEqual(Object.keys(faults).toSorted());
  });

  it('names the file in which each is tested', () => {
    const untested = documentedFaults().filter(({ fault, test }) => {
      const text = readFileSync(new URL(test, folder), 'utf8');
      return !new RegExp(`^ {2}'?${fault}'?: `, 'mu').test(text);
    });
    expect(untested).toEqual([]);
  });

  it('names problems that there are', () => {
    const kinds = documentedFaults().flatMap(({ promise }) => promise.match(/`[a-z-]+`/gu) ?? []);
    const catalogue = readFileSync(new URL('problems/README.md', folder), 'utf8');
    expect(kinds.filter((kind) => !catalogue.includes(kind))).toEqual([]);
    expect(kinds.length).toBeGreaterThan(0);
  });
});
