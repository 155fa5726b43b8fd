import { afterEach, describe, expect, it, vi } from 'vitest';
import type { KnownUrl } from '../../src/model/url-update.ts';
import { adaptedMs } from '../../src/config/source-options.ts';
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

/** Changes of the question, with the settings of the source beside the other members. */
type Changes = Partial<VisitQuestion & VisitQuestion['source']>;

/** @param announced the `lastmod` of the listing */
function decide(changes: Changes = {}, announced = '2025-12-31') {
  const { recheck = 'always', lastmod = 'never', ...others } = changes;
  return decideVisit({
    target: { url, source: 's', found: { by: 'sitemap', lastmod: announced }, depth: 0 },
    known: known(),
    terms: 't',
    full: false,
    continues: new Set(),
    source: { recheck, lastmod },
    rechecks: { looks: 0, days: 0, changed: 0, announced: 0 },
    now: new Date(Date.parse(visited) + day),
    ...others,
  });
}

const proven = { looks: 100, days: 100, changed: 10, announced: 10 };

describe('a URL that is listed', () => {
  it.each<[string, Changes]>([
    ['nothing is known about it', { known: undefined }],
    ['everything is re-fetched', { full: true }],
    ['a context that it lacked is available', { hasNewContext: true }],
    ['its settings fingerprint has changed', { terms: 'others' }],
    ['it could not be fetched', { known: known({}, { state: 'fetch-failed' }) }],
    ['it is gone', { known: known({}, { state: 'gone' }) }],
    ['no response signature was kept', { known: known({}, { answer: undefined }) }],
  ])('is requested unconditionally where %s', (_name, changes) => {
    expect(decide(changes)).toEqual({ kind: 'due', isConditional: false });
  });

  it.each<[string, Changes]>([
    ['nothing says otherwise', {}],
    ['it had no metadata', { known: known({ state: 'no-metadata' }, { state: 'no-metadata' }) }],
    ['the continued run did not visit it', continuing({ state: 'not-tried' })],
    ['only an older run visited it', { continues: new Set(['r0']) }],
  ])('is requested conditionally where %s', (_name, changes) => {
    expect(decide(changes)).toEqual({ kind: 'due', isConditional: true });
  });

  it.each([
    [29, { kind: 'due', isConditional: true }],
    [60, { kind: 'due', isConditional: true, wantsWhole: true }],
  ])('is due after %s days of status 304', (days, due) => {
    const now = new Date(Date.parse(visited) + days * day);
    expect(decide({ known: known({ wholeOn: visited.slice(0, 10) }), now })).toEqual(due);
    const isWhole = decide({ known: known(), now });
    expect(isWhole).toEqual({ kind: 'due', isConditional: true });
  });

  it('is not due where the continued run visited it', () => {
    expect(decide(continuing({}))).toEqual({
      kind: 'not-due',
      reason: { because: 'done', run: 'r1' },
    });
    expect(decide(continuing({ state: 'linked' }))).toEqual({
      kind: 'not-due',
      reason: { because: 'done', run: 'r1' },
    });
  });
});

function continuing(visit: Partial<KnownUrl['visit']>): Changes {
  return { continues: new Set(['r1', 'r0']), known: known(visit) };
}

describe('a list', () => {
  it('is visited each time, since it names other URLs', () => {
    const target = { url, source: 's', found: { by: 'list' }, depth: 0, isList: true } as const;
    const listings = [{ source: 's', found: { by: 'list' }, depth: 0 }];
    const changes = { target, known: known({}, { listings }), recheck: 26 };
    expect(decide(changes)).toEqual({ kind: 'due', isConditional: true });
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
  ])('of %s ends with its last moment in the latest time zone', (lastmod, expected) => {
    const listings = [{ source: 's', found: { by: 'sitemap', lastmod }, depth: 0 }];
    const decision = decide({ lastmod: 'trust', known: known({}, { listings }) }, lastmod);
    expect(decision.kind).toBe(expected);
  });

  it('that differs from before makes the URL due, whatever the interval', () => {
    expect(decide({ recheck: 26, lastmod: 'verify' }, '2026-01-01').kind).toBe('due');
    expect(decide({ recheck: 26, lastmod: 'never' }, '2026-01-01').kind).toBe('not-due');
  });

  const told = { because: 'lastmod', lastmod: '2025-12-31' } as const;

  it('is ignored where the source says `never`', () => {
    expect(decide({ lastmod: 'never', rechecks: proven }).kind).toBe('due');
  });

  it.each<[string, object, number]>([
    ['its metadata was damaged', { state: 'metadata-failed' }, 0],
    ['one of its records was missing', { kept: 1 }, 0],
    ['its record is only kept', { state: 'no-metadata' }, 1],
    ['a home page came', { state: 'no-metadata', problems: [{ kind: 'redirected-away', url }] }, 0],
    ['a login came', { state: 'no-metadata', problems: [{ kind: 'login-required', url }] }, 0],
  ])('does not postpone a visit where %s', (_name, outcome, records) => {
    const failed = { ...known({ state: 'no-metadata' }, outcome), records };
    for (const changes of [{ lastmod: 'trust' }, { recheck: 26 }] as const) {
      expect(decide({ ...changes, known: failed })).toEqual({ kind: 'due', isConditional: true });
    }
  });

  it.each<[string, object, number]>([
    ['a page had no metadata', { state: 'no-metadata' }, 0],
    ['some of it was damaged', { failed: 1 }, 1],
  ])('is believed for a week where %s', (_name, outcome, records) => {
    const visit = { ...known({}, outcome), records };
    const after = (days: number) =>
      decide({ lastmod: 'trust', known: visit, now: new Date(Date.parse(visited) + days * day) });
    expect([6, 7].map((days) => after(days).kind)).toEqual(['not-due', 'due']);
  });

  it('postpones a visit where it is trusted, the same and older than the visit', () => {
    expect(decide({ lastmod: 'trust' })).toEqual({ kind: 'not-due', reason: told });
    expect(decide({ lastmod: 'trust' }, '2026-01-03').kind).toBe('due');
    const later = { by: 'sitemap', lastmod: '2026-01-03' } as const;
    const listings = [{ source: 's', found: later, depth: 0 }];
    const edited = known({}, { listings });
    expect(decide({ lastmod: 'trust', known: edited }, '2026-01-03').kind).toBe('due');
    expect(decide({ lastmod: 'trust' }, 'no date').kind).toBe('due');
  });

  it('is compared with that of the same source', () => {
    const other = [{ source: 'other', found: { by: 'sitemap', lastmod: '2025-12-31' }, depth: 0 }];
    expect(decide({ lastmod: 'trust', known: known({}, { listings: other }) }).kind).toBe('due');
  });

  it('postpones a visit for a week where it announced each of ten changes', () => {
    const changes = { lastmod: 'verify', rechecks: proven } as const;
    const until = '2026-01-09T00:00:00.000Z';
    expect(decide(changes)).toEqual({ kind: 'not-due', reason: { ...told, until } });
    expect(decide({ ...changes, rechecks: { ...proven, announced: 9 } }).kind).toBe('due');
    expect(decide({ ...changes, rechecks: { ...proven, changed: 9, announced: 9 } }).kind).toBe(
      'due',
    );
    expect(decide({ ...changes, now: new Date(Date.parse(visited) + 7 * day) }).kind).toBe('due');
  });
});

describe('a visit that a wrong clock dates in the future', () => {
  const now = new Date(Date.parse(visited) - 1);

  it.each<[string, Changes]>([
    ['has a long interval', { recheck: 8760 }],
    ['hardly ever changes', { recheck: 'adaptive', rechecks: { ...proven, changed: 0 } }],
    ['has an unchanged, trusted lastmod', { lastmod: 'trust' }],
    ['announced all changes', { lastmod: 'verify', rechecks: proven }],
  ])('is due where the URL %s', (_name, changes) => {
    expect(decide({ ...changes, now })).toEqual({ kind: 'due', isConditional: true });
    expect(decide({ ...changes, now: new Date(visited) }).kind).toBe('not-due');
  });

  it('does not keep a URL from being fetched whole', () => {
    const wholeOn = '2027-01-01';
    expect(decide({ known: known({ wholeOn }) })).toMatchObject({ kind: 'due', wantsWhole: true });
  });

  it('still counts where the visit is one of a continued run', () => {
    expect(decide({ ...continuing({}), now }).kind).toBe('not-due');
  });
});

describe('a lastmod with a time and no zone', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/Berlin'])(
    'means the same on a machine in %s',
    (other) => {
      vi.stubEnv('TZ', other);
      const kinds = ['2026-01-01T11:59:59', '2026-01-01T12:00:01'].map((lastmod) => {
        const listings = [{ source: 's', found: { by: 'sitemap', lastmod }, depth: 0 }];
        return decide({ lastmod: 'trust', known: known({}, { listings }) }, lastmod).kind;
      });
      expect(kinds).toEqual(['not-due', 'due']);
    },
  );
});

const after = (changed: number): number =>
  adaptedMs({ looks: 900, days: 900, changed, announced: 0 });

describe('a recheck interval', () => {
  it('postpones a visit until it has passed', () => {
    const until = '2026-01-03T00:42:00.000Z';
    const reason = { because: 'recheck', rule: 26, until };
    expect(decide({ recheck: 26 })).toEqual({ kind: 'not-due', reason });
    expect(decide({ recheck: 26, now: new Date(until) }).kind).toBe('due');
    expect(decide({ recheck: 24 }).kind).toBe('due');
    expect(decide({ recheck: 25.3 }).kind).toBe('not-due');
  });

  it('does not postpone a visit after a failure', () => {
    expect(decide({ recheck: 26, known: known({ state: 'fetch-failed' }) }).kind).toBe('due');
  });

  it('is the longer the less a source changes, up to a month', () => {
    expect(after(0)).toBe(30 * day);
    expect(after(9) / day).toBeCloseTo(4.86, 1);
    expect(after(99) / day).toBeCloseTo(0.46, 1);
    expect(after(9)).toBeGreaterThan(after(10));
  });

  it('is zero where nothing was revisited yet', () => {
    expect(adaptedMs({ looks: 0, days: 0, changed: 0, announced: 0 })).toBe(0);
    expect(decide({ recheck: 'adaptive' }).kind).toBe('due');
    expect(decide({ recheck: 'adaptive', rechecks: { ...proven, changed: 0 } })).toMatchObject({
      kind: 'not-due',
      reason: { because: 'recheck', rule: 'adaptive' },
    });
  });
});
