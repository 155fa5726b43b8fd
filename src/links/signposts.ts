import {
  signpostingRelations,
  type SignpostingRelation,
  type TypedLink,
} from '../model/typed-link.ts';

const relations: ReadonlySet<string> = new Set(signpostingRelations);

/**
 * The links with Signposting relations, in order and without duplicates. The same target with
 * another type or profile is another link, since servers that negotiate content offer many formats
 * at one URL.
 */
export function signpostsOf<Link extends TypedLink>(
  links: readonly Link[],
): readonly (Link & Signposting)[] {
  const signposts = new Map<string, Link & Signposting>();
  for (const link of links) {
    if (!isSignpost(link)) continue;
    const { context, rel, target, type = '', profiles } = link;
    const key = JSON.stringify([context, rel, target, type, ...profiles]);
    if (!signposts.has(key)) signposts.set(key, link);
  }
  return [...signposts.values()];
}

interface Signposting {
  readonly rel: SignpostingRelation;
}

function isSignpost<Link extends TypedLink>(link: Link): link is Link & Signposting {
  return relations.has(link.rel);
}
