import { describe, expect, it } from 'vitest';
import type { LinkPlace, Offer, Signpost } from '../../src/model/typed-link.ts';
import type { UrlOutcome } from '../../src/model/url-update.ts';
import type { Listing } from '../../src/model/target.ts';
import { targetFromCatalogue } from '../../src/pipeline/revisit-policy.ts';

const page = 'https://a.org/7';
const url = 'https://a.org/7.jsonld';
const sitemap = 'https://a.org/sitemap.xml';

function outcome(
  of: string,
  signposts: { readonly offers?: readonly Offer[]; readonly links?: readonly Signpost[] } = {},
): UrlOutcome {
  const { offers = [], links = [] } = signposts;
  const at = '2026-01-02T03:04:05Z';
  const visit = { url: of, listings: [], state: 'harvested', at, run: 'r', problems: [] } as const;
  return { ...visit, signposts: { offers, links } };
}

const link = (rel: Signpost['rel'], target: string, place: LinkPlace, context = page): Signpost => {
  return { context, rel, target, profiles: [], place };
};

const offer = (via: Offer['via'], target: string, facts: Partial<Offer> = {}): Offer => {
  return { via, url: target, profiles: [], verdict: 'taken', ...facts };
};

const linked: Listing = {
  source: 'a',
  depth: 1,
  found: { by: 'link', in: page, place: 'header', rel: 'describedby' },
};

describe('a target from the catalogue', () => {
  it('has its discovery, and the links of its sitemap entry with their labels', () => {
    const found = { by: 'sitemap', in: sitemap, line: 4, describes: page } as const;
    const links = [
      link('describedby', url, 'sitemap'),
      link('author', 'https://orcid.org/0', 'sitemap'),
    ];
    const type = 'application/ld+json';
    const offers = [
      offer('sitemap-link', url, { type, profiles: ['CDIF1.0'] }),
      offer('sitemap-link', `${url}#part`, { profiles: ['CDIF1.0'] }),
      offer('sitemap-link', 'https://a.org/7.ttl', { verdict: 'outranked' }),
      offer('script', `${url}#other`),
      offer('content', url, { type: 'text/html' }),
    ];
    const license = link('license', 'https://spdx.org/licenses/MIT', 'html');
    const own = outcome(url, { offers, links: [...links, license] });
    expect(targetFromCatalogue({ source: 'a', found, depth: 0 }, { own, pages: [] })).toEqual({
      url,
      source: 'a',
      found,
      depth: 0,
      labels: [
        { type, profiles: ['CDIF1.0'] },
        { profiles: ['CDIF1.0'], scriptId: 'part' },
      ],
      links,
    });
  });

  it('has the labels and cite-as of the page that linked to it', () => {
    const doi = 'https://doi.org/10.1/a';
    const links = [
      link('describedby', url, 'header', 'https://a.org/moved'),
      link('cite-as', doi, 'header'),
      link('cite-as', 'https://doi.org/10.1/b', 'header', 'https://a.org/moved'),
      link('cite-as', 'https://doi.org/10.1/c', 'html', 'https://a.org/8'),
    ];
    const offers = [
      offer('header-link', url, { profiles: ['CDIF1.0'] }),
      offer('html-link', url, { profiles: ['other'], verdict: 'outranked' }),
    ];
    const pages = [outcome('https://a.org/8'), outcome(page, { offers, links })];
    const { labels, citeAs, depth } = targetFromCatalogue(linked, { own: outcome(url), pages });
    expect({ labels, citeAs, depth }).toEqual({
      labels: [{ profiles: ['CDIF1.0'] }],
      citeAs: [doi, 'https://doi.org/10.1/b'],
      depth: 1,
    });
  });

  it('has the cite-as that a linkset gives for its resource', () => {
    const links = [
      link('describedby', url, 'linkset', 'https://a.org/x'),
      link('cite-as', 'https://doi.org/10.1/x', 'linkset', 'https://a.org/x'),
      link('cite-as', 'https://doi.org/10.1/y', 'linkset', 'https://a.org/y'),
      link('cite-as', 'https://doi.org/10.1/z', 'linkset'),
    ];
    const pages = [outcome(page, { links })];
    expect(targetFromCatalogue(linked, { own: outcome(url), pages }).citeAs).toEqual([
      'https://doi.org/10.1/x',
    ]);
  });

  it('has no hints where none are kept', () => {
    const { signposts: _, ...own } = outcome(url);
    expect(targetFromCatalogue(linked, { own, pages: [] })).toEqual({ url, ...linked });
  });
});
