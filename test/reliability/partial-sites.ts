import type { FaultSite } from '../support/fault-server.mjs';
import { faultSite } from './faulty-sites.ts';

/** A site of twelve pages, each with a record. */
export async function twelvePages(): Promise<FaultSite> {
  const site = await faultSite('127.0.0.1');
  for (let page = 0; page < 12; page += 1) site.page(`/${page}`);
  return site;
}

/** Serves XML. */
export function put(site: FaultSite, path: string, body: string, headers: object = {}): void {
  site.page(path, { body, headers: { 'content-type': 'application/xml', ...headers } });
}

/** Serves a sitemap index of these files. */
export function serveIndex(site: FaultSite, files: readonly string[]): void {
  const entries = files.map((file) => `<sitemap><loc>${site.origin}/${file}</loc></sitemap>`);
  put(site, '/index.xml', `<sitemapindex>${entries.join('')}</sitemapindex>`);
}

/** The text of a listing of some pages. */
export type Listed = (site: FaultSite, from: number, to: number) => string;

/** Entries for a range of pages. */
export const each = (from: number, to: number, entry: (page: number) => string): string =>
  Array.from({ length: to - from }, (_, index) => entry(from + index)).join('');

/** An RSS feed. */
export const rss: Listed = ({ origin }, from, to) =>
  `<rss version="2.0"><channel>${each(from, to, (page) => `<item><link>${origin}/${page}</link></item>`)}</channel></rss>`;
