import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { load, type CheerioAPI } from 'cheerio';
import { createApp } from '../../../src/serve/app.ts';
import { ServedCatalogue } from '../../../src/serve/served-catalogue.ts';
import type { Site } from '../../../src/serve/site.ts';
import { createWorkspace, type Workspace } from '../../cli/workspace.ts';

const site: Site = {
  title: 'Lakes',
  base: 'http://localhost/',
};

/**
 * Pages of a catalogue that was harvested in two nights: a good source, a bad one, one without a
 * server, one that is no longer configured, one of whose URLs a part is the good one's.
 */
export interface HarvestedPages {
  readonly workspace: Workspace;
  /** Where the sources were. */
  readonly origin: string;
  /** The text of a page; the status is expected. */
  text(path: string, status?: number): Promise<string>;
  page(path: string, status?: number): Promise<CheerioAPI>;
  close(): Promise<void>;
}

export async function harvestPages(): Promise<HarvestedPages> {
  const night = { number: 1 };
  const server = createServer((request, response) => {
    answer(request.url ?? '', response, night.number);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const workspace = await createWorkspace();
  for (const number of [1, 2]) {
    night.number = number;
    await workspace.write('config.yaml', config(origin, number));
    await workspace.run(['ingest', 'config.yaml']);
  }
  await new Promise((done) => {
    server.close(done);
  });
  const path = `${workspace.folder}/catalogue`;
  const served = await ServedCatalogue.open({ path, onTrouble: fail });
  const app = createApp({ catalogue: served, site, onError: fail });
  const text = async (address: string, status = 200): Promise<string> => {
    const got = await app.request(`http://localhost${address}`);
    const body = await got.text();
    if (got.status !== status) throw new Error(`${address} gave ${got.status}: ${body}`);
    return body;
  };
  return {
    workspace,
    origin,
    text,
    page: async (address, status) => load(await text(address, status)),
    close: async () => {
      await served.close();
      await workspace.remove();
    },
  };
}

function fail(error: unknown): never {
  throw error;
}

/**
 * The last one is configured in the first night alone; the port of the dead one is that of no
 * server.
 */
function config(origin: string, night: number): string {
  const sources = [
    `{ name: good, sitemap: "${origin}/good.xml", recheck: 20 }`,
    `{ name: bad, sitemap: "${origin}/bad.xml" }`,
    '{ name: dead, sitemap: "http://127.0.0.1:1/sitemap.xml" }',
    `{ name: twin, urls: ["${origin}/good/5", "${origin}/changing/1"] }`,
    ...(night === 1 ? [`{ name: former, urls: ["${origin}/good/90"] }`] : []),
  ];
  return [
    'store: { path: ./catalogue }',
    'workers: 0',
    'http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } }',
    'sources:',
    ...sources.map((source) => `  - ${source}`),
    '',
  ].join('\n');
}

function answer(path: string, response: ServerResponse, night: number): void {
  const number = Number(/\d+$/u.exec(path)?.[0] ?? -1);
  if (path === '/robots.txt') response.end('User-agent: *\nDisallow: /good/3\n');
  else if (path === '/good.xml') response.end(sitemap('good', night === 1 ? 8 : 10, night - 1));
  else if (path === '/bad.xml') response.end(sitemap('bad', 60));
  else if (path.startsWith('/changing/')) response.writeHead(200, json).end(record(number + night));
  else if (path.startsWith('/good/')) response.writeHead(200, json).end(record(number));
  else answerBadly(number, response, night);
  function sitemap(folder: string, count: number, from = 0): string {
    const origin = `http://127.0.0.1:${response.socket?.localPort}`;
    const entries = Array.from(
      { length: count - from },
      (_, index) => `<url><loc>${origin}/${folder}/${index + from}</loc></url>`,
    );
    return `<urlset>${entries.join('')}</urlset>`;
  }
}

/** Of six pages one fails in the second night, and each of three others has a fault of its own. */
function answerBadly(number: number, response: ServerResponse, night: number): void {
  const kind = number % 6;
  if (kind === 1) response.writeHead(404).end();
  else if (kind === 3) {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Nothing');
  } else {
    const status = kind === 0 && night === 2 ? 500 : 200;
    response.writeHead(status, json).end(kind === 2 ? '{ "@type": "Dataset", ' : record(number));
  }
}

const json = { 'content-type': 'application/ld+json' };

/** Its name is to be escaped; every second has problems, of which one has more than are kept. */
function record(number: number): string {
  return JSON.stringify({
    '@context': 'https://schema.org/',
    '@id': `https://lakes.example/${number}`,
    '@type': 'Dataset',
    name: `<script>Lake ${number}`,
    ...(number % 2 === 0 ? { temporalCoverage: '2015-02-31' } : {}),
    ...(number === 4
      ? { citation: Array.from({ length: 130 }, (_, at) => ({ '@id': `http://host:port/${at}` })) }
      : {}),
  });
}

/** The number that a text begins with, or ends with. */
export function numberIn(text: string): number {
  return Number((/[\d,]+/u.exec(text)?.[0] ?? 'NaN').replaceAll(',', ''));
}
