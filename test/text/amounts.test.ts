import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatCounts,
  formatDate,
  formatDuration,
  formatMoment,
  groupDigits,
  hasTimeZone,
  parseUtcMs,
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

  it('groups the digits of large numbers and writes counts with nouns', () => {
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

it.each([
  ['2015-12-08', '8 December 2015'],
  ['2015-12-08T03:04:05Z', '8 December 2015'],
  ['2015-12', 'December 2015'],
  ['2015', '2015'],
  ['2015-13', '2015-13'],
  [' spring 2015 ', 'spring 2015'],
])('the date %s is written as %s', (date, words) => {
  expect(formatDate(date)).toBe(words);
});

afterEach(() => vi.unstubAllEnvs());

const noon = '2026-03-29T12:00:00.000Z';

describe.each(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati'])(
  'a moment on a machine in %s',
  (zone) => {
    it.each([
      ['2026-03-29T12:00:00Z', noon],
      ['2026-03-29T14:00:00+02:00', noon],
      ['2026-03-29T14:00:00.000+0200', noon],
      ['Sun, 29 Mar 2026 12:00:00 GMT', noon],
      ['2026-03-29T12:00:00', noon],
      ['2026-03-29 12:00', noon],
      ['Sun, 29 Mar 2026 12:00:00', noon],
      // Neither of these is there by the clocks of Berlin.
      ['2026-03-29T02:30:00', '2026-03-29T02:30:00.000Z'],
      ['2026-03-29', '2026-03-29T00:00:00.000Z'],
      ['2028-02-29', '2028-02-29T00:00:00.000Z'],
      ['2028', '2028-01-01T00:00:00.000Z'],
      ['2038-01-19T03:14:09Z', '2038-01-19T03:14:09.000Z'],
    ])('is that of %s', (text, moment) => {
      vi.stubEnv('TZ', zone);
      expect(new Date(parseUtcMs(text)).toISOString()).toBe(moment);
    });
  },
);

describe('a text', () => {
  it.each(['', 'no date', '2026-13-45', '2026-03-29T25:00:00'])(
    'such as %j is not a date',
    (text) => {
      expect(parseUtcMs(text)).toBeNaN();
    },
  );

  it.each([
    ['2026-03-29T12:00:00', false],
    ['2026-03-29 12:00', false],
    ['2026-03-29T12:00:00Z', true],
    ['2026-03-29T12:00+02:00', true],
    ['2026-03-29', true],
  ])('such as %s has a time zone: %s', (text, expected) => {
    expect(hasTimeZone(text)).toBe(expected);
  });
});
