import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLinkField } from '../../src/links/link-field.ts';
import type { TypedLink } from '../../src/model/typed-link.ts';
import { foreignLinks, typedLink } from '../views/signposting/foreign-links.ts';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

interface SentSet {
  readonly sender: string;
  readonly anchor: string;
  readonly links: readonly {
    readonly rel: string;
    readonly href: string;
    readonly type?: string;
    readonly profile?: readonly string[];
  }[];
  readonly link: string;
}

let workspace: Workspace;
let server: Server;
let origin: string;
/** What is served as `Link` field at which URL. */
const fields = new Map<string, string>();
let sets: readonly SentSet[];

/** A page with its metadata in it, a page without, and what they lead to. */
function bodyAt(path: string): [type: string, body: string] | undefined {
  const context = 'https://schema.org/';
  if (path === '/tides') {
    const tides = {
      '@context': context,
      '@type': 'Dataset',
      '@id': 'https://doi.org/10.1234/tides',
      name: 'Tides',
      license: 'https://spdx.org/licenses/CC0-1.0.html',
      creator: { '@type': 'Person', '@id': 'https://orcid.org/0000-0002-1825-0097' },
      distribution: {
        '@type': 'DataDownload',
        contentUrl: `${origin}/tides.csv?a=1,2;b="x"`,
        encodingFormat: 'text/csv',
      },
    };
    const script = `<script type="application/ld+json">${JSON.stringify(tides)}</script>`;
    return ['text/html', `<!doctype html><head>${script}</head>`];
  }
  if (path === '/winds') {
    const link = `<link rel="describedby" type="application/ld+json" href="/winds.jsonld">`;
    return ['text/html', `<!doctype html><head>${link}</head>`];
  }
  if (path === '/winds.jsonld') {
    const winds = {
      '@context': context,
      '@type': 'Dataset',
      '@id': `${origin}/winds`,
      name: 'Winds',
      isPartOf: { '@id': `${origin}/collection` },
      identifier: 'hdl:20.500/Winds',
    };
    return ['application/ld+json', JSON.stringify(winds)];
  }
  return path.startsWith('/tides.csv') ? ['text/csv', 'a,b\n'] : undefined;
}

beforeAll(async () => {
  workspace = await createWorkspace();
  server = createServer(({ url = '' }, response) => {
    const field = fields.get(new URL(url, origin).href);
    const found = bodyAt(url);
    response.writeHead(found === undefined ? 404 : 200, {
      ...(found === undefined ? {} : { 'content-type': found[0] }),
      ...(field === undefined ? {} : { link: field }),
    });
    response.end(found?.[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await workspace.write('config.yaml', localConfig(`urls: ["${origin}/tides", "${origin}/winds"]`));
  await workspace.run(['ingest', 'config.yaml']);
  const { stdout } = await workspace.run(['signposting', '--source', 'local']);
  sets = stdout
    .trimEnd()
    .split('\n')
    // What the program wrote.
    .flatMap((line) => (JSON.parse(line) as { sets: readonly SentSet[] }).sets);
  for (const { anchor, link } of sets) fields.set(new URL(anchor).href, link);
});

afterAll(async () => {
  server.close();
  await workspace.remove();
});

/** As readers give them. */
function sent({ anchor, links }: SentSet): readonly Partial<TypedLink>[] {
  return links.map(({ href, profile = [], ...link }) =>
    typedLink(anchor, Object.assign(link, { target: href, profiles: profile })),
  );
}

describe('the links of a harvested site, served back', () => {
  it('are of all pages, files and metadata', () => {
    expect(sets.map(({ sender, anchor }) => `${sender} ${anchor}`)).toEqual([
      `landing page ${origin}/tides`,
      `content ${origin}/tides.csv?a=1,2;b=%22x%22`,
      `landing page ${origin}/winds`,
      `metadata ${origin}/winds.jsonld`,
    ]);
  });

  it('are read from the fields of answers by our own parser and by a foreign one', async () => {
    for (const set of sets) {
      const answer = await fetch(set.anchor, { method: 'HEAD' });
      const field = answer.headers.get('link') ?? '';
      expect(parseLinkField(field, answer.url)).toMatchObject({ links: sent(set), faults: [] });
      expect(foreignLinks(field, answer.url)).toEqual(sent(set));
    }
  });

  it('are known from a harvest', async () => {
    await workspace.run(['ingest', 'config.yaml', '--full']);
    const { stdout } = await workspace.run(['show', `${origin}/tides`, '--json']);
    // What the program wrote.
    const { records } = JSON.parse(stdout) as { records: { links: { place: string }[] }[] };
    const found = records.flatMap(({ links }) => links);
    const [page] = sets;
    if (page === undefined) throw new Error('no links');
    expect(found).toHaveLength(sent(page).length);
    for (const link of sent(page)) expect(found).toContainEqual({ ...link, place: 'header' });
  });
});
