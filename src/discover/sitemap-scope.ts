import type { Problem } from '../model/problem.ts';
import type { SitemapPlace } from './sitemap-place.ts';

/** Enough to see whether it is one other host or the whole Web. */
const maxHosts = 3;

/**
 * Tells which entries a sitemap is not the place for (sitemaps.org, "Sitemap file location"): those on another host, and
 * those outside its folder. They are taken all the same, since what is asked for is where metadata is and not who may say
 * so. Exempt is what the robots.txt of the entries' own host names the sitemap for, which the protocol allows
 * ("cross-submits"): on that host any path, too. The sitemaps of an index may be in any folder of its host. Nothing is made
 * of `http` in place of `https`, and a sitemap that redirects has both its places.
 */
export class SitemapScope {
  readonly #url: string;
  readonly #robotsHost: string | undefined;
  /** Hosts with the folders, without scheme. */
  readonly #folders: readonly string[];
  readonly #hosts: ReadonlySet<string>;
  readonly #foreignHosts = new Set<string>();
  #foreign = 0;
  #outside = 0;
  #example = '';

  constructor({ url, finalUrl, robotsHost }: SitemapPlace) {
    const places = [...new Set([url, finalUrl])].map((each) => withoutScheme(each));
    this.#url = url;
    this.#robotsHost = robotsHost;
    this.#folders = places.map((place) => folderOf(place));
    this.#hosts = new Set(places.map((place) => hostOf(place)));
  }

  /** Takes down where an entry leads to. @param url normalised */
  note(kind: 'url' | 'sitemap', url: string): void {
    const place = withoutScheme(url);
    if (this.#folders.some((folder) => place.startsWith(folder))) return;
    const host = hostOf(place);
    if (host === this.#robotsHost) return;
    if (!this.#hosts.has(host)) {
      this.#foreign += 1;
      if (this.#foreignHosts.size < maxHosts) this.#foreignHosts.add(host);
    } else if (kind === 'url') {
      this.#outside += 1;
      if (this.#example === '') this.#example = url;
    }
  }

  /** What there is to say of the whole. */
  problems(): readonly Problem[] {
    const [url, hosts] = [this.#url, [...this.#foreignHosts]];
    const foreign = { kind: 'sitemap-foreign-host', url, hosts, count: this.#foreign } as const;
    const outside = {
      kind: 'sitemap-out-of-scope',
      url,
      example: this.#example,
      count: this.#outside,
    } as const;
    return [foreign, outside].filter(({ count }) => count > 0);
  }
}

function withoutScheme(url: string): string {
  return url.slice(url.indexOf('//') + 2);
}

function hostOf(place: string): string {
  return place.slice(0, place.indexOf('/'));
}

/** Up to the last slash of the path. */
function folderOf(place: string): string {
  const path = place.replace(/[?#].*/su, '');
  return path.slice(0, path.lastIndexOf('/') + 1);
}
