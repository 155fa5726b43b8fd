import type { FaultSite } from '../support/fault-server.mjs';

/** The paths that a listing may contain. */
export const pages: readonly string[] = ['/0', '/1', '/2', '/3', '/4'];

/**
 * The paths that are only linked: the first one by all pages, the others by the page with the same
 * number.
 */
export const documents: readonly string[] = ['/document-0', '/document-1', '/document-2'];

/** The path of a DOI at a resolver. */
export const doi = '/10.1234/fen';

/** The possible states of a path in a night: each sets the path up. */
export const answers = {
  'as it was': () => undefined,
  page: (site: FaultSite, path: string) => site.page(path),
  'page without validators': (site: FaultSite, path: string) => site.page(path, { validators: [] }),
  'two datasets': (site: FaultSite, path: string) => several(site, path, ['one', 'two']),
  'two others': (site: FaultSite, path: string) => several(site, path, ['two', 'three']),
  'without names': (site: FaultSite, path: string) => unnamed(site, path, ['1', '2', '3']),
  'without names, and edited': (site: FaultSite, path: string) => unnamed(site, path, ['1', '4']),
  'one of them broken': (site: FaultSite, path: string) =>
    site.page(path, { body: `${script(JSON.stringify(dataset('one')))}${script('{"@type": ')}` }),
  'a list': (site: FaultSite, path: string) => several(site, path, ['a', 'b', 'c', 'd', 'e']),
  nothing: (site: FaultSite, path: string) => site.page(path, { body: '<p>Back soon</p>' }),
  gone: (site: FaultSite, path: string) => site.remove(path),
  'an error': (site: FaultSite, path: string) => site.fault(path, 'server-error'),
  'a link': (site: FaultSite, path: string) => linking(site, path, [ownDocument(path)]),
  'a link that others have, too': (site: FaultSite, path: string) =>
    linking(site, path, [ownDocument(path), '/document-0']),
  'a body that breaks off': (site: FaultSite, path: string) => site.fault(path, 'reset-in-body'),
} satisfies Record<string, (site: FaultSite, path: string) => unknown>;

export type Answer = keyof typeof answers;

/** Serves a feed or a sitemap of these paths. */
export function listAt(
  site: FaultSite,
  path: string,
  { listed, isFeed }: { readonly listed: readonly string[]; readonly isFeed: boolean },
): void {
  const items = listed.map((page) => `<item><link>${site.origin}${page}</link></item>`).join('');
  const feed = `<rss version="2.0"><channel>${items}</channel></rss>`;
  const urls = listed.map((page) => `<url><loc>${site.origin}${page}</loc></url>`).join('');
  const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
  const body = isFeed ? feed : sitemap;
  site.page(path, { body, headers: { 'content-type': 'application/xml' } });
}

const json = { 'content-type': 'application/ld+json' };

const script = (text: string): string => `<script type="application/ld+json">${text}</script>`;

const dataset = (name: string): object => ({
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  '@id': `https://fen.example/${name}`,
  name,
});

/** A document that only a page leads to. Those of pages 3 and 4, and of documents, do not exist. */
function ownDocument(path: string): string {
  return `/document-${path.slice(1)}`;
}

function linking(site: FaultSite, path: string, linked: readonly string[]): void {
  const links = linked.map(
    (href) => `<link rel="describedby" type="application/ld+json" href="${href}">`,
  );
  site.page(path, { body: `${links.join('')}<p>See there` });
}

function several(site: FaultSite, path: string, names: readonly string[]): void {
  site.page(path, { body: JSON.stringify(names.map((name) => dataset(name))), headers: json });
}

function unnamed(site: FaultSite, path: string, levels: readonly string[]): void {
  const records = levels.map((name) => ({
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    name,
  }));
  site.page(path, { body: JSON.stringify(records), headers: json });
}
