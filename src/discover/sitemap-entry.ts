import type { Position } from '../model/problem.ts';

/** An entry of a listing as written, with entities decoded. */
export interface SitemapEntry {
  readonly kind: 'url' | 'sitemap';
  /** Empty where missing. */
  readonly loc: string;
  /**
   * Bases for relative URLs, outermost first, starting from the listing's URL. Absent where `loc`
   * must be absolute.
   */
  readonly bases?: readonly string[];
  /** The base of `loc` alone, within `bases`. */
  readonly base?: string;
  readonly lastmod?: string;
  readonly type?: string;
  readonly profile?: string;
  readonly links?: readonly EntryLink[];
  /** Position of `loc`, or of the entry without one. */
  readonly position: Position;
}

/** A typed link of an entry; its context is the entry's `loc`. */
export interface EntryLink {
  /** Relations, separated by blanks. */
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly profile?: string;
  readonly hreflang?: string;
  /** The base of `href`, within the `bases` of the entry. */
  readonly base?: string;
}

/** A fault that had only one possible reading and was repaired. */
export interface SitemapRepair {
  readonly kind: 'mend';
  /** The word around the fault, or a part of it. */
  readonly value: string;
  readonly position: Position;
}

/** Kinds of listing that are incomplete by nature: only new or only changed resources. */
export type ListingPart = 'feed' | 'change-list';

/** The fault at which parsing stopped. */
export interface SitemapFault extends Position {
  readonly detail: string;
}

/** What parsing of a listing yields, in its order. */
export type SitemapItem =
  | SitemapEntry
  | SitemapRepair
  /** The listing was read to its end and is of an incomplete kind. */
  | { readonly kind: 'part'; readonly part: ListingPart };

/** An incremental parser of one listing format. Never throws. */
export interface ListingScanner {
  /** Parsing stops at the first fault. */
  readonly fault: SitemapFault | undefined;
  /** Parses the next piece of text and returns the completed items in order. */
  write(piece: string): readonly SitemapItem[];
  /** Ends the text and returns the remaining items. Unclosed elements may be a fault. */
  end(): readonly SitemapItem[];
}

/** Attributes by name as written. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** An element outside the entries. */
interface HeadElement {
  readonly local: string;
  /** With its colon; empty without a prefix. */
  readonly prefix: string;
  readonly attributes: XmlAttributes;
  readonly rootAttributes: XmlAttributes;
}

/** An entry element, with the child elements that the dialect reads. */
export interface EntryElement {
  readonly local: string;
  readonly attributes: XmlAttributes;
  readonly rootAttributes: XmlAttributes;
  readonly position: Position;
  /** By local name; the first of repeated elements. */
  readonly fields: ReadonlyMap<string, EntryField>;
  /** Children named `link`, `ln` or `md`, with any prefix. */
  readonly labels: readonly LabelElement[];
}

/** A child element with text. */
export interface EntryField {
  readonly text: string;
  readonly attributes: XmlAttributes;
  readonly position: Position;
}

/** A child element whose attributes describe the entry. */
export interface LabelElement {
  readonly local: string;
  readonly attributes: XmlAttributes;
  readonly position: Position;
}

/** A dialect of XML listings, registered in `sitemap-dialects.ts`. */
export interface SitemapDialect {
  /** Whether an element is an entry, by local name and depth (root is 1). Entries do not nest. */
  readonly isEntry: (local: string, depth: number) => boolean;
  /**
   * The child elements to read from an entry, by local name: only with the prefix of the entry, or
   * with any. Extensions reuse names (`image:loc`).
   */
  readonly fields: ReadonlyMap<string, 'own' | 'any'>;
  /** Reads an entry; undefined where it lists nothing to harvest. */
  readonly readEntry: (element: EntryElement) => SitemapEntry | undefined;
  /** The maximum depth of elements that describe the listing itself; the root is 1. */
  readonly headDepth: number;
  /** Whether the listing is by its nature incomplete, and of which kind. */
  readonly detectPart: (head: ListingHead) => ListingPart | undefined;
}

/** The namespace of RFC 5005. */
const feedHistory = 'http://purl.org/syndication/history/1.0';

/** Links of a feed to its other documents (RFC 5005 §3 and §4). */
const otherPages: ReadonlySet<string> = new Set(
  'next next-archive prev-archive previous'.split(' '),
);

/** Collects, from elements outside the entries, whether a listing is complete. */
export class ListingHead {
  #capability = '';
  #isDeclaredComplete = false;
  #isPaged = false;

  note(element: HeadElement): void {
    const { local, attributes } = element;
    const { capability, rel = '' } = attributes;
    if (local === 'md' && capability !== undefined) this.#capability = capability;
    if (local === 'complete' && isOfHistory(element)) this.#isDeclaredComplete = true;
    const isPage = local === 'link' && otherPages.has(rel.trim().toLowerCase());
    if (isPage || (local === 'archive' && isOfHistory(element))) this.#isPaged = true;
  }

  /** The ResourceSync capability (§5.2), such as `changelist`; empty where not declared. */
  get capability(): string {
    return this.#capability;
  }

  /** Whether it declares to be a complete feed (RFC 5005 §2), and nothing contradicts that. */
  get isCompleteFeed(): boolean {
    return this.#isDeclaredComplete && !this.#isPaged;
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
