import type { Problem } from '../model/problem.ts';
import type { SitemapPlace } from './sitemap-place.ts';

/** Enough to see whether it is one other host or many. */
const maxHosts = 3;

/**
 * Detects entries outside the scope of a sitemap (sitemaps.org, "Sitemap file location"): on
 * another host, or outside its folder. They are harvested all the same, and reported. Exempt are
 * entries on a host whose robots.txt names the sitemap ("cross-submits"). Sitemaps of an index may
 * be in any folder of its host. The scheme is ignored, and a redirected sitemap has both its
 * locations.
 */
export class SitemapScope {
  readonly #url: string;
  readonly #robotsHost: string | undefined;
  /** Hosts and folders, without scheme. */
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

  /**
   * Checks an entry.
   * @param url normalised
   */
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

  /** The problems of the sitemap as a whole. */
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
