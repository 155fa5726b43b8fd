import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatPeriod } from '../../../src/facts/time/calendar.ts';
import { formatAge, readTime } from '../../../src/facts/time/read-time.ts';
import type { TimeRemark } from '../../../src/model/search-facts.ts';

const page = readFileSync(new URL('../../../docs/times.md', import.meta.url), 'utf8');
const rows = Array.from(page.matchAll(/^\| `([^`]+)` +\| (?:`([^`]*)`)? *\| (.*?) *\|$/gmu));

function noted(remark: TimeRemark): string {
  switch (remark.kind) {
    case 'time-repaired':
      return `repaired: ${remark.repair}`;
    case 'time-as-text':
      return `as text: ${remark.reason}`;
    case 'time-unusable':
      return `unusable: ${remark.reason}`;
  }
}

describe('docs/times.md', () => {
  it('has examples', () => {
    expect(rows.length).toBeGreaterThan(40);
  });

  it.each(rows.map(([, written, read = '', remarks]) => [written ?? '', read, remarks]))(
    'says what comes of %s',
    (written, read, remarks) => {
      const { periods, ages, names, remarks: found } = readTime(written);
      const times = [...periods.map(formatPeriod), ...ages.map(formatAge)];
      const shown = times.length > 0 ? times : names.map((name) => `text: ${name}`);
      expect(shown.join('; ')).toBe(read);
      expect(found.map(noted).join('; ')).toBe(remarks);
    },
  );
});
