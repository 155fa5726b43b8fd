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

/** A link of one of Signposting's relations, and where it was found. */
export interface Signpost extends PlacedLink {
  readonly rel: SignpostingRelation;
}
