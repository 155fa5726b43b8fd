import { parseMediaType, profilesIn } from '../model/media-type.ts';
import type { TypedLink } from '../model/typed-link.ts';
import { remembered } from '../text/remembered.ts';
import { linkIri } from './link-iri.ts';
import { relationsIn } from './relations.ts';

/** The attributes of a link in a header, linkset or page, not yet resolved or normalised. */
export interface LinkAttributes {
  readonly href: string;
  /** A list separated by blanks. */
  readonly rel: string;
  readonly anchor?: string | undefined;
  readonly type?: string | undefined;
  /** Values of `profile` attributes, each of which may name several. */
  readonly profiles?: readonly string[] | undefined;
  readonly title?: string | undefined;
  readonly hreflang?: readonly string[] | undefined;
}

// Memoized, since publishers repeat a few types and profiles with every link.
const mediaTypeOf = remembered(parseMediaType);
const profilesOf = remembered(profilesIn);

/** Where a link was found. */
export interface LinkOrigin {
  /** The base of relative targets and anchors. */
  readonly base: string;
  /** The context of a link without anchor, an absolute IRI. */
  readonly context: string;
}

/** The typed links of one link. */
export interface LinkResult {
  /**
   * Returns one typed link for each relation of a link; none without a relation, or where target or
   * anchor cannot be resolved to an absolute IRI: the context would be unknown.
   */
  readonly links: readonly TypedLink[];
  /** Why there are fewer typed links than relations. */
  readonly fault?: string;
}

/**
 * One typed link for each relation of a link. There are none without a relation, and where target or anchor can be made no
 * absolute IRI: a link of an unknown context says nothing of the known one.
 */
export function typedLinks(attributes: LinkAttributes, { base, context }: LinkOrigin): LinkResult {
  const { relations, hasOthers } = relationsIn(attributes.rel);
  if (relations.length === 0 && !hasOthers) return refused('a link without a relation');
  const target = linkIri(attributes.href, base);
  if (target === undefined) return refused('a target that is no IRI');
  const about = attributes.anchor === undefined ? context : linkIri(attributes.anchor, base);
  if (about === undefined) return refused('an anchor that is no IRI');
  const described = describe(attributes);
  const links: TypedLink[] = [];
  for (const rel of relations) links.push({ context: about, rel, target, ...described });
  return hasOthers ? { links, fault: 'a relation that is neither a name nor an IRI' } : { links };
}

function refused(fault: string): LinkResult {
  return { links: [], fault };
}

/** The attributes of the target. */
function describe(attributes: LinkAttributes): Omit<TypedLink, 'context' | 'rel' | 'target'> {
  const title = attributes.title?.trim() ?? '';
  const hreflang = (attributes.hreflang ?? [])
    .map((language) => language.trim())
    .filter((language) => language !== '');
  return {
    ...natureOf(attributes),
    ...(title === '' ? {} : { title }),
    ...(hreflang.length === 0 ? {} : { hreflang }),
  };
}

/** The media type that attributes name, and the profiles of both, each once. */
export function natureOf({
  type = '',
  profiles: named = [],
}: Pick<LinkAttributes, 'type' | 'profiles'>): Pick<TypedLink, 'type' | 'profiles'> {
  const { essence, profiles: ofType } = mediaTypeOf(type);
  const profiles =
    named.length === 0
      ? ofType
      : [...new Set([...ofType, ...named.flatMap((each) => profilesOf(each))])];
  return essence === '' ? { profiles } : { type: essence, profiles };
}
