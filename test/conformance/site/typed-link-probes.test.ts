import { describe, expect, it } from 'vitest';
import { configSchema } from '../../../src/config/schema.ts';
import { TypedLinkProbes } from '../../../src/conformance/site/typed-link-probes.ts';
import { selectSignposts } from '../../../src/links/followable-links.ts';
import { parseLinkField } from '../../../src/links/link-field.ts';
import { placedLinks } from '../../../src/links/typed-links.ts';
import type { LinkPlace } from '../../../src/model/typed-link.ts';
import { graphsOf } from '../../expand/expanding.ts';
import { type Handler, paths } from '../../web/loopback.ts';
import { serveSite } from './checking.ts';

const { limits } = configSchema.parse({
  store: { path: 'none' },
  sources: [{ name: 'a', urls: ['https://soil.example/'] }],
});
const record = { '@context': 'https://schema.org/', '@type': 'Dataset', name: 'Soil' };
const linkset = '</7.json>; rel="linkset"; type="application/linkset+json"';

interface Probed {
  readonly received: readonly string[];
  readonly broken: unknown;
  readonly isLinksetRead: boolean | undefined;
  /** Relations of the links in the linkset. */
  readonly added: readonly string[];
}

interface ProbedPage {
  /** Paths of the metadata that the harvest visited. */
  readonly documents?: readonly string[];
  readonly place?: LinkPlace;
}

/** Probes a page `/7` with links in its fields. */
async function probe(
  table: Record<string, Handler | string>,
  fields: readonly string[],
  { documents = ['/7'], place = 'header' }: ProbedPage = {},
): Promise<Probed> {
  const site = await serveSite(paths(table), { retries: 0 });
  const url = `${site.origin}/7`;
  const { links } = parseLinkField(fields.join(', '), url);
  const records = [];
  for (const path of documents) {
    records.push(...(await graphsOf([record], { documentUrl: site.origin + path })));
  }
  const page = { url, links: selectSignposts(placedLinks(links, place)), records };
  const probed = await new TypedLinkProbes(site.requests, limits).probe(page);
  const added = probed.links.slice(page.links.length).map(({ rel }) => rel);
  const broken: unknown = JSON.parse(
    JSON.stringify(probed.broken).replaceAll(site.origin, 'http://host'),
  );
  return { received: site.received, broken, isLinksetRead: probed.isLinksetRead, added };
}

const linksOf = (anchor: string): string =>
  JSON.stringify({
    linkset: [
      {
        anchor,
        'cite-as': [{ href: 'https://doi.org/10.5072/7' }],
        describedby: [{ href: '/7.jsonld', type: 'application/ld+json' }],
      },
    ],
  });

describe('the linkset of a page', () => {
  it('is read as a harvest reads it, and its metadata asked for', async () => {
    expect(await probe({ '/7.json': linksOf('/7'), '/7.jsonld': '{}' }, [linkset])).toEqual({
      received: ['GET /7.json', 'HEAD /7.jsonld'],
      broken: [],
      isLinksetRead: true,
      added: ['cite-as', 'describedby'],
    });
  });

  it('of another page gives no metadata of this one', async () => {
    const { received, isLinksetRead } = await probe({ '/7.json': linksOf('/8') }, [linkset]);
    expect({ received, isLinksetRead }).toEqual({ received: ['GET /7.json'], isLinksetRead: true });
  });

  it.each([
    ['is not there', {}, { status: 404 }],
    ['is a page', { '/7.json': '<!doctype html><p>' }, { reason: 'linkset-malformed' }],
    ['is empty', { '/7.json': '{"linkset": []}' }, { reason: 'linkset-malformed' }],
  ])('that %s is broken', async (_how, table, failure) => {
    expect(await probe(table, [linkset])).toEqual({
      received: ['GET /7.json'],
      broken: [{ rel: 'linkset', link: 'http://host/7.json', ...failure }],
      isLinksetRead: undefined,
      added: [],
    });
  });

  it.each([403, 429, 503])('that answers %d is not broken', async (status) => {
    const refusing: Handler = (_request, response) => void response.writeHead(status).end();
    expect(await probe({ '/7.json': refusing }, [linkset])).toMatchObject({ broken: [] });
  });

  it('is one, that with a known type, and not requested where robots.txt forbids it', async () => {
    const untyped = '</links>; rel="linkset"';
    const { received } = await probe({ '/7.json': linksOf('/8') }, [untyped, linkset, untyped]);
    expect(received).toEqual(['GET /7.json']);
    const forbidden = '</private/7>; rel="linkset"; type="application/linkset"';
    expect(await probe({}, [forbidden])).toMatchObject({ received: [], broken: [] });
  });

  it('that the harvest read is not requested again', async () => {
    expect(await probe({}, [linkset], { place: 'linkset' })).toMatchObject({ received: [] });
  });
});

describe('metadata and content that a page links to', () => {
  const metadata = ['7.jsonld', '7.ttl'].map((path) => `</${path}>; rel="describedby"`);
  const content = ['7.csv', '8.csv'].map((path) => `</${path}>; rel="item"`);

  it('are asked for once each', async () => {
    const table = { '/7.jsonld': '{}', '/7.csv': '1' };
    const { received, broken } = await probe(table, [...metadata, ...content]);
    expect({ received, broken }).toEqual({
      received: ['HEAD /7.jsonld', 'HEAD /7.csv'],
      broken: [],
    });
  });

  it('are broken where nothing is there', async () => {
    expect(await probe({}, [...metadata, ...content])).toMatchObject({
      broken: [
        { rel: 'describedby', link: 'http://host/7.jsonld', status: 404 },
        { rel: 'item', link: 'http://host/7.csv', status: 404 },
      ],
    });
  });

  it('are not asked for where the harvest visited them', async () => {
    const { received } = await probe({}, metadata, { documents: ['/7', '/7.ttl'] });
    expect(received).toEqual([]);
  });

  it('of another resource are not asked for', async () => {
    expect(await probe({}, ['</8.ttl>; rel="describedby"; anchor="/8"'])).toMatchObject({
      received: [],
    });
  });
});
