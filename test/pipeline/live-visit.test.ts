import { describe, expect, it } from 'vitest';
import type { Source } from '../../src/config/schema.ts';
import type { Listing } from '../../src/model/target.ts';
import { chooseLiveSettings } from '../../src/pipeline/live-visit.ts';

const url = 'https://a.org/dataset/7';
const plain = { include: [], exclude: [] } as const;
const site: Source = { kind: 'site', site: 'https://a.org/', name: 'site', ...plain };
const pages: Source = {
  kind: 'urls',
  urls: ['https://b.org/1', 'https://a.org/2'],
  name: 'pages',
  ...plain,
};
const list: Source = { kind: 'list', list: 'https://c.org/all.json', name: 'list', ...plain };

const listing = (source: string, depth = 0): Listing => ({
  source,
  depth,
  found: { by: 'sitemap' },
});

describe('the settings of a live visit', () => {
  it('are those of the named source, whichever source lists the URL', () => {
    const request = { url, sources: [site, list], listings: [listing('site')] };
    expect(chooseLiveSettings({ ...request, named: list })).toEqual({
      source: list,
      because: 'named',
    });
  });

  it('are those of a source that lists the URL, rather than of one on its host', () => {
    expect(chooseLiveSettings({ url, sources: [site, list], listings: [listing('list')] })).toEqual(
      {
        source: list,
        because: 'listed',
        listing: listing('list'),
      },
    );
  });

  it('are those of the source with the fewest links to the URL', () => {
    const listings = [listing('list', 1), listing('pages', 0), listing('site', 0)];
    expect(chooseLiveSettings({ url, sources: [site, list, pages], listings })).toEqual({
      source: pages,
      because: 'listed',
      listing: listing('pages', 0),
    });
  });

  it('are those of the only source that starts from its host', () => {
    for (const source of [site, pages]) {
      expect(chooseLiveSettings({ url, sources: [list, source], listings: [] })).toEqual({
        source,
        because: 'same-host',
      });
    }
  });

  it('are not those of a source that is no longer in the configuration', () => {
    expect(chooseLiveSettings({ url, sources: [site], listings: [listing('gone')] })).toEqual({
      source: site,
      because: 'same-host',
    });
  });

  it('are the defaults where several sources start from its host, or from another port', () => {
    expect(chooseLiveSettings({ url, sources: [site, list, pages], listings: [] })).toEqual({
      source: undefined,
      candidates: ['site', 'pages'],
    });
    const port = 'https://a.org:8443/dataset/7';
    expect(chooseLiveSettings({ url: port, sources: [site], listings: [] })).toEqual({
      source: undefined,
      candidates: [],
    });
  });

  it('include how the named source lists the URL, if it does', () => {
    const listings = [listing('list', 1), listing('site')];
    const request = { url, sources: [site, list, pages], listings };
    expect(chooseLiveSettings({ ...request, named: list })).toMatchObject({ listing: listings[0] });
    expect(chooseLiveSettings({ ...request, named: pages })).toEqual({
      source: pages,
      because: 'named',
    });
  });
});
