import { parseMediaType, parseProfiles } from '../model/media-type.ts';
import type { LinkPlace, PlacedLink, TypedLink } from '../model/typed-link.ts';
import { isIri, repairIri } from '../rdf/iri.ts';
import { memoize } from '../text/collections.ts';
import { parseUrl } from '../text/parsed-url.ts';

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
const mediaTypeOf = memoize(parseMediaType);
const profilesOf = memoize(parseProfiles);

/** Where a link was found. */
export interface LinkOrigin {
  /** The base of relative targets and anchors. */
  readonly base: string;
  /** The context of a link without anchor, an absolute IRI. */
  readonly context: string;
}

interface LinkResult {
  readonly links: readonly TypedLink[];
  /** Why there are fewer typed links than relations. */
  readonly fault?: string;
}

/**
 * One typed link for each relation of a link. None without a relation, or where target or anchor
 * cannot be resolved to an absolute IRI: the context would be unknown.
 */
export function typedLinks(attributes: LinkAttributes, { base, context }: LinkOrigin): LinkResult {
  const { relations, hasOthers } = parseRelations(attributes.rel);
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

/** RFC 8288 §3.3: `reg-rel-type`, in any case. */
const name = /^[a-z][a-z\d.-]*$/u;

/** Registered relations as IRIs, as in Atom (RFC 4287 §4.2.7.2) and RFC 9264 appendix A. */
const registered = /^https?:\/\/www\.iana\.org\/assignments\/relation\/(?=[a-z][a-z\d.-]*$)/u;

/**
 * Parses a `rel` attribute, a list separated by blanks. Relations become lower case: registered
 * names are case-insensitive, and extension relations (IRIs) compare case-insensitively (RFC 8288
 * §2.1.2).
 * @returns `hasOthers` where an entry is neither a registered name nor an IRI
 */
export const parseRelations = memoize((list: string) => {
  const relations = new Set<string>();
  let hasOthers = false;
  for (const word of list.split(/[ \t\r\n]+/u)) {
    if (word === '') continue;
    const relation = word.toLowerCase().replace(registered, '');
    if (name.test(relation) || isIri(relation)) relations.add(relation);
    else hasOthers = true;
  }
  return { relations: [...relations], hasOthers };
});

/** A line break and the blanks of the next line, which are no part of a target (RFC 3986 appendix C). */
const fold = /[\r\n][ \t\r\n]*/gu;

/** Matches most targets, which are normalised already; parsing takes ten times as long. */
const ordinary =
  /^https?:\/\/(?!\S*(?:\/\.|xn--))(?:[a-z\d-]+\.)+[a-z]{2,}\/[\w\-.~!$&()*+,;=:@/]*(?:\?[\w\-.~!$&()*+,;=:@/?]*)?(?:#[\w\-.~!$&()*+,;=:@/?]*)?$/u;

/**
 * The absolute IRI of a target or anchor, with its fragment. http and https IRIs get the WHATWG
 * spelling in which URLs are fetched, so that they compare equal; IRIs of other schemes (`urn:`,
 * `doi:`, `mailto:`) stay.
 * @param base the base of relative references
 * @returns undefined where the reference has no valid IRI
 */
export function linkIri(reference: string, base: string): string | undefined {
  if (ordinary.test(reference)) return reference;
  const text = reference.replaceAll(fold, '');
  const url = parseUrl(text, base);
  return url && repairIri(url.href);
}

/** Adds to links the place where they were found. */
export function placedLinks(links: readonly TypedLink[], place: LinkPlace): readonly PlacedLink[] {
  return links.map((link) => Object.assign({ place }, link));
}
