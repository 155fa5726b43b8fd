import { groupedBy } from '../../text/grouped-by.ts';
import { asciiUri, linkValue } from './link-field-value.ts';
import type { LinkSet, SignpostingLink } from './signposting-record.ts';

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
  const byAnchor = groupedBy(known, ({ anchor }) => anchor);
  return {
    linkset: Array.from(byAnchor, ([anchor, own]) => ({ anchor, ...groupByRelation(own) })),
  };
}

function groupByRelation(
  sets: readonly Pick<LinkSet, 'links'>[],
): Readonly<Record<string, unknown>> {
  const links = sets.flatMap((set) => set.links);
  const byRelation = groupedBy(links, ({ rel }) => rel);
  return Object.fromEntries(Array.from(byRelation, ([rel, own]) => [rel, own.map(targetObject)]));
}

/**
 * A link target object: attributes of RFC 8288 are strings, others are arrays of strings (RFC 9264
 * §4.2.4).
 */
export function targetObject({
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
