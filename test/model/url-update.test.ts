import { describe, expect, it } from 'vitest';
import { mergeVisit, type UrlVisit, type VisitEnd } from '../../src/model/url-update.ts';

/**
 * The visits of a URL, one a day from the first of the month on; each follows on the one before.
 */
function visits(...ends: readonly Omit<VisitEnd, 'at' | 'run'>[]): UrlVisit | undefined {
  let visit: UrlVisit | undefined;
  for (const [night, end] of ends.entries()) {
    const at = `2026-01-0${night + 1}T02:00:00.000Z`;
    visit = mergeVisit(visit, { at, run: 'r', ...end }, true);
  }
  return visit;
}

const whole = { state: 'unchanged' } as const;
const told = { ...whole, isNotModified: true } as const;
const waiting = { state: 'not-tried' } as const;

describe('the day of the last complete response', () => {
  it('is the last day before the 304 responses', () => {
    expect(visits(whole, told)).toHaveProperty('wholeOn', '2026-01-01');
    expect(visits(whole, whole, told, told, told)).toHaveProperty('wholeOn', '2026-01-02');
  });

  it('stays while the URL is not requested', () => {
    expect(visits(whole, waiting)).toHaveProperty('wholeOn', '2026-01-01');
    expect(visits(whole, told, waiting, told)).toHaveProperty('wholeOn', '2026-01-01');
  });

  it('is absent if this response is complete, or there was none', () => {
    expect(visits(whole, told, whole)).not.toHaveProperty('wholeOn');
    expect(visits(waiting, waiting)).not.toHaveProperty('wholeOn');
  });
});
