import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local site whose records change; each states its version in several statements. */
export interface ChangingSite {
  readonly origin: string;
  /** Number of requests for each path. */
  readonly asked: ReadonlyMap<string, number>;
  /** The current version of each page, by its URL. */
  versions(): ReadonlyMap<string, number>;
  /** Gives some pages a new version. */
  change(pages: Iterable<number>): void;
  /** Adds pages. */
  grow(count: number): void;
  /** Removes pages: they are no longer listed, and answer with 404. */
  remove(gone: Iterable<number>): void;
  /** Calls `tell` after this number of further responses. */
  after(requests: number, tell: () => void): void;
  /**
   * Lets this number of further requests through and holds all others until `release`. `reached`
   * resolves when one is held.
   */
  holdAfter(requests: number): { readonly reached: Promise<void>; readonly release: () => void };
  close(): Promise<void>;
}

/** Every tenth page is a list of this many records. */
const itemsPerList = 5;

export const isList = (page: number): boolean => page % 10 === 9;

/** Serves a sitemap and this number of pages. */
export async function serveChangingSite(pages: number): Promise<ChangingSite> {
  const versions = Array.from({ length: pages }, () => 1);
  const removed = new Set<number>();
  const asked = new Map<string, number>();
  let waiting = { left: Number.POSITIVE_INFINITY, tell: nothing };
  let gate = { left: Number.POSITIVE_INFINITY, reach: nothing, opened: done };
  const present = (): number[] => [...versions.keys()].filter((page) => !removed.has(page));
  const answer = (path: string, response: ServerResponse): void => {
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const page = Number(/^\/record\/(\d+)$/u.exec(path)?.[1] ?? -1);
    const version = versions[page];
    if (path === '/sitemap.xml') response.end(sitemap(origin, present()));
    else if (version === undefined || removed.has(page)) response.writeHead(404).end();
    else {
      response.setHeader('content-type', 'application/ld+json');
      response.end(JSON.stringify(document(`${origin}${path}`, page, version)));
    }
    waiting.left -= 1;
    if (waiting.left === 0) waiting.tell();
  };
  const server = createServer((request, response) => {
    gate.left -= 1;
    const { left, reach, opened } = gate;
    if (left < 0) reach();
    void (left < 0 ? opened : done).then(() => answer(request.url ?? '', response));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
    versions: () =>
      new Map(present().map((page) => [`${origin}/record/${page}`, versions[page] ?? 0])),
    change: (changed) => {
      for (const page of changed) versions[page] = (versions[page] ?? 0) + 1;
    },
    grow: (count) => {
      for (let added = 0; added < count; added += 1) versions.push(1);
    },
    remove: (gone) => {
      for (const page of gone) removed.add(page);
    },
    after: (requests, tell) => {
      waiting = { left: requests, tell };
    },
    holdAfter: (requests) => {
      const [reached, opened] = [signal(), signal()];
      gate = { left: requests, reach: reached.give, opened: opened.given };
      const release = (): void => {
        gate.left = Number.POSITIVE_INFINITY;
        opened.give();
      };
      return { reached: reached.given, release };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const done = Promise.resolve();
const nothing = (): void => undefined;

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = nothing;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

function sitemap(origin: string, pages: readonly number[]): string {
  const entries = pages.map((page) => `<url><loc>${origin}/record/${page}</loc></url>`);
  return `<urlset>${entries.join('')}</urlset>`;
}

function document(url: string, page: number, version: number): object {
  const context = { '@context': 'https://schema.org' };
  if (!isList(page)) return { ...context, ...record(`${url}#it`, version) };
  const items = Array.from({ length: itemsPerList }, (_, item) =>
    record(`${url}#item-${item}`, version),
  );
  return { ...context, '@type': 'ItemList', itemListElement: items };
}

function record(iri: string, version: number): object {
  return {
    '@id': iri,
    '@type': 'Dataset',
    name: `Record of v${version}`,
    description: `A text of v${version} `.repeat(20),
    version: `v${version}`,
    keywords: [`v${version}`, 'one', 'two'],
    creator: { '@type': 'Person', name: `Somebody of v${version}` },
  };
}
