import { describe, expect, it } from 'vitest';
import type { Target } from '../../src/model/target.ts';
import { harvestAgain, type Again } from './later-harvests.ts';

// Nothing listens there, so a request fails.
const base = 'http://127.0.0.1:9/records/';

/** A record as its list delivers it. */
function delivered(id: number, name: string): Target {
  const record = { '@context': 'https://schema.org/', '@type': 'Dataset', name };
  const body = Buffer.from(JSON.stringify(record));
  return { ...listed(id), content: { contentType: 'application/ld+json', body } };
}

function listed(id: number): Target {
  return { url: `${base}${id}`, source: 's', found: { by: 'list', in: `${base}list` }, depth: 0 };
}

const gone = (id: number): Target => ({ ...listed(id), isGone: true });
const unchanged = (id: number): Target => ({ ...listed(id), isUnchanged: true });

const harvested = (): Again => harvestAgain({ list: `${base}list`, maxRemovedShare: 0.5 });
const names = (text: string) => [1, 2, 3].map((id) => delivered(id, `${text} ${id}`));

describe('what a list delivers of a URL', () => {
  it('is read without a request, and recognised when it comes again', async () => {
    const again = harvested();
    expect(await again.harvest({ targets: names('Peat') })).toMatchObject({
      urls: { loaded: 3 },
      records: { added: 3 },
      problems: {},
    });
    const targets = [...names('Peat').slice(0, 2), delivered(3, 'Turf')];
    expect(await again.harvest({ targets, source: { recheck: 1000 } })).toMatchObject({
      urls: { unchanged: 2, loaded: 1 },
      records: { unchanged: 2, replaced: 1 },
    });
  });

  it('is read anew in a full harvest', async () => {
    const again = harvested();
    await again.harvest({ targets: names('Peat') });
    const { urls, report } = await again.harvest({ targets: names('Peat'), full: true });
    expect(urls).toEqual({ unchanged: 3 });
    expect(report.sources[0]?.saved).toEqual({ notModified: 0, sameContent: 0 });
  });
});

describe('a URL that is listed as deleted', () => {
  it('loses its record as one that is gone, without a request', async () => {
    const again = harvested();
    await again.harvest({ targets: names('Peat') });
    const targets = [...names('Peat').slice(0, 2), gone(3)];
    expect(await again.harvest({ targets })).toMatchObject({
      urls: { unchanged: 2, gone: 1 },
      records: { unchanged: 2, removed: 1 },
      problems: { 'listed-as-deleted': 1 },
    });
    await again.read(async (store) => {
      expect((await store.known(`${base}3`))?.outcome.state).toBe('gone');
    });
  });

  it('keeps its record where more would go than a run may remove', async () => {
    const again = harvested();
    await again.harvest({ targets: names('Peat') });
    const targets = [delivered(1, 'Peat 1'), gone(2), gone(3)];
    const held = await again.harvest({ targets });
    expect(held.records).toEqual({ unchanged: 1, kept: 2 });
    expect(held.problems).toMatchObject({ 'removals-held': 1 });
    const { records } = await again.harvest({ targets, allowRemovals: true });
    expect(records).toEqual({ unchanged: 1, removed: 2 });
  });

  it('is only counted where it was never harvested', async () => {
    const { urls, report, problems } = await harvested().harvest({
      targets: [delivered(1, 'Peat'), gone(2)],
    });
    expect(urls).toEqual({ loaded: 1 });
    expect(report.sources[0]?.skipped).toEqual({ deleted: 1 });
    expect(problems).toEqual({});
  });
});

describe('a URL that is listed as unchanged', () => {
  it('is not requested, and keeps its record', async () => {
    const again = harvested();
    await again.harvest({ targets: names('Peat') });
    const targets = [1, 2, 3].map(unchanged);
    const { urls, records, report } = await again.harvest({ targets });
    expect({ urls, records }).toEqual({ urls: { 'not-due': 3 }, records: { 'not-due': 3 } });
    expect(report.sources[0]?.notDue).toEqual({ lastmod: 0, recheck: 0, list: 3 });
  });

  it('is requested where nothing usable is known of it', async () => {
    const again = harvested();
    await again.harvest({ targets: names('Peat').slice(0, 2) });
    const targets = [1, 2, 3].map(unchanged);
    const { urls } = await again.harvest({ targets });
    expect(urls).toEqual({ 'not-due': 2, 'fetch-failed': 1 });
    const other = await again.harvest({ targets, source: { validate: 'report' } });
    expect(other.urls).toEqual({ 'fetch-failed': 3 });
    expect(other.records).toEqual({ 'failed-kept': 2 });
  });
});
