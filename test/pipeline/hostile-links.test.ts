import { describe, expect, it } from 'vitest';
import type { UrlOutcome } from '../../src/model/url-update.ts';
import type { Handler } from '../web/loopback.ts';
import { find, kindsOf, page, record, typed } from './finding.ts';

/** What no stranger may have us read, or run. */
const schemes = [
  'file:///etc/passwd',
  'FILE:///etc/passwd',
  'ftp://127.0.0.1/records.json',
  'data:application/ld+json,{"@type":"Dataset"}',
  'javascript:alert(1)',
  'blob:http://127.0.0.1/1',
  'view-source:http://127.0.0.1/',
  'unix:/var/run/docker.sock',
  'jar:file:///a.jar!/b',
];

const names = (outcomes: ReadonlyMap<string, UrlOutcome>): readonly string[] => [
  ...outcomes.keys(),
];

describe('URLs that are not of the Web', () => {
  it('are each reported in a sitemap, and never requested', async () => {
    const locs = schemes.map((url) => `<url><loc>${url.replaceAll('"', '&quot;')}</loc></url>`);
    const table = { '/s.xml': `<urlset>${locs.join('')}</urlset>` };
    const { report, outcomes, requests } = await find(table, { sitemap: '/s.xml' });
    expect(names(outcomes)).toEqual([]);
    expect(requests).toEqual(['GET /s.xml']);
    expect(report.sources[0]?.problems).toMatchObject({
      'sitemap-entry-invalid': schemes.length,
    });
  });

  it('are not read as sitemaps of an index', async () => {
    const locs = schemes.map(
      (url) => `<sitemap><loc>${url.replaceAll('"', '&quot;')}</loc></sitemap>`,
    );
    const table = { '/s.xml': `<sitemapindex>${locs.join('')}</sitemapindex>` };
    const { report, requests } = await find(table, { sitemap: '/s.xml' });
    expect(requests).toEqual(['GET /s.xml']);
    expect(report.sources[0]?.problems).toMatchObject({
      'sitemap-entry-invalid': schemes.length,
    });
  });

  it('are not followed from a page, its header, or a linkset', async () => {
    const link = schemes
      .map((url) => `<${encodeURI(url)}>; rel=describedby; type="application/ld+json"`)
      .join(', ');
    const html = schemes.map(
      (url) =>
        `<link rel="describedby" type="application/ld+json" href='${url}'><base href='${url}'>`,
    );
    const linkset = {
      linkset: schemes.map((href) => ({ anchor: 'a', describedby: [{ href }], item: [{ href }] })),
    };
    const table = {
      '/a': typed('text/html', html.join(''), { link }),
      '/b': typed('application/linkset+json', JSON.stringify(linkset)),
    };
    const { outcomes, requests } = await find(table, ['/a', '/b']);
    expect(new Set(names(outcomes))).toEqual(new Set(['/a', '/b']));
    expect(new Set(requests.map((each) => each.split(' ')[1]))).toEqual(new Set(['/a', '/b']));
  });

  it.each(schemes)('are not followed from a redirect: %s', async (location) => {
    const redirect: Handler = (_request, response) => {
      response.writeHead(302, { location }).end();
    };
    const { outcomes } = await find({ '/a': redirect }, ['/a']);
    expect(kindsOf(outcomes.get('/a'))).toEqual(['redirect-invalid']);
  });

  it('are not read as items of a list', async () => {
    const list = {
      '@context': 'https://schema.org/',
      '@type': 'ItemList',
      itemListElement: schemes,
    };
    const table = { '/list': typed('application/ld+json', JSON.stringify(list)) };
    const { outcomes, requests } = await find(table, ['/list']);
    expect(names(outcomes)).toEqual(['/list']);
    expect(new Set(requests)).toEqual(new Set(['GET /list']));
  });

  it.each(schemes.filter((url) => !url.startsWith('unix')))(
    'are no contexts to load: %s',
    async (context) => {
      const json = record('1').replace('"https://schema.org/"', JSON.stringify([context]));
      const { outcomes } = await find({ '/a': page(json) }, ['/a']);
      expect(outcomes.get('/a')?.state).toBe('metadata-failed');
      expect(kindsOf(outcomes.get('/a'))).toContain('context-unavailable');
    },
  );
});
