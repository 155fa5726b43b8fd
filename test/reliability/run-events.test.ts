import { describe, expect, it } from 'vitest';
import type { RunEvent, RunObserver } from '../../src/model/run.ts';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain } from './later-harvests.ts';

function observer() {
  const events: RunEvent[] = [];
  const made: RunObserver = {
    tell: (event) => events.push(event),
    room: async () => undefined,
  };
  return { events, observer: made };
}

/** The events of each URL, by its path. */
function settled(events: readonly RunEvent[]) {
  return Object.fromEntries(
    events.flatMap((event) =>
      event.event === 'url-settled' ? [[new URL(event.url).pathname, event]] : [],
    ),
  );
}

describe('who follows a run', () => {
  it('hears of each URL once, with its requests and problems, between start and end', async () => {
    const site = await faultSite('127.0.0.1');
    for (const path of ['/0', '/1', '/2', '/3', '/4', '/5']) site.page(path);
    site.list();
    const again = harvestAgain({ sitemap: `${site.origin}/sitemap.xml` });
    const first = observer();
    await again.harvest({ observer: first.observer });
    expect(first.events.filter(({ event }) => event === 'url-settled')).toHaveLength(6);
    expect(first.events[0]).toMatchObject({
      event: 'run-started',
      sources: [{ source: 's', kind: 'sitemap' }],
    });
    expect(first.events.at(-1)).toMatchObject({
      event: 'run-ended',
      report: { sources: [{ urls: { loaded: 6 } }] },
    });
    expect(first.events.at(-1)).not.toHaveProperty('report.examples');

    site.fault('/1', 'server-error');
    site.remove('/2');
    const second = observer();
    await again.harvest({ observer: second.observer });
    const told = settled(second.events);
    expect(told['/0']).toMatchObject({
      state: 'unchanged',
      records: { unchanged: 1 },
      requests: [{ method: 'GET', status: 304 }],
    });
    expect(told['/1']).toMatchObject({
      state: 'fetch-failed',
      records: { 'failed-kept': 1 },
      requests: [{ status: 500 }],
      problems: { 'http-status': 1 },
    });
    expect(told['/2']).toMatchObject({ state: 'gone', requests: [{ status: 404 }] });
    const events = second.events.map(({ event }) => event);
    expect(events).toContain('source-listed');
    expect(second.events.find(({ event }) => event === 'records-removed')).toMatchObject({
      url: `${site.origin}/2`,
      reason: 'gone',
      graphs: [`${site.origin}/2`],
    });
  });

  it('hears of URLs that are not listed any more, and of what is wrong with a listing', async () => {
    const site = await faultSite('127.0.0.1');
    const all = [0, 1, 2, 3, 4, 5].map((page) => site.page(`/${page}`));
    const again = harvestAgain({ urls: all });
    await again.harvest();
    const { events, observer: hears } = observer();
    await again.harvest({ observer: hears, source: { urls: all.slice(1) } });
    expect(settled(events)['/0']).toMatchObject({ state: 'unlisted', records: { removed: 1 } });
    const empty = observer();
    site.page('/sitemap.xml', { body: '<urlset/>', headers: { 'content-type': 'text/xml' } });
    const source = { sitemap: `${site.origin}/sitemap.xml` };
    await harvestAgain(source).harvest({ observer: empty.observer });
    expect(empty.events).toContainEqual(
      expect.objectContaining({ event: 'listing-problem', source: 's' }),
    );
  });
});
