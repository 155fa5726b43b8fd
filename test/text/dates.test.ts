import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDate, hasTimeZone, parseUtcMs } from '../../src/text/dates.ts';

it.each([
  ['2015-12-08', '8 December 2015'],
  ['2015-12-08T03:04:05Z', '8 December 2015'],
  ['2015-12', 'December 2015'],
  ['2015', '2015'],
  ['2015-13', '2015-13'],
  [' spring 2015 ', 'spring 2015'],
])('says %s as %s', (date, words) => {
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
  it.each(['', 'no date', '2026-13-45', '2026-03-29T25:00:00'])('such as %j is none', (text) => {
    expect(parseUtcMs(text)).toBeNaN();
  });

  it.each([
    ['2026-03-29T12:00:00', false],
    ['2026-03-29 12:00', false],
    ['2026-03-29T12:00:00Z', true],
    ['2026-03-29T12:00+02:00', true],
    ['2026-03-29', true],
  ])('%s names a zone, or is a day of UTC: %s', (text, expected) => {
    expect(hasTimeZone(text)).toBe(expected);
  });
});
