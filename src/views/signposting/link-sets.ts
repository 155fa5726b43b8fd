import type { SignpostingRelation, TypedLink } from '../../model/typed-link.ts';
import { compareTexts, groupBy } from '../../text/collections.ts';

/** Senders of links (FAIR Signposting profile, level 1). */
export const linkSenders = ['landing page', 'content', 'metadata'] as const;

/** One of `linkSenders`. */
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

/** A link without its context, which is the sender. */
export interface SignpostingLink extends Pick<TypedLink, 'target' | 'type' | 'profiles'> {
  readonly rel: SignpostingRelation;
}

/** Relations that level 1 requires of a landing page. */
const mandatoryRelations: readonly SignpostingRelation[] = ['cite-as', 'describedby', 'type'];

/** The required relations that a landing page lacks; empty for other senders. */
export function missingRelations({ sender, links }: LinkSet): readonly SignpostingRelation[] {
  if (sender !== 'landing page') return [];
  return mandatoryRelations.filter((wanted) => {
    return !links.some(({ rel, target }) => rel === wanted && target !== aboutPage);
  });
}

/** The type of a landing page, after the type that describes the resource. */
export const aboutPage = 'https://schema.org/AboutPage';

/** A link with its sender; several may be equal. */
export interface LinkOfSender extends Omit<SignpostingLink, 'type'> {
  readonly sender: LinkSender;
  /** Absent if the landing page is unknown. */
  readonly anchor: string | undefined;
  readonly type?: string | undefined;
}

/** Order of relations: the most useful for clients first. */
const relationOrder: readonly SignpostingRelation[] = [
  'cite-as',
  'type',
  'license',
  'author',
  'describedby',
  'item',
  'collection',
  'describes',
];

/** Relations with at most one link (level 1). */
const singleRelations: ReadonlySet<SignpostingRelation> = new Set(['cite-as', 'license']);

/** Relations that content sends only if they differ from the landing page (level 1). */
const relationsOfWhole: ReadonlySet<SignpostingRelation> = new Set(['cite-as', 'license', 'type']);

/** Groups links by sender, the landing page first, without duplicate targets. */
export function groupIntoLinkSets(links: readonly LinkOfSender[]): readonly LinkSet[] {
  const bySender = groupBy(links, ({ sender, anchor = '' }) => `${sender} ${anchor}`);
  const sets = [...bySender.values()].flatMap(createLinkSet).toSorted((one, other) => {
    const place = linkSenders.indexOf(one.sender) - linkSenders.indexOf(other.sender);
    return place === 0 ? compareTexts(one.anchor ?? '', other.anchor ?? '') : place;
  });
  const [page] = sets;
  const ofPage = page?.sender === 'landing page' ? page.links : [];
  const whole = ofPage.filter(({ rel }) => relationsOfWhole.has(rel));
  return sets.map((set) => removeLinksOfWhole(set, whole));
}

/** @param links of one sender */
function createLinkSet(links: readonly LinkOfSender[]): readonly LinkSet[] {
  const [first] = links;
  if (first === undefined) return [];
  const { sender, anchor } = first;
  const byTarget = groupBy(links, ({ rel, target }) => `${rel} ${target}`);
  const merged = [...byTarget.values()].flatMap(mergeLinks).toSorted(byRelation);
  const own = removeContradictions(merged);
  return [{ sender, ...(anchor === undefined ? {} : { anchor }), links: own }];
}

/** @param links of one relation to one target */
function mergeLinks(links: readonly LinkOfSender[]): readonly SignpostingLink[] {
  const [first] = links;
  if (first === undefined) return [];
  const { rel, target } = first;
  const [type, ...others] = new Set(links.flatMap((link) => link.type ?? []));
  // Contradicting types cancel out.
  const form = type === undefined || others.length > 0 ? {} : { type };
  const profiles = [...new Set(links.flatMap((link) => link.profiles))].toSorted();
  return [{ rel, target, ...form, profiles }];
}

function byRelation(one: SignpostingLink, other: SignpostingLink): number {
  return (
    relationOrder.indexOf(one.rel) - relationOrder.indexOf(other.rel) ||
    Number(one.target === aboutPage) - Number(other.target === aboutPage) ||
    compareTexts(one.target, other.target)
  );
}

/** Removes licences and cite-as links if there are several different ones. */
function removeContradictions(links: readonly SignpostingLink[]): readonly SignpostingLink[] {
  return links.filter(
    ({ rel, target }) =>
      !singleRelations.has(rel) ||
      links.every((link) => link.rel !== rel || link.target === target),
  );
}

function removeLinksOfWhole(set: LinkSet, whole: readonly SignpostingLink[]): LinkSet {
  if (set.sender !== 'content') return set;
  const links = set.links.filter(({ rel, target }) => {
    return !whole.some((link) => link.rel === rel && link.target === target);
  });
  return { ...set, links };
}
