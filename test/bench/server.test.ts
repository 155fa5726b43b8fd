import { describe, expect, it } from 'vitest';
import { request } from 'undici';
import { serveSites } from '../../bench/generate/serve.mjs';
import { startServer, type Server } from '../../bench/measure/start-server.mjs';
import type { SiteOptions } from '../../bench/generate/site.mjs';

const options: SiteOptions = {
  seed: 1,
  records: 7,
  pageKb: 4,
  shapes: ['cdif', 'draft'],
  listSize: 5,
};

async function get(url: string): Promise<{ status: number; type: string; text: string }> {
  const { statusCode: status, headers, body } = await request(url);
  return { status, type: String(headers['content-type']), text: await body.text() };
}

/** Follows robots.txt and its sitemaps to the documents. */
async function documentsOf({ origins }: Pick<Server, 'origins'>): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const origin of origins) {
    const robots = await get(`${origin}/robots.txt`);
    for (const [, sitemap = ''] of robots.text.matchAll(/^Sitemap: (.*)$/gmu)) {
      const { text } = await get(sitemap);
      for (const [, url = ''] of text.matchAll(/<loc>([^<]*)<\/loc>/gu)) {
        const page = await get(url);
        expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
        texts.push(page.text);
      }
    }
  }
  return texts;
}

describe('the server of generated sites', () => {
  it('serves what its sitemaps list: every record once, as JSON in a page', async () => {
    const sites = await serveSites(options, 3);
    try {
      expect(new Set(sites.origins).size).toBe(3);
      const names = (await documentsOf(sites)).map((text) => {
        const script = /<script type="application\/ld\+json">(.*?)<\/script>/su.exec(text)?.[1];
        const { '@id': iri } = JSON.parse(script ?? '') as { '@id': string }; // every shape here names its root
        return iri;
      });
      expect(new Set(names).size).toBe(options.records);
      expect(names).toHaveLength(options.records);
    } finally {
      await sites.close();
    }
  });

  it('answers 404 to everything else', async () => {
    const sites = await serveSites(options, 1);
    try {
      expect(await get(`${sites.origins[0]}/nothing`)).toMatchObject({ status: 404, text: '' });
    } finally {
      await sites.close();
    }
  });

  it('runs in a process of its own until it is stopped', async () => {
    const server = await startServer({ options, hostCount: 2 });
    expect(await documentsOf(server)).toHaveLength(options.records);
    await server.stop();
    await expect(get(`${server.origins[0]}/robots.txt`)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });
});
