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

/** Collects, from elements outside the entries, whether a listing is complete. */
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

  /** The ResourceSync capability (§5.2), such as `changelist`; empty where not declared. */
  get capability(): string {
    return this.#capability;
  }

  /** Whether it declares to be a complete feed (RFC 5005 §2), and nothing contradicts that. */
  get isCompleteFeed(): boolean {
    return this.#saysComplete && !this.#isPaged;
  }
}

/**
 * Checks the namespace, since unlisted records may be removed because of it. The prefix is bound at
 * the root or at the element.
 */
function isOfHistory({ prefix, attributes, rootAttributes }: HeadElement): boolean {
  const binding = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`;
  return (attributes[binding] ?? rootAttributes[binding])?.trim() === feedHistory;
}
