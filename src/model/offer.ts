import type { Fallback } from './fallback.ts';
import type { Signpost } from './typed-link.ts';

/** How a response offers metadata (CDIF, publishing metadata; Signposting). */
export type OfferRoute =
  /** It is metadata itself. */
  | 'content'
  /** A script of a page. */
  | 'script'
  /** A `Link` field of the answer. */
  | 'header-link'
  /** A `<link>` of a page. */
  | 'html-link'
  /** A link of a linkset. */
  | 'linkset-link'
  /** A link of a sitemap entry. */
  | 'sitemap-link'
  /** A last resort, which says less than metadata. */
  | Fallback;

/** What became of an offer. */
export type OfferVerdict =
  | 'taken'
  /** It is a link to the answer that it was found in, or to a script there, which is an offer of its own. */
  | 'at-hand'
  /** Another offer for the same resource is better. */
  | 'outranked'
  /** The metadata is in a format that is not read. */
  | 'other-format'
  /** It is metadata of another resource, by its anchor. */
  | 'other-resource'
  /** It describes the page and not a resource, or says how other documents look. */
  | 'no-record'
  /** It cannot be read; a problem says why. */
  | 'unreadable'
  /** It is behind more links than a page may have. */
  | 'beyond-limit';

/** One offer of metadata, and whether it was taken. */
export interface Offer {
  readonly via: OfferRoute;
  /** Of the metadata, or of the linkset that leads there; of a script that of its page, with its `id` as the fragment where it has one. */
  readonly url: string;
  /** The media type, as the publisher says it; in lower case and without parameters. */
  readonly type?: string;
  readonly profiles: readonly string[];
  readonly verdict: OfferVerdict;
}

/** What a response says of where metadata is and how things hang together, beside the metadata that it holds. */
export interface Signposts {
  /** All offers that were seen, in the order in which they stand. */
  readonly offers: readonly Offer[];
  /** All links of Signposting's relations, each once. */
  readonly links: readonly Signpost[];
}
