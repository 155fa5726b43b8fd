import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatBoxes } from '../../src/facts/place/boxes.ts';
import { readGeometry, type GeometryForm } from '../../src/facts/place/read-geometry.ts';
import { formatPeriod } from '../../src/facts/time/calendar.ts';
import { formatAge, readTime } from '../../src/facts/time/read-time.ts';

interface Row {
  readonly value: string;
  readonly result: string;
  readonly remarks: string;
}

/** The rows of a page of docs/values that stand there whole, and not cut for their length. */
function rowsOf(page: string): readonly Row[] {
  const text = readFileSync(new URL(`../../docs/values/${page}.md`, import.meta.url), 'utf8');
  return text.split('\n').flatMap((line) => {
    const cells = /^\| \d+ \| `([^`|]+)` \| (?:`([^`|]+)`)? \| ([^`|]*) ?\|$/u.exec(line);
    if (cells === null) return [];
    const [, value = '', result = '', remarks = ''] = cells;
    return [{ value, result, remarks: remarks.trim() }];
  });
}

function placeOf(value: string, form: GeometryForm): Row {
  const { boxes, wkt, remarks } = readGeometry(value, form, {});
  const result = [...boxes.map((box) => formatBoxes([box])), ...(wkt ? [`and ${wkt}`] : [])];
  const told = remarks.map((remark) => {
    if (remark.kind === 'geometry-repaired') return `repaired: ${remark.repair}`;
    if (remark.kind === 'geometry-doubtful') return `doubtful: ${remark.doubt}`;
    return `unusable: ${remark.reason}`;
  });
  return { value, result: result.join('; '), remarks: told.join('; ') };
}

describe('the tables of real-world values', () => {
  it.each([
    ['box', 'box', 500],
    ['polygon', 'polygon', 300],
    ['line', 'line', 2],
    ['wkt', 'geometry', 100],
  ] as const)('match the results for %s', (page, form, atLeast) => {
    const rows = rowsOf(page);
    expect(rows.length).toBeGreaterThanOrEqual(atLeast);
    expect(rows.map(({ value }) => placeOf(value, form))).toEqual(rows);
  });

  it('match the results for times', () => {
    const rows = rowsOf('temporal-coverage').filter(({ remarks }) => remarks === '');
    expect(rows.length).toBeGreaterThanOrEqual(500);
    const read = rows.map(({ value }) => {
      const { periods, ages, remarks } = readTime(value);
      expect(remarks).toEqual([]);
      return [...periods.map(formatPeriod), ...ages.map(formatAge)].join('; ');
    });
    expect(read).toEqual(rows.map(({ result }) => result));
  });
});
