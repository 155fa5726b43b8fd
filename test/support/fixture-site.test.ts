import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from './fixture-site.mjs';

const agent = new Agent();
let folder = '';
let site: Awaited<ReturnType<typeof serveSite>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fixture-site-'));
  const overrides = {
    '/sitemap-b.xml.gz': { file: 'sitemap.xml', gzip: true, type: 'application/gzip' },
    '/old': { status: 301, location: '/new' },
    '/gone': { status: 410 },
    '/kept.jsonld': { file: 'r.jsonld', validators: true },
    '/page?v=2': {
      file: 'index.html',
      headers: { link: '<{{origin}}/r.jsonld>; rel=describedby' },
    },
  };
  const files = {
    'site.json': JSON.stringify(overrides),
    'sitemap.xml': '<loc>{{origin}}/1</loc>',
    'index.html': Buffer.from('<p>\u00FC {{origin}} {{port}}</p>', 'latin1'),
    'r.jsonld': '{}',
    'picture.png': '{{origin}}',
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(folder, name), content);
  }
  site = await serveSite(folder);
});
afterAll(async () => {
  await agent.close();
  await site.close();
  await rm(folder, { recursive: true });
});

async function get(target: string): Promise<{ status: number; type: unknown; body: Buffer }> {
  // Not through `URL`, which would remove the dot segments of a path.
  const { statusCode, headers, body } = await agent.request({
    origin: site.origin,
    path: target,
    method: 'GET',
  });
  return {
    status: statusCode,
    type: headers['content-type'],
    body: Buffer.from(await body.arrayBuffer()),
  };
}

describe('serveSite', () => {
  it('serves files by name with its origin in texts, in whatever encoding', async () => {
    expect(await get('/')).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
      body: Buffer.from(`<p>\u00FC ${site.origin} ${new URL(site.origin).port}</p>`, 'latin1'),
    });
    expect(await get('/r.jsonld?x=1')).toMatchObject({ status: 200, type: 'application/ld+json' });
    expect(String((await get('/picture.png')).body)).toBe('{{origin}}');
  });

  it('does as site.json says', async () => {
    const gzipped = await get('/sitemap-b.xml.gz');
    expect(gzipped.type).toBe('application/gzip');
    expect(String(gunzipSync(gzipped.body))).toBe(`<loc>${site.origin}/1</loc>`);
    const moved = await request(`${site.origin}/old`);
    expect([moved.statusCode, moved.headers['location']]).toEqual([301, '/new']);
    await moved.body.dump();
    expect((await get('/gone')).status).toBe(410);
    const page = await request(`${site.origin}/page?v=2`);
    expect(page.headers['link']).toBe(`<${site.origin}/r.jsonld>; rel=describedby`);
    await page.body.dump();
  });

  it('answers with 304 to who has the content, where site.json says so', async () => {
    const url = `${site.origin}/kept.jsonld`;
    const first = await request(url);
    const etag = String(first.headers['etag']);
    await first.body.dump();
    const [same, other] = await Promise.all([
      request(url, { headers: { 'if-none-match': etag } }),
      request(url, { headers: { 'if-none-match': '"other"' } }),
    ]);
    expect([same.statusCode, await same.body.text()]).toEqual([304, '']);
    expect([other.statusCode, await other.body.text()]).toEqual([200, '{}']);
  });

  it.each([
    '/nothing',
    '/site.json',
    '/r.jsonld/',
    '/../../../../../../etc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/%zz',
    '/%00',
  ])('has nothing at %s', async (target) => {
    expect((await get(target)).status).toBe(404);
  });

  it('remembers what was asked for', async () => {
    await get('/r.jsonld?remember=me');
    expect(site.requests.at(-1)).toMatchObject({ method: 'GET', path: '/r.jsonld?remember=me' });
  });
});
