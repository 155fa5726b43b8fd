import { describe, expect, it } from 'vitest';
import { paths, serve, type Handler } from '../web/loopback.ts';
import { harvestCatalogue } from './catalogue-harvest.ts';

function json(value: unknown, type = 'application/json'): Handler {
  return (_, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(JSON.stringify(value));
  };
}

function text(body: string, type: string): Handler {
  return (_, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(body);
  };
}

/** A record of OGC API Records. */
function record(number: number): object {
  return {
    type: 'Feature',
    id: `glacier-${number}`,
    geometry: { type: 'Point', coordinates: [10.5, 46.75] },
    time: { interval: ['1995-01-01', '..'] },
    properties: { type: 'dataset', title: `Glacier ${number}`, keywords: ['ice'] },
    links: [{ rel: 'self', href: `/collections/ice/items/${number}` }],
  };
}

function link(rel: string, href: string, type = 'application/json') {
  return { rel, href, type };
}

/** A service: landing page, collections, and items on two pages and an empty third. */
function service(): Handler {
  const items = (features: object[], next?: string) => ({
    type: 'FeatureCollection',
    features,
    links: next === undefined ? [] : [link('next', next, 'application/geo+json')],
  });
  return paths({
    '/': json({
      title: 'A service',
      links: [
        link('self', '/'),
        link('conformance', '/conformance'),
        link('data', '/collections?f=html', 'text/html'),
        link('data', '/collections'),
      ],
    }),
    '/collections': json({
      collections: [
        { id: 'ice', itemType: 'record', links: [link('items', '/collections/ice/items')] },
        { id: 'rivers', itemType: 'feature', links: [link('items', '/collections/rivers/items')] },
      ],
    }),
    '/collections/ice': json({
      id: 'ice',
      itemType: 'record',
      links: [
        link('items', '/collections/ice/items?f=jsonld', 'application/ld+json'),
        link('items', '/collections/ice/items', 'application/geo+json'),
      ],
    }),
    '/collections/ice/items': json(
      items([record(1), record(2)], 'items?offset=2'),
      'application/geo+json',
    ),
    '/collections/ice/items?offset=2': json(items([record(3)], 'items?offset=3')),
    '/collections/ice/items?offset=3': json(items([])),
    '/collections/ice/items/1': json(record(1), 'application/geo+json'),
  });
}

describe('a catalogue of OGC API Records', () => {
  const all = ['Glacier 1', 'Glacier 2', 'Glacier 3'];

  it.each([
    ['its landing page', '/', all],
    ['its collections', '/collections', all],
    ['a collection', '/collections/ice', all],
    ['its items', '/collections/ice/items', all],
    ['one record', '/collections/ice/items/1', ['Glacier 1']],
  ])('is harvested from %s', async (_, start, expected) => {
    const { names, report } = await harvestCatalogue((await serve(service())) + start);
    expect(names).toEqual(expected);
    expect(report).toMatchObject({ listing: 'complete', problems: {} });
  });

  it('has one graph for each record, named by its id and its page', async () => {
    const items = `${await serve(service())}/collections/ice/items`;
    const { graphs } = await harvestCatalogue(items);
    expect(graphs.map(({ graph }) => graph).toSorted()).toEqual([
      `${items}#glacier-1`,
      `${items}#glacier-2`,
      `${items}?offset=2#glacier-3`,
    ]);
  });

  it('is requested as metadata, and its pages with the media types of their links', async () => {
    const accepted: (string | undefined)[] = [];
    const site = await serve((request, response) => {
      if (request.url !== '/robots.txt') accepted.push(request.headers.accept);
      service()(request, response);
    });
    await harvestCatalogue(`${site}/collections`);
    expect(accepted.map((accept) => accept?.split(', ').slice(0, 2))).toEqual([
      ['application/geo+json', 'application/ld+json;q=0.9'],
      ['application/json', 'application/geo+json'],
      ['application/geo+json', 'application/geo+json'],
      ['application/geo+json', 'application/geo+json'],
    ]);
  });
});

/** An entry of a `data.json`. */
function entry(number: number) {
  return {
    title: `Reservoir ${number}`,
    identifier: `reservoir-${number}`,
    accessLevel: 'public',
    description: 'x'.repeat(2000),
    distribution: [{ '@type': 'dcat:Distribution', downloadURL: `https://dam.example/${number}` }],
  };
}

describe('a catalogue as data.json', () => {
  it.each([
    ['in memory', 5],
    ['in pieces', 100],
  ])('is harvested %s', async (_, count) => {
    const dataset = Array.from({ length: count }, (__, number) => entry(number));
    const conformsTo = 'https://project-open-data.cio.gov/v1.1/schema';
    const site = await serve(paths({ '/data.json': json({ conformsTo, dataset }) }));
    const limits = { pieceBytes: 65_536 };
    const { graphs, report } = await harvestCatalogue(`${site}/data.json`, { limits });
    expect(report).toMatchObject({ listing: 'complete', problems: {} });
    const keys = graphs.map(({ key }) => key).filter((key) => key?.startsWith('reservoir'));
    expect(keys).toEqual(dataset.map(({ identifier }) => identifier));
    expect(graphs.every(({ quads }) => quads > 0)).toBe(true);
  });
});

function name(number: number): string {
  return `Buoy ${number}`;
}

describe('a data.json that a page links to', () => {
  it('is harvested as well', async () => {
    const conformsTo = 'https://project-open-data.cio.gov/v1.1/schema';
    const catalogue = {
      '@context': { '@vocab': 'http://schema.org/' },
      '@type': 'ItemList',
      itemListElement: ['/data.json'],
    };
    const site = await serve(
      paths({
        '/': json(catalogue, 'application/ld+json'),
        '/data.json': json({ '@type': 'dcat:Catalog', conformsTo, dataset: [entry(1), entry(2)] }),
      }),
    );
    const { names } = await harvestCatalogue(`${site}/`);
    expect(names).toEqual(['', 'Reservoir 1', 'Reservoir 2']);
  });
});

describe('a catalogue as a graph file of many records', () => {
  const count = 300;
  const numbers = Array.from({ length: count }, (_, number) => number);
  const quads = numbers.map((number) => {
    const subject = `<https://buoy.example/${number}>`;
    const graph = `<urn:gleaner:buoys:${number}>`;
    return (
      `${subject} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <https://schema.org/Dataset> ${graph} .\n` +
      `${subject} <https://schema.org/name> "${name(number)}" ${graph} .\n` +
      `${subject} <https://schema.org/description> "${'x'.repeat(400)}" ${graph} .\n`
    );
  });
  const nodes = numbers.map((number) => ({
    '@id': `https://buoy.example/${number}`,
    '@type': 'Dataset',
    name: name(number),
    description: 'x'.repeat(400),
  }));
  const turtle = nodes.map(
    (node) => `<${node['@id']}> a s:Dataset ; s:name "${node.name}" ; s:description "x" .`,
  );
  const jsonLd = JSON.stringify({
    '@context': { '@vocab': 'http://schema.org/' },
    '@graph': nodes,
  });

  it.each([
    ['N-Quads', quads.join(''), 'application/n-quads', 4_194_304],
    ['large N-Quads', quads.join(''), 'application/n-quads', 65_536],
    [
      'Turtle',
      `@prefix s: <https://schema.org/> .\n${turtle.join('\n')}`,
      'text/turtle',
      4_194_304,
    ],
    ['JSON-LD', jsonLd, 'application/ld+json', 4_194_304],
    ['large JSON-LD', jsonLd, 'application/ld+json', 65_536],
  ])('is split by record: %s', async (_, body, type, pieceBytes) => {
    const site = await serve(paths({ '/graph': text(body, type) }));
    const { names, report } = await harvestCatalogue(`${site}/graph`, { limits: { pieceBytes } });
    expect(names).toEqual(numbers.map(name).toSorted());
    expect(report).toMatchObject({ listing: 'complete', urls: { loaded: 1 }, problems: {} });
  });
});
