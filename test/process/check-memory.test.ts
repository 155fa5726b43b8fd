import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SiteReport } from '../../src/model/site-check.ts';
import { createWorkspace, localConfig, type Workspace } from '../cli/workspace.ts';

const pages = 500;
/** In megabytes, of the thread that keeps what the report says. */
const heap = 100;
/** 240 kB a record: all of them do not fit into the heap. */
const description = 'Hourly soil moisture at ten stations. '.repeat(6400);

let server: Server;
let origin: string;
let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  server = createServer(({ url = '' }, response) => {
    if (url === '/sitemap.xml') {
      const locations = Array.from({ length: pages }, (_, at) => `<loc>${origin}/page/${at}</loc>`);
      response.end(`<urlset><url>${locations.join('</url><url>')}</url></urlset>`);
    } else if (url.startsWith('/page/')) response.end(pageOf(url));
    else if (url.startsWith('/xml/')) response.end('<metadata/>');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await workspace.write('config.yaml', localConfig('urls: ["http://127.0.0.1:1/"]', 1));
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  await workspace.remove();
});

function pageOf(path: string): string {
  const record = {
    '@context': 'https://schema.org/',
    '@id': `${origin}${path}`,
    '@type': 'Dataset',
    name: `Dataset ${path}`,
    description,
    distribution: { '@type': 'DataDownload', contentUrl: `${origin}${path}.csv` },
    subjectOf: {
      '@type': 'DataDownload',
      contentUrl: `${origin}/xml${path}`,
      encodingFormat: 'application/xml',
    },
  };
  return `<html><script type="application/ld+json">${JSON.stringify(record)}</script></html>`;
}

describe('the memory of a check', () => {
  it('does not grow with the texts of the records', async () => {
    const { code, stdout, stderr } = await workspace.runProcess(
      ['check', `${origin}/sitemap.xml`, '--json', '--quiet', '--links'],
      { env: { NODE_OPTIONS: `--max-old-space-size=${heap}` } },
    );
    expect(stderr).toBe('');
    expect(code).toBe(2);
    const { records, linked, links } = JSON.parse(stdout) as SiteReport; // Its own output.
    expect({ records, linked, links }).toEqual({
      records: pages,
      linked: { 'no-schema': pages },
      links: { asked: pages, missing: 0 },
    });
  });
});
