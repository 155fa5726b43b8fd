import { describe, expect, it } from 'vitest';
import { configSchema, sourceOf } from '../../src/config/schema.ts';
import type { SiteReport } from '../../src/model/site-check.ts';
import { checkSite } from '../../src/pipeline/check-site.ts';
import { harvestLive } from '../../src/pipeline/live-visit.ts';
import { OaiRepository } from '../support/oai-repository.ts';
import { paths, serve, type Handler } from '../web/loopback.ts';
import { record, typed } from './finding.ts';

const { signal } = new AbortController();
const now = () => new Date('2026-01-02T03:04:05Z');

function configOf(place: object) {
  return configSchema.parse({
    store: { path: 'unused' },
    workers: 0,
    http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } },
    sources: [{ name: 'a', ...place }],
  });
}

async function check(url: string): Promise<SiteReport> {
  const config = configOf({ urls: [url] });
  const result = await checkSite({ start: { url }, config, signal, now });
  if (result.kind !== 'checked') throw new TypeError('nothing answers');
  return result.report;
}

/** The record graphs of a source, by their names. */
async function recordsOf(place: object): Promise<ReadonlyMap<string, string>> {
  const config = configOf(place);
  const [source] = config.sources.map(sourceOf);
  if (source === undefined) throw new TypeError('no source');
  const records = new Map<string, string>();
  await harvestLive({
    config,
    source,
    onVisit: (visit) => {
      for (const { graph, nquads } of visit.records) records.set(graph, nquads);
    },
    signal,
    now,
  });
  return records;
}

const json = 'application/ld+json';
const [one, two] = [record('doi:10.5072/1'), record('doi:10.5072/2')];
const large = JSON.stringify({ ...(JSON.parse(one) as object), description: 'x'.repeat(100_000) });
const turtle = (name: string) =>
  `<https://e.org/${name}> a <https://schema.org/Dataset> ; <https://schema.org/name> "x" .\n`;
const triples =
  '<https://e.org/1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ' +
  '<https://schema.org/Dataset> .\n<https://e.org/1> <https://schema.org/name> "x" .\n';
const rdfXml =
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="https://schema.org/">' +
  '<s:Dataset rdf:about="https://e.org/1"><s:name>x</s:name></s:Dataset></rdf:RDF>';
const feature = (id: string) => ({
  type: 'Feature',
  id,
  geometry: null,
  properties: { type: 'dataset', title: 'x', keywords: ['a'], created: '2024-01-01' },
  links: [{ rel: 'self', href: 'https://e.org/1' }],
});
const dcatUs = JSON.stringify({
  conformsTo: 'https://project-open-data.cio.gov/v1.1/schema',
  dataset: ['1', '2'].map((identifier) => {
    return { title: 'a', identifier, accessLevel: 'public', keyword: ['x'], description: 'b' };
  }),
});

const geoJson = (value: object): Handler => typed('application/geo+json', JSON.stringify(value));

describe('a document to check gives the records that a harvest finds', () => {
  it.each<[string, string, string, number]>([
    ['one in JSON-LD', json, one, 1],
    ['one that is large', json, large, 1],
    ['one in a graph', json, `{"@context":"https://schema.org/","@graph":[${one}]}`, 1],
    ['one in Turtle', 'text/turtle', turtle('1'), 1],
    ['one in Turtle without its type', 'text/plain', `@prefix a: <b:> .\n${turtle('1')}`, 1],
    ['one in RDF/XML', 'application/rdf+xml', rdfXml, 1],
    ['one in N-Triples', 'application/n-triples', triples, 1],
    ['one of OGC API Records', 'application/geo+json', JSON.stringify(feature('1')), 1],
    ['those of Turtle', 'text/turtle', turtle('1') + turtle('2'), 2],
    ['those of an array', json, `[${one},${two}]`, 2],
    ['those of an array whose first is large', json, `[${large},${two}]`, 2],
    ['those of JSON lines', 'application/jsonl', `${one}\n${two}\n`, 2],
    ['those of large JSON lines', 'application/jsonl', `${large}\n${two}\n`, 2],
    ['those of DCAT-US', 'application/json', dcatUs, 2],
    [
      'those of OGC API Records',
      'application/geo+json',
      JSON.stringify({ type: 'FeatureCollection', features: [feature('1'), feature('2')] }),
      2,
    ],
  ])('%s', async (_name, type, body, count) => {
    const origin = await serve(paths({ '/x': typed(type, body) }));
    const url = `${origin}/x`;
    expect(await check(url)).toMatchObject({ start: 'document', records: count });
    expect(await recordsOf({ list: url })).toEqual(await recordsOf({ urls: [url] }));
  });

  it('those of each page of OGC API Records', async () => {
    const features = [feature('1')];
    const links = [{ rel: 'next', href: '/2', type: 'application/geo+json' }];
    const origin = await serve(
      paths({
        '/1': geoJson({ type: 'FeatureCollection', features, links }),
        '/2': geoJson({ type: 'FeatureCollection', features: [feature('2')] }),
      }),
    );
    expect(await check(`${origin}/1`)).toMatchObject({ start: 'document', records: 2 });
  });
});

describe('a site whose listing gives no URL has an error that says why', () => {
  it.each([
    ['names only itself', 'sitemap-empty', '/sitemap.xml'],
    ['names only what is missing', 'http-status', '/other.xml'],
  ])('where its sitemap index %s', async (_name, id, named) => {
    const origin = await serve((request, response) => {
      const loc = `http://${request.headers.host}${named}`;
      paths({
        '/sitemap.xml': `<sitemapindex><sitemap><loc>${loc}</loc></sitemap></sitemapindex>`,
      })(request, response);
    });
    for (const url of [`${origin}/sitemap.xml`, `${origin}/`]) {
      const { findings } = await check(url);
      expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([{ id }]);
    }
  });
});

describe('the base URL of OAI-PMH', () => {
  it.each(['', '?verb=Identify'])('is checked as a repository: with %j', async (query) => {
    const repository = new OaiRepository(now);
    for (const id of ['1', '2']) repository.put(id, `Peat ${id}`);
    const report = await check(`${await serve(repository.listener)}/oai${query}`);
    expect(report).toMatchObject({ start: 'repository', listing: 'complete' });
    expect(repository.requests.some((each) => each.startsWith('verb=ListRecords'))).toBe(true);
  });
});
