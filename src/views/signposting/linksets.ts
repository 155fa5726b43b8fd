import { groupedBy } from '../../text/grouped-by.ts';
import { asciiUri, linkValue } from './link-field-value.ts';
import type { LinkSet, SignpostingLink } from './signposting-record.ts';

/**
 * Links of several senders as `application/linkset` (RFC 9264 §4.1), one a line. Those of a landing page without address are
 * left out: each link names its anchor.
 */
export function linksetText(sets: readonly LinkSet[]): string {
  const values = sets.flatMap(({ anchor, links }) =>
    anchor === undefined ? [] : links.map((link) => linkValue(link, anchor)),
  );
  return values.map((value, at) => `${value}${at < values.length - 1 ? ',' : ''}\n`).join('');
}

/**
 * The same as a value for `application/linkset+json` (RFC 9264 §4.2), with one object for each anchor. Anchors and targets are
 * URIs there.
 */
export function linksetJson(sets: readonly LinkSet[]): unknown {
  const known = sets.flatMap(({ anchor, links }) =>
    anchor === undefined ? [] : [{ anchor: asciiUri(anchor), links }],
  );
  const byAnchor = groupedBy(known, ({ anchor }) => anchor);
  return {
    linkset: Array.from(byAnchor, ([anchor, own]) => ({ anchor, ...relationsOf(own) })),
  };
}

function relationsOf(sets: readonly Pick<LinkSet, 'links'>[]): Readonly<Record<string, unknown>> {
  const links = sets.flatMap((set) => set.links);
  const byRelation = groupedBy(links, ({ rel }) => rel);
  return Object.fromEntries(Array.from(byRelation, ([rel, own]) => [rel, own.map(targetObject)]));
}

/** A link target object: attributes of RFC 8288 are texts, others are arrays of texts (RFC 9264 §4.2.4). */
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
