import { afterEach, describe, expect, it, vi } from 'vitest';
import type { KnownUrl } from '../../src/model/url-update.ts';
import { adaptedMs } from '../../src/config/recheck-interval.ts';
import { decideVisit, type VisitQuestion } from '../../src/pipeline/revisit-policy.ts';

const url = 'https://fen.example/1';
const day = 86_400_000;
const visited = '2026-01-02T00:00:00.000Z';

function known(visit: Partial<KnownUrl['visit']> = {}, outcome = {}): KnownUrl {
  const found = { by: 'sitemap', lastmod: '2025-12-31' } as const;
  return {
    outcome: {
      url,
      listings: [{ source: 's', found, depth: 0 }],
      state: 'harvested',
      at: visited,
      run: 'r1',
      problems: [],
      answer: { finalUrl: url, fingerprint: 'f' },
      terms: 't',
      ...outcome,
    },
    visit: { at: visited, run: 'r1', state: 'unchanged', ...visit },
    records: 1,
    quads: 3,
  };
}

function ask(changes: Partial<VisitQuestion> = {}, lastmod = '2025-12-31') {
  return decideVisit({
    target: { url, source: 's', found: { by: 'sitemap', lastmod }, depth: 0 },
    known: known(),
    terms: 't',
    full: false,
    continues: new Set(),
    recheck: 'always',
    lastmod: 'never',
    rechecks: { looks: 0, days: 0, changed: 0, announced: 0 },
    now: new Date(Date.parse(visited) + day),
    ...changes,
  });
}

const proven = { looks: 100, days: 100, changed: 10, announced: 10 };

describe('a URL that is listed', () => {
  it.each<[string, Partial<VisitQuestion>]>([
    ['nothing is known of it', { known: undefined }],
    ['everything is re-fetched', { full: true }],
    ['it is read on other terms now', { terms: 'others' }],
    ['it could not be had', { known: known({}, { state: 'fetch-failed' }) }],
    ['it is gone', { known: known({}, { state: 'gone' }) }],
    ['its answer was too much to be remembered', { known: known({}, { answer: undefined }) }],
  ])('is asked for as if for the first time where %s', (_name, changes) => {
    expect(ask(changes)).toEqual({ kind: 'due', isConditional: false });
  });

  it.each<[string, Partial<VisitQuestion>]>([
    ['nothing says otherwise', {}],
    ['it had no metadata', { known: known({ state: 'no-metadata' }, { state: 'no-metadata' }) }],
    ['nobody asked for it in the run that goes on', continuing({ state: 'not-tried' })],
    ['an older run asked for it', { continues: new Set(['r0']) }],
  ])('is asked for what is new where %s', (_name, changes) => {
    expect(ask(changes)).toEqual({ kind: 'due', isConditional: true });
  });

  it.each([
    [29, { kind: 'due', isConditional: true }],
    [60, { kind: 'due', isConditional: true, wantsWhole: true }],
  ])('is asked for after %s days of being told that nothing is new', (days, due) => {
    const now = new Date(Date.parse(visited) + days * day);
    expect(ask({ known: known({ wholeOn: visited.slice(0, 10) }), now })).toEqual(due);
    const isWhole = ask({ known: known(), now });
    expect(isWhole).toEqual({ kind: 'due', isConditional: true });
  });

  it('is done where the run that this one goes on with asked for it', () => {
    expect(ask(continuing({}))).toEqual({
      kind: 'not-due',
      reason: { because: 'done', run: 'r1' },
    });
    expect(ask(continuing({ state: 'linked' }))).toEqual({
      kind: 'not-due',
      reason: { because: 'done', run: 'r1' },
    });
  });
});

function continuing(visit: Partial<KnownUrl['visit']>): Partial<VisitQuestion> {
  return { continues: new Set(['r1', 'r0']), known: known(visit) };
}

describe('a list', () => {
  it('is asked for each time, since it says what else there is', () => {
    const target = { url, source: 's', found: { by: 'list' }, depth: 0, isList: true } as const;
    const listings = [{ source: 's', found: { by: 'list' }, depth: 0 }];
    const asked = { target, known: known({}, { listings }), recheck: 26 };
    expect(ask(asked)).toEqual({ kind: 'due', isConditional: true });
  });
});

describe('lastmod', () => {
  it.each([
    ['2026-01-01T23:59:59Z', 'not-due'],
    ['2026-01-01', 'due'],
    ['2026-01', 'due'],
    ['2025-12', 'not-due'],
    ['2026', 'due'],
    ['2024', 'not-due'],
  ])('of %s is over when its time is, all over the world', (lastmod, expected) => {
    const listings = [{ source: 's', found: { by: 'sitemap', lastmod }, depth: 0 }];
    const asked = ask({ lastmod: 'trust', known: known({}, { listings }) }, lastmod);
    expect(asked.kind).toBe(expected);
  });

  it('that differs from before makes the URL due, whatever the interval', () => {
    expect(ask({ recheck: 26, lastmod: 'verify' }, '2026-01-01').kind).toBe('due');
    expect(ask({ recheck: 26, lastmod: 'never' }, '2026-01-01').kind).toBe('not-due');
  });

  const told = { because: 'lastmod', lastmod: '2025-12-31' } as const;

  it('counts nothing where the source wants that', () => {
    expect(ask({ lastmod: 'never', rechecks: proven }).kind).toBe('due');
  });

  it('counts where the source is trusted, if it is the same and older than the visit', () => {
    expect(ask({ lastmod: 'trust' })).toEqual({ kind: 'not-due', reason: told });
    expect(ask({ lastmod: 'trust' }, '2026-01-03').kind).toBe('due');
    const later = { by: 'sitemap', lastmod: '2026-01-03' } as const;
    const listings = [{ source: 's', found: later, depth: 0 }];
    const edited = known({}, { listings });
    expect(ask({ lastmod: 'trust', known: edited }, '2026-01-03').kind).toBe('due');
    expect(ask({ lastmod: 'trust' }, 'no date').kind).toBe('due');
  });

  it('is of the source that lists the URL, not of another', () => {
    const other = [{ source: 'other', found: { by: 'sitemap', lastmod: '2025-12-31' }, depth: 0 }];
    expect(ask({ lastmod: 'trust', known: known({}, { listings: other }) }).kind).toBe('due');
  });

  it('counts otherwise for a week where it announced each of ten changes', () => {
    const asked = { lastmod: 'verify', rechecks: proven } as const;
    const until = '2026-01-09T00:00:00.000Z';
    expect(ask(asked)).toEqual({ kind: 'not-due', reason: { ...told, until } });
    expect(ask({ ...asked, rechecks: { ...proven, announced: 9 } }).kind).toBe('due');
    expect(ask({ ...asked, rechecks: { ...proven, changed: 9, announced: 9 } }).kind).toBe('due');
    expect(ask({ ...asked, now: new Date(Date.parse(visited) + 7 * day) }).kind).toBe('due');
  });
});

describe('a visit that a wrong clock dates in the future', () => {
  const now = new Date(Date.parse(visited) - 1);

  it.each<[string, Partial<VisitQuestion>]>([
    ['is to be left alone for long', { recheck: 8760 }],
    ['hardly ever changes', { recheck: 'adaptive', rechecks: { ...proven, changed: 0 } }],
    ['is said not to have changed, which is trusted', { lastmod: 'trust' }],
    ['has announced all changes', { lastmod: 'verify', rechecks: proven }],
  ])('is due where the URL %s', (_name, changes) => {
    expect(ask({ ...changes, now })).toEqual({ kind: 'due', isConditional: true });
    expect(ask({ ...changes, now: new Date(visited) }).kind).toBe('not-due');
  });

  it('is not what a server is believed by that says that nothing is new', () => {
    const wholeOn = '2027-01-01';
    expect(ask({ known: known({ wholeOn }) })).toMatchObject({ kind: 'due', wantsWhole: true });
  });

  it('is done all the same where it is one of a run that this one continues', () => {
    expect(ask({ ...continuing({}), now }).kind).toBe('not-due');
  });
});

describe('a lastmod with a time and no zone', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/Berlin'])(
    'means the same on a machine in %s: it is over when it is all over the world',
    (other) => {
      vi.stubEnv('TZ', other);
      const kinds = ['2026-01-01T11:59:59', '2026-01-01T12:00:01'].map((lastmod) => {
        const listings = [{ source: 's', found: { by: 'sitemap', lastmod }, depth: 0 }];
        return ask({ lastmod: 'trust', known: known({}, { listings }) }, lastmod).kind;
      });
      expect(kinds).toEqual(['not-due', 'due']);
    },
  );
});

const after = (changed: number): number =>
  adaptedMs({ looks: 900, days: 900, changed, announced: 0 });

describe('a recheck interval', () => {
  it('is kept to', () => {
    const until = '2026-01-03T00:42:00.000Z';
    const reason = { because: 'recheck', rule: 26, until };
    expect(ask({ recheck: 26 })).toEqual({ kind: 'not-due', reason });
    expect(ask({ recheck: 26, now: new Date(until) }).kind).toBe('due');
    expect(ask({ recheck: 24 }).kind).toBe('due');
    expect(ask({ recheck: 25.3 }).kind).toBe('not-due');
  });

  it('does not keep from asking again for what failed', () => {
    expect(ask({ recheck: 26, known: known({ state: 'fetch-failed' }) }).kind).toBe('due');
  });

  it('is the longer the less a source changes, and a month at the most', () => {
    expect(after(0)).toBe(30 * day);
    expect(after(9) / day).toBeCloseTo(4.86, 1);
    expect(after(99) / day).toBeCloseTo(0.46, 1);
    expect(after(9)).toBeGreaterThan(after(10));
  });

  it('is none where nothing was looked at again yet', () => {
    expect(adaptedMs({ looks: 0, days: 0, changed: 0, announced: 0 })).toBe(0);
    expect(ask({ recheck: 'adaptive' }).kind).toBe('due');
    expect(ask({ recheck: 'adaptive', rechecks: { ...proven, changed: 0 } })).toMatchObject({
      kind: 'not-due',
      reason: { because: 'recheck', rule: 'adaptive' },
    });
  });
});
