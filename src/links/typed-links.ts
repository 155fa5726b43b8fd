import { parseMediaType, parseProfiles } from '../model/media-type.ts';
import type { Problem } from '../model/problem.ts';
import type { LinkPlace, PlacedLink, TypedLink } from '../model/typed-link.ts';
import { isIri, repairIri } from '../rdf/iri.ts';
import { memoize } from '../text/collections.ts';
import { parseUrl } from '../text/parsed-url.ts';
import { createPartFinder, excerptAt } from '../text/text-position.ts';

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
interface LinkOrigin {
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

/** A line break and the blanks of the next line: no part of a target (RFC 3986 appendix C). */
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

/**
 * The most links read from one header or linkset by default: enough for a dataset of thousands of
 * files, and a bound for megabytes of links.
 */
export const maxLinks = 10_000;

/** The most faults reported of one header or linkset; the first ones show what is wrong. */
const maxFaults = 20;

/** Why a link, or a longer part of the text, was skipped. */
export interface LinkFault {
  /** The offset in the text; unknown for JSON members. */
  readonly offset?: number;
  /** In plain words, without values of the text. */
  readonly detail: string;
}

/** The links parsed from a text. */
export interface ParsedLinks {
  readonly links: readonly TypedLink[];
  /** The first twenty faults. */
  readonly faults: readonly LinkFault[];
  /** Whether the limit of links was exceeded. */
  readonly isCut: boolean;
}

/** The result of parsing a linkset. */
export type ParsedLinkset =
  | ({
      readonly kind: 'linkset';
      /** Where it is, if not at the root. */ readonly foundIn?: string;
    } & ParsedLinks)
  /** The document is not a linkset. */
  | { readonly kind: 'malformed'; readonly fault: LinkFault };

/** Collects the links of one text, up to a limit. */
export class LinkCollector implements ParsedLinks {
  readonly links: TypedLink[] = [];
  readonly faults: LinkFault[] = [];
  /** Whether the limit is exceeded, so that reading can stop. */
  isCut = false;
  readonly #origin: LinkOrigin;
  readonly #max: number;

  /** @param base the absolute URL of the text, the context of links without anchor */
  constructor(base: string, max: number) {
    // A link context is a resource without fragment, unless an anchor has one.
    this.#origin = { base, context: linkIri('', base) ?? base };
    this.#max = max;
  }

  /** @returns the fault of the link, if any */
  add(attributes: LinkAttributes): string | undefined {
    const { links, fault } = typedLinks(attributes, this.#origin);
    for (const link of links) {
      if (this.links.length < this.#max) this.links.push(link);
      else this.isCut = true;
    }
    return fault;
  }

  refuse(fault: LinkFault): void {
    if (this.faults.length < maxFaults) this.faults.push(fault);
  }
}

/** A problem `link-field-malformed` for each fault of a `Link` field. @param url of the response */
export function linkFieldProblems(
  url: string,
  field: string,
  { faults }: ParsedLinks,
): readonly Problem[] {
  return faults.map(({ offset = 0, detail }) => {
    const excerpt = excerptAt(field, offset);
    return { kind: 'link-field-malformed', url, detail, excerpt };
  });
}

/** A problem `linkset-malformed` for each fault of a linkset, or for a document that is none. */
export function linksetProblems(
  url: string,
  text: string,
  parsed: ParsedLinkset,
): readonly Problem[] {
  const isLinkset = parsed.kind === 'linkset';
  const faults = isLinkset ? parsed.faults : [parsed.fault];
  const linksRead = isLinkset ? parsed.links.length : 0;
  const positionOf = createPartFinder(text);
  return faults.map(({ offset, detail }) =>
    Object.assign(
      { kind: 'linkset-malformed', url, detail, linksRead } as const,
      offset === undefined ? {} : positionOf(offset),
    ),
  );
}
