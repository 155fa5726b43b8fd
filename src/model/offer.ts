import type { Fallback } from './target.ts';
import type { Signpost } from './typed-link.ts';

/** Where a response offers metadata (CDIF, publishing metadata; Signposting). */
export type OfferRoute =
  /** The content of the response is metadata. */
  | 'content'
  /** A script of a page. */
  | 'script'
  /** A `Link` field of the response. */
  | 'header-link'
  /** A `<link>` of a page. */
  | 'html-link'
  /** A link of a linkset. */
  | 'linkset-link'
  /** A link of a sitemap entry. */
  | 'sitemap-link'
  /** A fallback format, which carries less than metadata. */
  | Fallback;

/** The result of examining an offer. */
export type OfferVerdict =
  | 'taken'
  /** It links to its own response or to a script there, which is an offer of its own. */
  | 'at-hand'
  /** Another offer for the same resource ranks higher. */
  | 'outranked'
  /** The format of the metadata is not supported. */
  | 'other-format'
  /** Its anchor says that it describes another resource. */
  | 'other-resource'
  /** It describes the page instead of a resource, or is a schema. */
  | 'no-record'
  /** It could not be parsed; a problem says why. */
  | 'unreadable'
  /** The page has more links than the limit. */
  | 'beyond-limit';

/** An offer of metadata, and whether it was taken. */
export interface Offer {
  readonly via: OfferRoute;
  /**
   * The URL of the metadata, or of the linkset that leads there; for a script the URL of its page,
   * with its `id` as the fragment if it has one.
   */
  readonly url: string;
  /** The declared media type, in lower case and without parameters. */
  readonly type?: string;
  readonly profiles: readonly string[];
  readonly verdict: OfferVerdict;
}

/** The offers of metadata and the typed links of a response. */
export interface Signposts {
  /** All offers, in document order. */
  readonly offers: readonly Offer[];
  /** All links with a relation of Signposting, each once. */
  readonly links: readonly Signpost[];
}
