import type { SignpostingRelation, TypedLink } from '../../model/typed-link.ts';

/**
 * Senders of links (FAIR Signposting profile, level 1): the landing page, content, and metadata.
 */
export const linkSenders = ['landing page', 'content', 'metadata'] as const;
export type LinkSender = (typeof linkSenders)[number];

/** The typed links that the publisher of a resource should send, by one metadata record. */
export interface SignpostingRecord {
  /** The graph of the metadata record. */
  readonly graph: string;
  /** The published IRI of the resource. */
  readonly iri?: string;
  /** The set of the landing page first, then of content, then of metadata, by address. */
  readonly sets: readonly LinkSet[];
}

/** The links of one page or file. */
export interface LinkSet {
  readonly sender: LinkSender;
  /** Its address, an absolute URL; absent if the landing page is unknown. */
  readonly anchor?: string;
  /** By relation, without duplicate targets. */
  readonly links: readonly SignpostingLink[];
}

export interface SignpostingLink extends Pick<TypedLink, 'target' | 'type' | 'profiles'> {
  readonly rel: SignpostingRelation;
}

/** Relations that level 1 requires of a landing page. */
const mandatoryRelations: readonly SignpostingRelation[] = ['cite-as', 'describedby', 'type'];

/** The required relations that a landing page lacks; empty for other senders. */
export function lackingRelations({ sender, links }: LinkSet): readonly SignpostingRelation[] {
  if (sender !== 'landing page') return [];
  return mandatoryRelations.filter((wanted) => {
    return !links.some(({ rel, target }) => rel === wanted && target !== aboutPage);
  });
}

/**
 * The type of a landing page. It does not describe the resource, and so follows the type that does.
 */
export const aboutPage = 'https://schema.org/AboutPage';
