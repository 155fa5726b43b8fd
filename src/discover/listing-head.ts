import type { HeadElement } from './sitemap-elements.ts';

/** The namespace of RFC 5005. */
const feedHistory = 'http://purl.org/syndication/history/1.0';

/** Links of a feed to its other documents (RFC 5005 §3 and §4). */
const otherPages: ReadonlySet<string> = new Set([
  'next',
  'next-archive',
  'prev-archive',
  'previous',
]);

/** What a listing says of itself outside of its entries that tells whether it lists all there is. */
export class ListingHead {
  #capability = '';
  #saysComplete = false;
  #isPaged = false;

  note(element: HeadElement): void {
    const { local, attributes } = element;
    const { capability, rel = '' } = attributes;
    if (local === 'md' && capability !== undefined) this.#capability = capability;
    if (local === 'complete' && isOfHistory(element)) this.#saysComplete = true;
    const isPage = local === 'link' && otherPages.has(rel.trim().toLowerCase());
    if (isPage || (local === 'archive' && isOfHistory(element))) this.#isPaged = true;
  }

  /** What document of ResourceSync it is (§5.2), such as `changelist`; the empty string where it does not say. */
  get capability(): string {
    return this.#capability;
  }

  /** Whether it is a feed that says that it has all entries (RFC 5005 §2), and nothing that contradicts. */
  get isCompleteFeed(): boolean {
    return this.#saysComplete && !this.#isPaged;
  }
}

/** By the namespace, since what is unlisted may be removed for it; the prefix is bound at the root or at the element. */
function isOfHistory({ prefix, attributes, rootAttributes }: HeadElement): boolean {
  const binding = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`;
  return (attributes[binding] ?? rootAttributes[binding])?.trim() === feedHistory;
}
