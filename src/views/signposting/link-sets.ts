import type { SignpostingRelation, TypedLink } from '../../model/typed-link.ts';
import { compareTexts, groupBy } from '../../text/collections.ts';
import { parseUrl } from '../../text/parsed-url.ts';

/** Senders of links (FAIR Signposting profile, level 1). */
export const linkSenders = ['landing page', 'content', 'metadata'] as const;

/** One of `linkSenders`. */
export type LinkSender = (typeof linkSenders)[number];

/** The typed links that the publisher of a resource should send, by one metadata record. */
export interface SignpostingRecord {
  /** The graph of the metadata record. */
  readonly graph: string;
  /** The published IRI of the resource. */
  readonly iri?: string | undefined;
  /** The set of the landing page first, then of content, then of metadata, by address. */
  readonly sets: readonly LinkSet[];
}

/** The links of one page or file. */
export interface LinkSet {
  readonly sender: LinkSender;
  /** Its address, an absolute URL; absent if the landing page is unknown. */
  readonly anchor?: string | undefined;
  /** By relation, without duplicate targets. */
  readonly links: readonly SignpostingLink[];
}

/** A link without its context, which is the sender. */
export interface SignpostingLink extends Pick<TypedLink, 'target' | 'profiles'> {
  readonly rel: SignpostingRelation;
  /** The media type of the target. */
  readonly type?: string | undefined;
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
export interface LinkOfSender extends SignpostingLink, Pick<LinkSet, 'sender' | 'anchor'> {}

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
  return [{ sender, anchor, links: removeContradictions(merged) }];
}

/** @param links of one relation to one target */
function mergeLinks(links: readonly LinkOfSender[]): readonly SignpostingLink[] {
  const [first] = links;
  if (first === undefined) return [];
  const { rel, target } = first;
  const [type, ...others] = new Set(links.flatMap((link) => link.type ?? []));
  const profiles = [...new Set(links.flatMap((link) => link.profiles))].toSorted();
  // Contradicting types cancel out.
  return [{ rel, target, type: others.length === 0 ? type : undefined, profiles }];
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

/** A `Link` header (RFC 8288 §3) with all links of a set, in ASCII, sent by their context. */
export function linkFieldValue({ links }: LinkSet): string {
  return links.map((link) => linkValue(link)).join(', ');
}

/**
 * One link of a `Link` header, or of a linkset (RFC 9264 §4.1) if it has an anchor.
 * @param anchor the link context, an absolute URL
 */
export function linkValue(
  { rel, target, type, profiles }: SignpostingLink,
  anchor?: string,
): string {
  const parameters = [
    ['rel', rel],
    ['anchor', anchor === undefined ? undefined : asciiUri(anchor)],
    ['type', type],
    // A blank-separated list, like the media type parameter (RFC 6906 §3.1).
    ['profile', profiles.length === 0 ? undefined : profiles.map(asciiUri).join(' ')],
  ] as const;
  return [
    `<${asciiUri(target)}>`,
    ...parameters.flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`])),
  ].join('; ');
}

/**
 * Converts an IRI to a URI (RFC 3987 §3.1) for HTTP headers: non-ASCII characters percent-encoded,
 * hosts as domain names; also encodes ASCII characters that would end a target or quoted value.
 */
export function asciiUri(iri: string): string {
  if (/^[\u{21}\u{23}-\u{3B}=\u{3F}-\u{5B}\u{5D}_a-z~]+$/u.test(iri)) return iri;
  const uri = parseUrl(iri)?.href ?? iri;
  return uri.replaceAll(/[^\u{21}\u{23}-\u{3B}=\u{3F}-\u{5B}\u{5D}_a-z~]/gu, encodeURIComponent);
}

/** The links of a set as `link` elements for an HTML head (HTML §4.2.4), one a line, in ASCII. */
export function linkElements({ links }: LinkSet): string {
  return links.map((link) => `${formatLinkElement(link)}\n`).join('');
}

function formatLinkElement({ rel, target, type, profiles }: SignpostingLink): string {
  const attributes = [
    ['rel', rel],
    ['href', asciiUri(target)],
    ['type', type],
    // Not defined by HTML, but used by the FAIR Signposting profile.
    ['profile', profiles.length === 0 ? undefined : profiles.map(asciiUri).join(' ')],
  ] as const;
  const written = attributes.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${escapeHtml(value)}"`],
  );
  return `<link ${written.join(' ')}>`;
}

function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/**
 * Links of several senders as `application/linkset` (RFC 9264 §4.1), one a line. Links of an
 * unknown landing page are omitted, since every link needs an anchor.
 */
export function linksetText(sets: readonly LinkSet[]): string {
  const values = sets.flatMap(({ anchor, links }) =>
    anchor === undefined ? [] : links.map((link) => linkValue(link, anchor)),
  );
  return values.map((value, at) => `${value}${at < values.length - 1 ? ',' : ''}\n`).join('');
}

/**
 * Links of several senders as `application/linkset+json` (RFC 9264 §4.2), one object for each
 * anchor. Anchors and targets are URIs.
 */
export function linksetJson(sets: readonly LinkSet[]): unknown {
  const known = sets.flatMap(({ anchor, links }) =>
    anchor === undefined ? [] : [{ anchor: asciiUri(anchor), links }],
  );
  const byAnchor = groupBy(known, ({ anchor }) => anchor);
  return {
    linkset: Array.from(byAnchor, ([anchor, own]) => ({ anchor, ...groupByRelation(own) })),
  };
}

function groupByRelation(sets: readonly Pick<LinkSet, 'links'>[]): object {
  const links = sets.flatMap((set) => set.links);
  const grouped = groupBy(links, ({ rel }) => rel);
  return Object.fromEntries(Array.from(grouped, ([rel, own]) => [rel, own.map(targetObject)]));
}

/** A link target object: only attributes of RFC 8288 are strings (RFC 9264 §4.2.4). */
function targetObject({ target, type, profiles }: SignpostingLink): object {
  const profile = profiles.length === 0 ? undefined : profiles.map(asciiUri);
  return { href: asciiUri(target), type, profile };
}

/** The links of a resource as JSON, with `Link` header values and missing relations. */
export function signpostingJson({ graph, iri, sets }: SignpostingRecord): unknown {
  return { graph, iri, sets: sets.map(linkSetJson) };
}

function linkSetJson(set: LinkSet): unknown {
  const { sender, anchor, links } = set;
  return {
    sender,
    anchor: anchor === undefined ? undefined : asciiUri(anchor),
    links: links.map((link) => Object.assign({ rel: link.rel }, targetObject(link))),
    link: linkFieldValue(set),
    lacking: missingRelations(set),
  };
}
