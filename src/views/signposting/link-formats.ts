import { groupBy } from '../../text/collections.ts';
import { parseUrl } from '../../text/parsed-url.ts';
import {
  type LinkSet,
  missingRelations,
  type SignpostingLink,
  type SignpostingRecord,
} from './link-sets.ts';

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

function groupByRelation(
  sets: readonly Pick<LinkSet, 'links'>[],
): Readonly<Record<string, unknown>> {
  const links = sets.flatMap((set) => set.links);
  const byRelation = groupBy(links, ({ rel }) => rel);
  return Object.fromEntries(Array.from(byRelation, ([rel, own]) => [rel, own.map(targetObject)]));
}

/** A link target object: only attributes of RFC 8288 are strings (RFC 9264 §4.2.4). */
function targetObject({
  target,
  type,
  profiles,
}: SignpostingLink): Readonly<Record<string, unknown>> {
  return {
    href: asciiUri(target),
    ...(type === undefined ? {} : { type }),
    ...(profiles.length === 0 ? {} : { profile: profiles.map(asciiUri) }),
  };
}

/** The links of a resource as JSON, with `Link` header values and missing relations. */
export function signpostingJson({ graph, iri, sets }: SignpostingRecord): unknown {
  return { graph, ...(iri === undefined ? {} : { iri }), sets: sets.map(linkSetJson) };
}

function linkSetJson(set: LinkSet): unknown {
  const { sender, anchor, links } = set;
  return {
    sender,
    ...(anchor === undefined ? {} : { anchor: asciiUri(anchor) }),
    links: links.map((each) => Object.assign({ rel: each.rel }, targetObject(each))),
    link: linkFieldValue(set),
    lacking: missingRelations(set),
  };
}
