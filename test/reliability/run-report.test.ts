import { describe, expect, it } from 'vitest';
import { noRequests, noRunCosts, noSourceCosts } from '../../src/model/run-costs.ts';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain } from './later-harvests.ts';

const pages = 6;

/** A site with a sitemap of pages, half of which have no cache validators. */
async function site() {
  const served = await faultSite('127.0.0.1');
  for (let page = 0; page < pages; page += 1) {
    served.page(`/${page}`, page % 2 === 0 ? {} : { validators: [] });
  }
  served.list();
  return served;
}

describe('the report of a run', () => {
  it('counts each request once, by method, and the bytes of all', async () => {
    const { origin, requests } = await site();
    const { report } = await harvestAgain({ site: origin }).harvest();
    const methods = requests.map(({ method }) => method);
    const gets = methods.filter((method) => method === 'GET').length;
    expect(report.requests).toMatchObject({ GET: gets, HEAD: methods.length - gets });
    const [own] = report.sources;
    // robots.txt and the sitemap are not URLs of a source.
    expect(own?.requests).toMatchObject({ GET: pages, HEAD: 0, notModified: 0 });
    expect(own?.requests.bytesReceived).toBeGreaterThan(100 * pages);
    expect(report.requests.bytesReceived).toBeGreaterThan(own?.requests.bytesReceived ?? 0);
    expect(report.hosts).toMatchObject({
      states: { answering: 1 },
      slowest: [{ host: new URL(origin).host, requests: methods.length }],
    });
  });

  it('says what was saved, and how', async () => {
    const { origin } = await site();
    const again = harvestAgain({ site: origin });
    expect((await again.harvest()).report.sources[0]?.saved).toEqual(noSourceCosts.saved);
    const { report } = await again.harvest();
    const half = pages / 2;
    expect(report.sources[0]?.saved).toEqual({ notModified: half, sameContent: half });
    expect(report.sources[0]?.requests).toMatchObject({ GET: pages, notModified: half });
    // The sitemap is unchanged, too, as is robots.txt, which is one day old.
    expect(report.requests.notModified).toBe(half + 2);
  });

  it('asks for nothing where nothing is due, and says so', async () => {
    const { origin } = await site();
    const source = { urls: [0, 1].map((page) => `${origin}/${page}`), recheck: 720 };
    const again = harvestAgain(source);
    await again.harvest();
    const { report } = await again.harvest();
    expect(report.sources[0]).toMatchObject({ urls: { 'not-due': 2 }, requests: noRequests });
  });

  it('measures phases of which none is longer than the run', async () => {
    const { origin } = await site();
    const startedAt = performance.now();
    const { report } = await harvestAgain({ site: origin }).harvest();
    const seconds = (performance.now() - startedAt) / 1000;
    for (const took of Object.values(report.phases)) expect(took).toBeLessThanOrEqual(seconds);
    const { listing, waiting, deriving, loading } = report.sources[0]?.phases ?? report.phases;
    expect([listing, waiting, deriving, loading].every((took) => took > 0)).toBe(true);
  });

  it('is kept as it is', async () => {
    const { origin } = await site();
    const again = harvestAgain({ site: origin });
    const { report } = await again.harvest();
    const { runs } = await again.read(async (store) => store.status());
    expect(runs[0]?.report).toEqual(report);
    expect(report.phases).not.toEqual(noRunCosts.phases);
  });
});
