import { describe, expect, it } from 'vitest';
import { paths, serve, type Handler } from '../web/loopback.ts';
import { harvestCatalogue } from './catalogue-harvest.ts';

const vocabulary = { '@vocab': 'http://schema.org/', hydra: 'http://www.w3.org/ns/hydra/core#' };

/** A DataCatalog with some datasets, described or only named. */
function catalogue(datasets: readonly unknown[], more: object = {}): object {
  return {
    '@context': vocabulary,
    '@type': 'DataCatalog',
    name: 'Bogs',
    dataset: datasets,
    ...more,
  };
}

function bog(number: number): object {
  return { '@type': 'Dataset', '@id': `https://bog.example/${number}`, name: `Bog ${number}` };
}

function answer(body: unknown, headers: Record<string, string> = {}): Handler {
  return (_, response) => {
    const isText = typeof body === 'string';
    const type = isText ? 'text/html' : 'application/ld+json';
    response.writeHead(200, { 'content-type': type, ...headers });
    response.end(isText ? body : JSON.stringify(body));
  };
}

function page(json: object, head = ''): string {
  return `<html><head>${head}<script type="application/ld+json">${JSON.stringify(json)}</script>`;
}

describe('a schema.org catalogue', () => {
  it('gives the datasets that stand in it and those that it names', async () => {
    const site = await serve(
      paths({
        '/catalog': answer(catalogue([bog(1), { '@id': '/2' }, '/3'])),
        '/2': answer(page({ '@context': vocabulary, ...bog(2) })),
        '/3': answer({ '@context': vocabulary, ...bog(3) }),
      }),
    );
    const { names, report } = await harvestCatalogue(`${site}/catalog`);
    expect(names).toEqual(['Bog 1', 'Bog 2', 'Bog 3', 'Bogs']);
    expect(report).toMatchObject({ listing: 'complete', urls: { loaded: 3 } });
  });

  it('may stand in a page', async () => {
    const site = await serve(
      paths({
        '/': answer(page(catalogue([bog(1), { '@id': '/2' }]))),
        '/2': answer(page({ '@context': vocabulary, ...bog(2) })),
      }),
    );
    expect((await harvestCatalogue(`${site}/`)).names).toEqual(['Bog 1', 'Bog 2', 'Bogs']);
  });

  it.each([
    ['a Link field', answer(catalogue([bog(1)]), { link: '</2>; rel="next"' })],
    ['a link of its page', answer(page(catalogue([bog(1)]), '<link rel="next" href="2">'))],
    [
      "Hydra's view",
      answer(
        catalogue([bog(1)], {
          'hydra:view': { '@type': 'hydra:PartialCollectionView', 'hydra:next': { '@id': '/2' } },
        }),
      ),
    ],
    ["Hydra's nextPage", answer(catalogue([bog(1)], { 'hydra:nextPage': '/2' }))],
    [
      'a page of its own in the graph',
      answer({
        '@context': vocabulary,
        '@graph': [
          { '@id': '#c', '@type': 'DataCatalog', name: 'Bogs', dataset: [bog(1)] },
          { '@type': 'hydra:PagedCollection', 'hydra:nextPage': '/2' },
        ],
      }),
    ],
  ])('goes on where %s says, until there is nothing more', async (_, first) => {
    const site = await serve(
      paths({
        '/catalog': first,
        '/2': answer(catalogue([bog(2)]), { link: '</3>; rel=next, </catalog>; rel=prev' }),
        '/3': answer(catalogue([bog(3)]), { link: '</2>; rel=prev' }),
      }),
    );
    const { names, outcomes } = await harvestCatalogue(`${site}/catalog`);
    expect(names).toEqual(['Bog 1', 'Bog 2', 'Bog 3', 'Bogs', 'Bogs', 'Bogs']);
    const third = outcomes.find(({ url }) => url === `${site}/3`);
    expect(third?.listings).toMatchObject([
      { found: { by: 'list', in: `${site}/2`, rel: 'next' }, depth: 0 },
    ]);
  });

  it('goes on in Turtle', async () => {
    const turtle = `
      @prefix dcat: <http://www.w3.org/ns/dcat#> . @prefix dct: <http://purl.org/dc/terms/> .
      @prefix hydra: <http://www.w3.org/ns/hydra/core#> .
      <#c> a dcat:Catalog ; dct:title "Bogs" ; dcat:dataset <#1> .
      <#1> a dcat:Dataset ; dct:title "Bog 1" .
      <?page=1> a hydra:PagedCollection ; hydra:nextPage "/2" .`;
    const site = await serve(
      paths({
        '/c.ttl': answer(turtle, { 'content-type': 'text/turtle' }),
        '/2': answer(catalogue([bog(2)])),
      }),
    );
    const { names } = await harvestCatalogue(`${site}/c.ttl`);
    expect(names).toEqual(['Bog 1', 'Bog 2', 'Bogs', 'Bogs']);
  });

  it('ends where its pages go in circles', async () => {
    const site = await serve(
      paths({
        '/1': answer(catalogue([bog(1)]), { link: '</2>; rel=next' }),
        '/2': answer(catalogue([bog(2)]), { link: '</1>; rel=next, </2>; rel=next' }),
      }),
    );
    const { report } = await harvestCatalogue(`${site}/1`);
    expect(report).toMatchObject({ listing: 'complete', urls: { loaded: 2 } });
  });

  it('is followed up to the limit of pages', async () => {
    const site = await serve((request, response) => {
      const number = Number(request.url?.slice(1));
      answer(catalogue([bog(number)]), { link: `</${number + 1}>; rel=next` })(request, response);
    });
    const { report, names } = await harvestCatalogue(`${site}/1`, {
      limits: { cataloguePages: 3 },
    });
    expect(names.filter((name) => name !== 'Bogs')).toEqual(['Bog 1', 'Bog 2', 'Bog 3', 'Bog 4']);
    expect(report).toMatchObject({
      listing: 'incomplete',
      listingProblems: [{ kind: 'too-many-pages', url: `${site}/1`, maxPages: 3 }],
    });
    const limited = await harvestCatalogue(`${site}/1`, { limit: 2 });
    expect(limited.report).toMatchObject({ listing: 'limited', urls: { loaded: 2 } });
  });

  it('is incomplete where a page cannot be fetched, and the others are harvested', async () => {
    const site = await serve(
      paths({ '/1': answer(catalogue([bog(1)]), { link: '</2>; rel=next' }) }),
    );
    const { report } = await harvestCatalogue(`${site}/1`);
    expect(report).toMatchObject({
      listing: 'incomplete',
      urls: { loaded: 1, 'fetch-failed': 1 },
      problems: { 'http-status': 1 },
    });
  });

  it('is followed to all its pages, whatever the filters of the source', async () => {
    const site = await serve(
      paths({
        '/1': answer(catalogue(['/d/1', '/x/1']), { link: '</2>; rel=next' }),
        '/2': answer(catalogue(['/d/2'])),
        '/d/1': answer({ '@context': vocabulary, ...bog(1) }),
        '/d/2': answer({ '@context': vocabulary, ...bog(2) }),
      }),
    );
    const source = { include: ['/d/*'], types: ['Dataset'] };
    const { names, report } = await harvestCatalogue(`${site}/1`, { source });
    expect(names).toEqual(['Bog 1', 'Bog 2']);
    expect(report.skipped).toEqual({ excluded: 1, 'type-not-wanted': 2 });
  });

  it('is not followed to pages that are no part of it', async () => {
    const site = await serve(
      paths({
        '/catalog': answer(catalogue(['/1'])),
        '/1': answer(page({ '@context': vocabulary, ...bog(1) }, '<link rel="next" href="/2">')),
        '/2': answer(page({ '@context': vocabulary, ...bog(2) })),
      }),
    );
    expect((await harvestCatalogue(`${site}/catalog`)).names).toEqual(['Bog 1', 'Bogs']);
  });

  it('without records is reported', async () => {
    const site = await serve(paths({ '/': answer('<html><body>Soon</body></html>') }));
    const { report } = await harvestCatalogue(`${site}/`);
    expect(report).toMatchObject({ listing: 'incomplete', problems: { 'list-empty': 1 } });
  });
});
