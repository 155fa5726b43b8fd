import type { Lead } from '../model/record.ts';

/** The links that each page or list of this run gave, so that they can be followed for a further source that lists it. */
export class LinkBook {
  readonly #maxPerPage: number;
  readonly #pages = new Map<string, Readonly<Record<Lead['by'], Map<string, Lead>>>>();

  /** @param maxPerPage what one page or list may occupy; further links are not remembered */
  constructor(maxPerPage: number) {
    this.#maxPerPage = maxPerPage;
  }

  /** @returns false where the page is known to have that link */
  add(page: string, link: Lead): boolean {
    const { url, by } = link;
    const links = this.#pages.get(page) ?? { link: new Map(), list: new Map() };
    if (links[by].has(url)) return false;
    if (links[by].size < this.#maxPerPage) links[by].set(url, link);
    this.#pages.set(page, links);
    return true;
  }

  /** All of a page until now. */
  of(page: string): readonly Lead[] {
    const links = this.#pages.get(page);
    return links === undefined ? [] : [...links.list.values(), ...links.link.values()];
  }
}
