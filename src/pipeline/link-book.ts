import type { FoundLink } from '../model/record.ts';

/** A link, without the place it was found in. */
export type Link = Pick<FoundLink, 'url' | 'by'>;

/** The links that each page or list of this run gave, so that they can be followed for a further source that lists it. */
export class LinkBook {
  readonly #maxPerPage: number;
  readonly #pages = new Map<string, Readonly<Record<Link['by'], Set<string>>>>();

  /** @param maxPerPage what one page or list may occupy; further links are not remembered */
  constructor(maxPerPage: number) {
    this.#maxPerPage = maxPerPage;
  }

  /** @returns false where the page is known to have that link */
  add(page: string, { url, by }: Link): boolean {
    const links = this.#pages.get(page) ?? { link: new Set<string>(), list: new Set<string>() };
    if (links[by].has(url)) return false;
    if (links[by].size < this.#maxPerPage) links[by].add(url);
    this.#pages.set(page, links);
    return true;
  }

  /** All of a page until now. */
  of(page: string): readonly Link[] {
    const { link, list } = this.#pages.get(page) ?? { link: [], list: [] };
    return [
      ...Array.from(list, (url): Link => ({ url, by: 'list' })),
      ...Array.from(link, (url): Link => ({ url, by: 'link' })),
    ];
  }
}
