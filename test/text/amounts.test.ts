import { describe, expect, it } from 'vitest';
import {
  formatCount,
  formatCounts,
  formatBytes,
  formatDuration,
  groupDigits,
  formatMoment,
} from '../../src/text/amounts.ts';

describe('amounts for people', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [999_949, '999.9 kB'],
    [999_950, '1.0 MB'],
    [48_234_496, '48.2 MB'],
    [5e15, '5000.0 TB'],
  ])('writes %i bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('groups the digits of large numbers and counts in words', () => {
    expect([0, 999, 1000, 1_234_567].map(groupDigits)).toEqual(['0', '999', '1,000', '1,234,567']);
    expect(formatCount(1, 'URL')).toBe('1 URL');
    expect(formatCount(20_000, 'entry', 'entries')).toBe('20,000 entries');
    expect(formatCounts({ added: 9, replaced: 0, failed: 1 })).toBe('9 added, 1 failed');
  });

  it('writes moments without fractions of seconds', () => {
    expect(formatMoment('2026-11-21T09:00:00.123Z')).toBe('2026-11-21T09:00:00Z');
    expect(formatMoment('2026-11-21')).toBe('2026-11-21');
  });

  it.each([
    ['2026-11-21T09:00:00.400Z', '0.4 s'],
    ['2026-11-21T09:00:59.960Z', '1 min 0 s'],
    ['2026-11-21T09:12:03.000Z', '12 min 3 s'],
    ['2026-11-21T10:59:59.900Z', '2 h 0 min'],
    ['2026-11-21T08:59:00.000Z', '0.0 s'],
  ])('writes the time until %s as %s', (to, text) => {
    expect(formatDuration('2026-11-21T09:00:00.000Z', to)).toBe(text);
  });
});
