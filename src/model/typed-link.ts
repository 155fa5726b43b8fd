/** A typed link (RFC 8288 §2): a relation from its context to its target. */
export interface TypedLink {
  /** An absolute IRI: the resource that has the link, or its anchor. */
  readonly context: string;
  /** A registered relation or an IRI, in lower case for comparison (RFC 8288 §2.1.2). */
  readonly rel: string;
  /** An absolute IRI. */
  readonly target: string;
  /** The declared media type of the target, in lower case and without parameters. */
  readonly type?: string;
  /** The declared profiles of the target, from an attribute or a parameter of the type. */
  readonly profiles: readonly string[];
  /** The title for people, by which `explain` and record pages distinguish offers. */
  readonly title?: string;
  /** The languages of the target (RFC 8288 §3.4.1), as written; not empty. */
  readonly hreflang?: readonly string[];
}

/** Where a link was found: in a `Link` field, a page, a linkset, or a sitemap entry. */
export type LinkPlace = 'header' | 'html' | 'linkset' | 'sitemap';

/** A typed link and where it was found. */
export interface PlacedLink extends TypedLink {
  readonly place: LinkPlace;
}

/** The relations of Signposting (signposting.org/conventions); their links are stored. */
export const signpostingRelations = [
  'author',
  'cite-as',
  'collection',
  'describedby',
  'describes',
  'item',
  'license',
  'linkset',
  'type',
] as const;

/** One of `signpostingRelations`. */
export type SignpostingRelation = (typeof signpostingRelations)[number];

/** A way in which the typed links of a landing page miss the FAIR Signposting profile. */
export type SignpostingFault =
  | 'cite-as-missing'
  | 'cite-as-several'
  | 'describedby-missing'
  /** None of the links has a media type. */
  | 'describedby-untyped'
  | 'item-untyped'
  | 'license-several'
  /** The linkset was read, and has no link of the page. */
  | 'linkset-of-others'
  /** A link without the media type of a linkset. */
  | 'linkset-untyped'
  /** No type besides `AboutPage`. */
  | 'type-missing'
  /** No type in the form `https://schema.org/...`. */
  | 'type-not-schema-org'
  /** More than two. */
  | 'type-several';

/** A link of one of Signposting's relations, and where it was found. */
export interface Signpost extends PlacedLink {
  readonly rel: SignpostingRelation;
}

/** Metadata formats of pages, poorer than JSON-LD, that are read if a source asks for them. */
export const fallbacks = ['microdata', 'rdfa', 'metaTags'] as const;

/** One of `fallbacks`. */
export type Fallback = (typeof fallbacks)[number];

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
