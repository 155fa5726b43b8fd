import { describe, expect, it } from 'vitest';
import { extract, kindsOf, pageUrl, script } from './extraction.ts';

const verdictOn = async (document: unknown, beside: readonly unknown[] = []) =>
  kindsOf(await extract([document, ...beside].map((content) => script(content)).join('')))[0];

describe('page furniture', () => {
  it.each(
    [
      { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 1 }] },
      { '@type': ['WebPage', 'ItemPage'], name: 'A page' },
      { '@type': 'schema:WebSite', 'schema:name': 'A site' },
      { '@type': 'http://schema.org/SearchAction' },
      { '@type': 'https://schema.orgWebSite' },
      { '@type': 'https://schema.org/ImageObject' },
      { type: 'SiteNavigationElement' },
      { '@type': 'FAQPage', mainEntity: [{ '@type': 'Question', name: 'Why?' }] },
      { '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name: 'Ada' } },
      { '@type': 'WebPage', about: { '@id': '#organization' } },
      { '@graph': [{ '@type': 'WebSite' }, { '@type': 'Organization' }, { '@type': 'Person' }] },
      [{ '@type': 'WebSite' }, { '@type': 'BreadcrumbList' }],
    ].map((document): [unknown] => [document]),
  )('is %j', async (document) => {
    expect(await verdictOn(document)).toBe('page-furniture');
  });

  it.each(
    [
      { '@type': 'Dataset' },
      { '@type': ['WebPage', 'Dataset'] },
      { '@type': 'ResearchProject' },
      { '@type': 'Table' },
      { '@type': 'something' },
      { '@type': ['Organization', 'Place'] },
      { '@id': 'https://example.org/1', name: 'untyped' },
      { '@type': 7 },
      { '@type': 'DigitalDocument', about: { '@type': 'ImageObject' } },
      { '@type': 'ImageObject', subjectOf: { '@type': 'dcat:CatalogRecord' } },
      { '@type': 'WebPage', mainEntity: { '@type': 'Dataset' } },
      { '@type': 'ItemPage', 'schema:about': [{ '@type': ['schema:Place'] }] },
      { '@graph': [{ '@type': 'WebSite' }, { '@type': 'Dataset' }] },
      { '@type': 'WebSite', '@graph': [{ '@type': 'Dataset' }] },
      [{ '@type': 'BreadcrumbList' }, { '@type': 'Dataset' }],
    ].map((document): [unknown] => [document]),
  )('is not %j', async (document) => {
    expect(await verdictOn(document)).toBe('document');
  });
});

const problemOf = async (...documents: readonly unknown[]) =>
  (await extract(documents.map((content) => script(content)).join(''))).find(
    ({ kind }) => kind === 'failed',
  );

describe('a page with nothing but boilerplate', () => {
  it('has no metadata, and reports the types of its JSON-LD', async () => {
    const [site, crumbs] = [{ '@type': 'schema:WebSite' }, { '@type': 'BreadcrumbList' }];
    const graph = { '@graph': [{ '@type': 'WebSite' }, { '@type': ['Organization'] }] };
    expect(await problemOf(site, crumbs, graph)).toMatchObject({
      problem: { kind: 'site-metadata-only', types: ['WebSite', 'BreadcrumbList', 'Organization'] },
    });
  });

  it('has no such problem beside a record, nor where it has no JSON-LD', async () => {
    expect(await problemOf({ '@type': 'WebSite' }, { '@type': 'Dataset' })).toBeUndefined();
    expect(await problemOf()).toEqual({
      kind: 'failed',
      problem: { kind: 'no-metadata', url: pageUrl },
    });
  });
});

describe('an organisation or person', () => {
  const itself = {
    '@type': 'ResearchOrganization',
    '@id': `${pageUrl}#this`,
    name: 'An institute',
  };

  it('is a record where the page is about it', async () => {
    expect(await verdictOn(itself)).toBe('document');
    expect(await verdictOn({ '@type': 'Person', url: '/dataset/1/' })).toBe('document');
    const mainEntityOfPage = { '@id': pageUrl.replace('https:', 'http:') };
    expect(await verdictOn({ '@type': 'Person', mainEntityOfPage })).toBe('document');
    expect(await verdictOn(itself, [{ '@type': 'WebSite' }])).toBe('document');
  });

  it('is furniture where it only publishes the page', async () => {
    const publisher = { '@type': 'Organization', url: 'https://repository.example.org/' };
    expect(await verdictOn(publisher)).toBe('page-furniture');
    expect(await verdictOn({ '@type': 'Organization', '@id': '#organization' })).toBe(
      'page-furniture',
    );
    expect(await verdictOn({ '@type': 'Organization', url: '' })).toBe('page-furniture');
    expect(await verdictOn({ '@type': 'Organization', url: 'https://[' })).toBe('page-furniture');
  });

  it('is boilerplate beside a record, or beside a broken one', async () => {
    expect(await verdictOn(itself, [{ '@type': 'Dataset' }])).toBe('page-furniture');
    expect(await verdictOn(itself, ['{"@type": "Dataset",}'])).toBe('page-furniture');
    expect(await verdictOn(itself, ['['.repeat(300)])).toBe('page-furniture');
    expect(await verdictOn(itself, [''])).toBe('document');
    const link = '<link rel=describedby type=application/ld+json href=1.jsonld>';
    expect(kindsOf(await extract(link + script(itself)))).toEqual(['page-furniture', 'link']);
  });
});
