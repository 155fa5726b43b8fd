import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server saw it. Times are in milliseconds, by one clock. */
export interface SeenRequest {
  readonly host: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly startedAt: number;
  endedAt: number;
}

/** Many hosts, which are addresses of this machine with one port. */
export interface DistributedSite {
  readonly hosts: readonly string[];
  /** The paths of pages of all kinds. */
  readonly paths: readonly string[];
  readonly seen: readonly SeenRequest[];
  /** Calls back once, when so many requests have come from now on. */
  after(requests: number, call: () => void): void;
  close(): Promise<void>;
}

interface SiteOptions {
  readonly hosts: number;
  /** Pages of each host. */
  readonly pages: number;
  /** How long each answer takes, in milliseconds. */
  readonly answerMs: number;
}

/**
 * Serves hosts of which each has a sitemap with pages. Pages differ by their number: most hold a
 * record, others are gone, have broken JSON-LD, have no metadata, lead to a document, are forbidden,
 * redirect to the next host, or are a list of many records.
 */
export async function serveDistributedSite(options: SiteOptions): Promise<DistributedSite> {
  const { hosts: count, pages, answerMs } = options;
  const seen: SeenRequest[] = [];
  const waiting = new Set<{ left: number; readonly call: () => void }>();
  const server = createServer((request, response) => {
    const { host = '', authorization } = request.headers;
    const path = request.url ?? '';
    const times = { startedAt: now(), endedAt: Number.POSITIVE_INFINITY };
    const logged: SeenRequest = { host, path, authorization, ...times };
    seen.push(logged);
    response.on('close', () => (logged.endedAt = now()));
    for (const each of waiting) {
      each.left -= 1;
      if (each.left > 0) continue;
      waiting.delete(each);
      each.call();
    }
    setTimeout(() => answer(request, response, { hosts, pages }), answerMs);
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // as of a TCP server
  const hosts = Array.from({ length: count }, (_, index) => {
    return `127.0.${Math.floor(index / 200) + 1}.${(index % 200) + 1}:${port}`;
  });
  return {
    hosts,
    paths: Array.from({ length: Math.min(pages, kindsEvery) }, (_, page) => pathOf(page)),
    seen,
    after: (left, call) => void waiting.add({ left, call }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function now(): number {
  return performance.now();
}

function answer(
  { url = '', headers: { host = '' } }: IncomingMessage,
  response: ServerResponse,
  { hosts, pages }: { readonly hosts: readonly string[]; readonly pages: number },
): void {
  const next = hosts[(hosts.indexOf(host) + 1) % hosts.length] ?? host;
  const [, make] = answers.find(([part]) => url.includes(part)) ?? [];
  const {
    status = 200,
    type = 'text/html',
    location,
    body = '',
  } = make?.({
    host,
    next,
    url,
    pages,
  }) ?? { status: 404 };
  const fields = { 'content-type': type, etag: `"${body.length}"` };
  response.writeHead(status, location === undefined ? fields : { location }).end(body);
}

interface Asked {
  readonly host: string;
  /** The host after it. */
  readonly next: string;
  readonly url: string;
  /** How many pages a sitemap has. */
  readonly pages: number;
}

interface Made {
  readonly status?: number;
  readonly type?: string;
  readonly location?: string;
  readonly body?: string;
}

const jsonLd = 'application/ld+json';

/** The answers, by a part of the path; the first one counts. */
const answers: readonly (readonly [string, (asked: Asked) => Made])[] = [
  [
    '/robots.txt',
    () => ({ type: 'text/plain', body: 'User-agent: *\nDisallow: /pages/forbidden\n' }),
  ],
  ['/sitemap.xml', sitemap],
  ['/linked/', ({ host, url }) => ({ type: jsonLd, body: dataset(host, url) })],
  ['/gone', () => ({ status: 404, body: 'gone' })],
  ['/broken', () => ({ body: script('{ "name": ') })],
  ['/bare', () => ({ body: '<h1>Nothing here</h1>' })],
  ['/list', ({ host, url }) => ({ type: jsonLd, body: list(host, url) })],
  [
    '/moved',
    ({ host, next, url }) => {
      const from = `${host.replaceAll(/[.:]/gu, '-')}${url.replaceAll('/', '-')}`;
      return { status: 302, location: `http://${next}/linked/from-${from}` };
    },
  ],
  [
    '/leads',
    ({ url }) => {
      const href = `/linked/described${url.replaceAll('/', '-')}`;
      return { body: `<link rel="describedby" type="${jsonLd}" href="${href}">` };
    },
  ],
  ['/pages/', ({ host, url }) => ({ body: script(dataset(host, url)) })],
];

function sitemap({ host, pages }: Asked): Made {
  const entries = Array.from({ length: pages }, (_, page) => {
    return `<url><loc>http://${host}${pathOf(page)}</loc></url>`;
  });
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  const body = `<urlset xmlns="${namespace}">${entries.join('')}</urlset>`;
  return { type: 'application/xml', body };
}

/** The kind of a page is part of its path. */
const kinds = new Map([
  [3, 'gone'],
  [5, 'broken'],
  [7, 'bare'],
  [9, 'moved'],
  [11, 'leads'],
  [13, 'forbidden'],
  [15, 'list'],
]);

const kindsEvery = 20;

function pathOf(page: number): string {
  return `/pages/${kinds.get(page % kindsEvery) ?? 'record'}-${page}`;
}

function script(json: string): string {
  return `<title>A page</title><script type="application/ld+json">${json}</script>`;
}

function dataset(host: string, path: string): string {
  const id = `http://${host}${path}#it`;
  return JSON.stringify({
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': id,
    name: `Winds at ${id}`,
    temporalCoverage: '2001/2004',
  });
}

function list(host: string, path: string): string {
  const itemListElement = Array.from({ length: 40 }, (_, item) => ({
    '@type': 'Dataset',
    '@id': `http://${host}${path}#${item}`,
    name: `Item ${item} of ${path}`,
  }));
  return JSON.stringify({
    '@context': 'https://schema.org/',
    '@type': 'ItemList',
    itemListElement,
  });
}
