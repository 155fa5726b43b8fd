/** One link of one relation (RFC 8288 §2): its context is related to its target. */
export interface TypedLink {
  /** An absolute IRI: of what the link was found at, or what its anchor says. */
  readonly context: string;
  /** A registered relation, or the IRI of another; both in lower case, in which they compare (RFC 8288 §2.1.2). */
  readonly rel: string;
  /** An absolute IRI. */
  readonly target: string;
  /** The media type of the target as its publisher says it, in lower case and without parameters. */
  readonly type?: string;
  /** The profiles that the target conforms to, by its publisher's word; from an attribute or a parameter of the type. */
  readonly profiles: readonly string[];
  /** What people are to see in its place: `explain` and whoever shows a record tell offers apart by it. */
  readonly title?: string;
  /** The languages of the target (RFC 8288 §3.4.1), as written; not empty. */
  readonly hreflang?: readonly string[];
}

/** Where a link stands: in a `Link` field, in a page, in a linkset, or in the entry of a sitemap. */
export type LinkPlace = 'header' | 'html' | 'linkset' | 'sitemap';

/** A typed link and where it was found. */
export interface PlacedLink extends TypedLink {
  readonly place: LinkPlace;
}

/** The relations of Signposting (signposting.org/conventions), which are kept with a record. */
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

export type SignpostingRelation = (typeof signpostingRelations)[number];

/** A link of one of Signposting's relations, and where it was found. */
export interface Signpost extends PlacedLink {
  readonly rel: SignpostingRelation;
}
