import { describe, expect, it } from 'vitest';
import type { Fallback } from '../../src/model/typed-link.ts';
import { documentsOf, extract, kindsOf, script, signpostsOf } from './extraction.ts';

const microdata =
  '<div itemscope itemtype="http://schema.org/Dataset" itemid="/d/1"><b itemprop="name">Tides</b></div>';
const rdfa =
  '<div vocab="http://schema.org/" typeof="Dataset" resource="/d/2"><b property="name">Winds</b></div>';
const metaTags = '<meta name="DC.title" content="Waves"><meta name="DC.type" content="Dataset">';
const all: readonly Fallback[] = ['microdata', 'rdfa', 'metaTags'];

const read = (html: string, wanted: readonly Fallback[]) =>
  extract(`<!doctype html>${html}`, { target: { fallbacks: wanted } });

describe('the last resorts of a page', () => {
  it.each([
    [metaTags + rdfa + microdata, all, 'microdata', 'Tides'],
    [metaTags + rdfa, all, 'rdfa', 'Winds'],
    [metaTags + rdfa + microdata, ['metaTags', 'rdfa'], 'rdfa', 'Winds'],
    [metaTags, all, 'metaTags', 'Waves'],
  ] satisfies [string, readonly Fallback[], Fallback, string][])(
    'are read where the source enables them, the best first: %#',
    async (html, wanted, route, name) => {
      const outcomes = await read(html, wanted);
      const [document, ...others] = documentsOf(outcomes);
      expect(others).toEqual([]);
      expect(document).toMatchObject({ route });
      expect(document?.json).toContain(`"${name}"`);
      const facts = { target: { fallbacks: wanted } };
      expect((await signpostsOf(html, facts)).offers).toMatchObject([{ via: route }]);
    },
  );

  it('are ignored where there is metadata', async () => {
    const html = microdata + script({ '@type': 'Dataset', name: 'JSON-LD' });
    expect(documentsOf(await read(html, all)).map(({ route }) => route)).toEqual(['embedded']);
  });

  it('are only reported where not enabled', async () => {
    const told = { problem: { kind: 'fallback-metadata-only', beside: ['microdata', 'metaTags'] } };
    expect(await extract(metaTags + microdata)).toMatchObject([told]);
    expect(await read(metaTags + microdata, ['rdfa'])).toMatchObject([told]);
    expect(await extract('<p>')).toMatchObject([{ problem: { kind: 'no-metadata' } }]);
  });

  it('that describe only the page are no record', async () => {
    const crumbs = '<ol itemscope itemtype="http://schema.org/BreadcrumbList"><li>Home</li></ol>';
    expect(kindsOf(await read(crumbs, all))).toEqual(['no-metadata']);
    expect(documentsOf(await read(crumbs + metaTags, all))).toMatchObject([{ route: 'metaTags' }]);
  });
});
