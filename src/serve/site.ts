/** The settings shared by all pages of a server. */
export interface Site {
  readonly title: string;
  /** The public address of the home page, with a slash at its end: absolute links begin with it. */
  readonly base: string;
}

/**
 * The path of a page of this site, as links within it are written: `/catalogue/sources` where the
 * base has the path `/catalogue/`.
 * @param path begins with a slash
 */
export function sitePath({ base }: Site, path: string): string {
  return new URL(base).pathname + path.slice(1);
}

/**
 * The same as an absolute URL, for feeds, typed links and what else is read outside of the site.
 * @param path begins with a slash
 */
export function urlOnSite({ base }: Site, path: string): string {
  return base + path.slice(1);
}
