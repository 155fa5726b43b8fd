import type { SignpostingRelation, TypedLink } from '../../model/typed-link.ts';

/** What sends links (FAIR Signposting profile, level 1): the page about a resource, what it consists of, what describes it. */
export const linkSenders = ['landing page', 'content', 'metadata'] as const;
export type LinkSender = (typeof linkSenders)[number];

/** The typed links that whoever publishes a resource should send, by what one metadata record says of it. */
export interface SignpostingRecord {
  /** The graph of the metadata record. */
  readonly graph: string;
  /** What the publisher calls the resource, where that is an IRI. */
  readonly iri?: string;
  /** That of the landing page first, then of each content, then of each metadata document, by their addresses. */
  readonly sets: readonly LinkSet[];
}

/** The links of one page or file. */
export interface LinkSet {
  readonly sender: LinkSender;
  /** Its address, an absolute URL; absent where that of the landing page is not known. */
  readonly anchor?: string;
  /** By relation, each target once. */
  readonly links: readonly SignpostingLink[];
}

export interface SignpostingLink extends Pick<TypedLink, 'target' | 'type' | 'profiles'> {
  readonly rel: SignpostingRelation;
}

/** Of which relations level 1 wants at least one of a landing page. */
const mandatory: readonly SignpostingRelation[] = ['cite-as', 'describedby', 'type'];

/** Which relations a landing page has no link of, although level 1 wants one; nothing of what is no landing page. */
export function lackingRelations({ sender, links }: LinkSet): readonly SignpostingRelation[] {
  if (sender !== 'landing page') return [];
  return mandatory.filter((wanted) => {
    return !links.some(({ rel, target }) => rel === wanted && target !== aboutPage);
  });
}

/** The type of a landing page. It says nothing of the resource, and comes behind the type that does. */
export const aboutPage = 'https://schema.org/AboutPage';
