import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveFaults, type FaultSite } from './fault-server.mjs';

async function site(): Promise<FaultSite> {
  const served = await serveFaults();
  onTestFinished(() => served.close());
  return served;
}

describe('serveFaults', () => {
  it('sends a page once to who keeps its validators, until the site changes', async () => {
    const { page, change } = await site();
    const url = page('/1');
    const { headers } = await fetch(url);
    const byTag = { 'if-none-match': headers.get('etag') ?? '' };
    const byDate = { 'if-modified-since': headers.get('last-modified') ?? '' };
    const statuses = async (): Promise<number[]> =>
      Promise.all(
        [byTag, byDate].map(async (asked) => (await fetch(url, { headers: asked })).status),
      );
    expect(await statuses()).toEqual([304, 304]);
    change();
    expect(await statuses()).toEqual([200, 200]);
  });

  it('keeps the validators back that a page shall not have', async () => {
    const { page } = await site();
    const { headers } = await fetch(page('/1', { body: 'fen', validators: ['etag'] }));
    expect([headers.get('etag'), headers.get('last-modified')]).toEqual([expect.any(String), null]);
  });

  it('lists the paths that it has, and counts and keeps what it is asked', async () => {
    const { page, fault, list, remove, origin, requests, countOf } = await site();
    const gone = fault('/gone', 'gone');
    page('/1');
    list();
    const robots = await (await fetch(`${origin}/robots.txt`)).text();
    const sitemap = await (await fetch(robots.replace('Sitemap: ', '').trim())).text();
    expect(sitemap).toContain(`<loc>${origin}/gone</loc>`);
    expect(sitemap).not.toContain('robots.txt');
    expect((await fetch(gone, { method: 'HEAD' })).status).toBe(410);
    remove('/gone');
    expect((await fetch(`${gone}?again`)).status).toBe(404);
    expect([countOf('/gone'), countOf('/gone', 'HEAD')]).toEqual([2, 1]);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /robots.txt',
      'GET /sitemap.xml',
      'HEAD /gone',
      'GET /gone?again',
    ]);
  });

  it('ends what drips, pours and keeps silent at once', async () => {
    const { fault, close, requests } = await serveFaults();
    const asking = (['headers-dripping', 'headers-endless', 'silence'] as const).map(
      async (name) => {
        await fetch(fault(`/${name}`, name));
      },
    );
    const ended = Promise.allSettled(asking);
    await vi.waitUntil(() => requests.length === 3);
    await close();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
