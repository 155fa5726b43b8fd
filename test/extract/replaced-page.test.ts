import { describe, expect, it } from 'vitest';
import { extract, kindsOf, type ResponseFacts, script, signpostsOf } from './extraction.ts';

const url = 'https://repository.example.org/dataset/1';
const home = 'https://repository.example.org/';

const catalogue = {
  '@context': 'https://schema.org/',
  '@type': 'DataCatalog',
  '@id': home,
  name: 'Soil Archive',
};
const dataset = { '@context': 'https://schema.org/', '@type': 'Dataset', name: 'Soil' };
const page = (title: string, ...described: readonly object[]): string =>
  `<title>${title}</title>${described.map((each) => script(each)).join('')}<h1>Welcome</h1>`;

/** The problem of an answer that gives nothing else; undefined where it gives a document. */
async function problemOf(html: string, facts: ResponseFacts = {}) {
  const outcomes = await extract(html, facts);
  if (outcomes.some(({ kind }) => kind === 'produced')) return undefined;
  return outcomes.flatMap((each) => (each.kind === 'failed' ? each.problem : [])).at(-1);
}

describe('a redirect to a page of the whole site', () => {
  it.each([
    ['home', home],
    ['home', 'https://repository.example.org'],
    ['home', 'https://other.example.org/'],
    ['home', 'https://repository.example.org/home'],
    ['home', 'https://repository.example.org/index.html'],
    ['home', 'https://repository.example.org/en/'],
    ['home', 'https://repository.example.org/de-AT/startseite'],
    ['home', 'https://repository.example.org/?lang=en'],
    ['home', 'https://repository.example.org/index.php?error=not-found'],
    ['home', 'https://repository.example.org/xmlui/'],
    ['search', 'https://repository.example.org/search?q=1'],
    ['search', 'https://repository.example.org/en/search.html'],
    ['search', 'https://repository.example.org/geonetwork/srv/eng/catalog.search'],
    ['search', 'https://repository.example.org/xmlui/discover'],
  ])('leads to its %s page: %s', async (which, finalUrl) => {
    const problem = { kind: 'redirected-away', url, page: which, redirectedTo: finalUrl };
    expect(await problemOf(page('Soil Archive'), { finalUrl })).toEqual(problem);
    // Its metadata is not that of the requested page, and is named.
    const types = ['DataCatalog'];
    expect(await problemOf(page('Soil', catalogue), { finalUrl })).toEqual({ ...problem, types });
    const broken = page('Soil').concat(script('{"@type": "DataCatalog"'));
    expect(await problemOf(broken, { finalUrl })).toEqual(problem);
  });

  it.each([
    ['the page moved', { finalUrl: 'https://repository.example.org/data/1' }],
    ['it leads to another record', { finalUrl: 'https://repository.example.org/?id=1' }],
    ['an application routes by the fragment', { finalUrl: `${home}#/dataset/1` }],
    ['the home page was requested', { url: home, finalUrl: `${home}en/` }],
    ['the home page was requested by a file name', { url: `${home}index.php`, finalUrl: home }],
    ['the catalogue is requested at its search', { url: `${home}search`, finalUrl: `${home}find` }],
    ['a list is at the root', { finalUrl: home, target: { isList: true as const } }],
    ['it names a directory', { finalUrl: 'https://repository.example.org/homeless/7' }],
  ])('is none where %s', async (_name, facts) => {
    expect(await problemOf(page('Soil', catalogue), facts)).toBeUndefined();
  });

  it.each([
    ['@id', { '@id': url }],
    ['url', { url: 'http://repository.example.org/dataset/1/' }],
    ['identifier', { identifier: [{ '@type': 'PropertyValue', value: '10.5072/soil-1' }] }],
  ])('gives the record that has the requested name as its %s', async (_name, named) => {
    const requested = 'identifier' in named ? 'https://doi.org/10.5072/SOIL-1' : url;
    const html = page('Soil', catalogue, { ...dataset, ...named });
    const outcomes = await extract(html, { url: requested, finalUrl: 'https://soil.example/' });
    expect(kindsOf(outcomes)).toEqual(['document', 'document']);
  });

  it('offers metadata of another resource, and its links are not followed', async () => {
    const link = '</catalogue.jsonld>; rel="describedby"; type="application/ld+json"';
    const facts = { finalUrl: home, link };
    const html = page('Soil', catalogue);
    expect(await signpostsOf(html, facts)).toMatchObject({
      offers: [{ via: 'script', verdict: 'other-resource' }, { via: 'header-link' }],
      links: [],
    });
    expect(kindsOf(await extract(html, facts))).toEqual(['redirected-away']);
  });

  it('to a login is a login, also with metadata, and to an error page is one', async () => {
    const finalUrl = 'https://repository.example.org/login?back=1';
    expect(await problemOf(page('Soil', catalogue), { finalUrl })).toEqual({
      kind: 'login-required',
      url,
      redirectedTo: finalUrl,
    });
    expect(await problemOf(page('Page not found'), { finalUrl: home })).toMatchObject({
      kind: 'soft-404',
    });
  });
});

describe('a tombstone page with status 200', () => {
  it.each([
    ['Dataset withdrawn', page('Dataset withdrawn')],
    ['Item removed', '<title>Soil</title><h1>Item\n <em>removed</em></h1>'],
    [
      'This dataset has been withdrawn',
      '<title>Soil moisture 2019</title><nav>Home</nav><div class="alert">This dataset <b>has ' +
        'been</b> withdrawn at the request of its author.</div>',
    ],
    [
      "Cette ressource n'est plus disponible",
      '<h1>Sols</h1><p>Cette ressource n&apos;est plus disponible.</p>',
    ],
  ])('says so: %s', async (text, html) => {
    expect(await problemOf(html)).toEqual({ kind: 'tombstone-page', url, text });
  });

  it('is none where the sentence is in an article', async () => {
    const article = `<p>${'The soil of this site was sampled each spring. '.repeat(100)}</p>`;
    const html = `<h1>News</h1>${article}<p>This dataset has been withdrawn.</p>`;
    expect(await problemOf(html)).toMatchObject({ kind: 'no-metadata' });
  });

  it('is told beside its metadata', async () => {
    const outcomes = await extract(page('Dataset withdrawn', dataset));
    expect(kindsOf(outcomes)).toEqual(['document', 'tombstone-page']);
    expect(outcomes.at(-1)).toMatchObject({ kind: 'noted' });
  });
});

it.each([
  ['soft-404', 'Page not found'],
  ['tombstone-page', 'This record has been deleted'],
])('metadata of the catalogue is none of a missing page: %s', async (kind, title) => {
  expect(await problemOf(page(title, catalogue))).toMatchObject({ kind, text: title });
  expect(await problemOf(page(title, catalogue), { url: home })).toBeUndefined();
  const headed = `<title>Soil Archive</title>${script(catalogue)}<h1><b>${title}</b></h1>`;
  expect(await problemOf(headed)).toMatchObject({ kind });
});

it('a record may be called like an error', async () => {
  const study = { ...dataset, name: '404 Not Found: a study' };
  expect(kindsOf(await extract(page('404 Not Found: a study', study)))).toEqual(['document']);
  expect(kindsOf(await extract(page('404', study, catalogue)))).toEqual(['document', 'document']);
});
