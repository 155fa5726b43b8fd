import { describe, expect, it } from 'vitest';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain } from './later-harvests.ts';

const jsonLd = 'application/ld+json';
const validators = { etag: '"one"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' };

describe('data whose validators stay', () => {
  it('lead where their Link field leads by now, and cost one request where it stays', async () => {
    const site = await faultSite('127.0.0.1');
    for (const name of ['one', 'two']) {
      const body = (url: string): string =>
        JSON.stringify({ '@context': 'https://schema.org/', '@type': 'Dataset', '@id': url, name });
      site.page(`/${name}.jsonld`, { body, headers: { 'content-type': jsonLd } });
    }
    const lead = (name: string): void => {
      const link = `</${name}.jsonld>; rel="describedby"; type="${jsonLd}"`;
      const headers = { 'content-type': 'text/csv', ...validators, link };
      site.page('/data.csv', { body: 'day,level', headers });
    };
    lead('one');
    const again = harvestAgain({ urls: [`${site.origin}/data.csv`] });
    expect((await again.harvest()).records).toEqual({ added: 1 });
    expect((await again.harvest()).records).toEqual({ unchanged: 1 });
    expect([site.countOf('/data.csv', 'HEAD'), site.countOf('/data.csv')]).toEqual([2, 2]);
    lead('two');
    const third = await again.harvest({ allowRemovals: true });
    expect(third.records).toEqual({ added: 1, removed: 1 });
    expect((await again.harvest()).records).toEqual({ unchanged: 1 });
  });
});
