import { describe, expect, it } from 'vitest';
import { formatLastVisit, keptSentence } from '../../src/render/visit-texts.ts';

const now = new Date('2026-11-25T00:00:00Z');
const look = { at: '2026-11-01T02:00:00.000Z', run: 'r1' };
const unchanged = { at: '2026-11-24T02:00:00.123Z', run: 'r9', state: 'unchanged' } as const;

describe('the last visit of a URL', () => {
  it('is not repeated if it is the visit that gave the outcome', () => {
    expect(formatLastVisit({ ...look, state: 'harvested', goodAt: look.at }, look)).toEqual([]);
    expect(formatLastVisit(undefined, look)).toEqual([]);
  });

  it('is shown if it found nothing new', () => {
    expect(formatLastVisit({ ...unchanged, goodAt: unchanged.at }, look)).toEqual([
      { label: 'last visit', text: '2026-11-24T02:00:00Z, run r9: unchanged' },
    ]);
  });

  it('is shown with the number of failures', () => {
    const failing = {
      ...unchanged,
      state: 'fetch-failed',
      goodAt: '2026-11-20T02:00:00.000Z',
      failures: 4,
      failingSince: '2026-11-21T02:00:00.000Z',
    } as const;
    expect(formatLastVisit(failing, { at: failing.at, run: 'r9' })).toEqual([
      { label: 'failing', text: 'the last 4 visits, since 2026-11-21T02:00:00Z' },
    ]);
    const { goodAt: _, ...never } = failing;
    expect(formatLastVisit({ ...never, failures: 1 }, look)[1]?.text).toBe(
      'the last visit, since 2026-11-21T02:00:00Z; no earlier visit gave metadata',
    );
  });
});

describe('the sentence about records that are only kept', () => {
  const one = {
    records: 1,
    since: '2026-11-21T02:00:00.123Z',
    reasons: { 'soft-404': 1 },
    oldestCopy: '2026-11-20T02:00:00.123Z',
  } as const;

  it('tells of one record since when, why, its age, and how long it stays', () => {
    expect(keptSentence(one, { now })).toBe(
      '1 record is only kept: since 2026-11-21T02:00:00Z, no visit of its URL gave it (Error page ' +
        'with status 200). The copy is of 2026-11-20T02:00:00Z, 4 days ago. It stays until a ' +
        'visit gives it again, its URL answers 404 or 410, or no source lists it.',
    );
    const shown = keptSentence(one, { now, subject: 'This record' });
    expect(shown).toBe(keptSentence(one, { now }).replace('1 record', 'This record'));
    expect(keptSentence(one)).not.toContain('ago');
  });

  it('tells the same of many records, with the most frequent reasons', () => {
    const reasons = { disallowed: 1, 'soft-404': 3, linked: 1, 'http-status': 1200, harvested: 2 };
    const many = { records: 1207, since: one.since, reasons } as const;
    expect(keptSentence(many, { now })).toBe(
      '1,207 records are only kept: since 2026-11-21T02:00:00Z, no visit of their URLs gave them ' +
        '(1,200 × URL not served, 3 × Error page with status 200, 2 × only other records were ' +
        'harvested, 2 × other reasons). They stay until a visit gives them again, their URLs ' +
        'answer 404 or 410, or no source lists them.',
    );
  });

  it('tells of a held removal what confirms it', () => {
    expect(keptSentence({ ...one, reasons: { 'removals-held': 1 } })).toMatch(
      /\(removal held, with too many others\).* or ingest --allow-removals removes it\.$/u,
    );
  });
});
