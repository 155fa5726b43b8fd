import {
  findCdifLabel,
  isJsonLdType,
  isJsonType,
  isPageType,
  isVagueType,
  rdfSyntaxOf,
} from '../model/media-type.ts';
import { targetUrl, type Target, type TargetLabel } from '../model/target.ts';
import type { Retrieval } from '../model/http.ts';
import {
  type Offer,
  type OfferRoute,
  type OfferVerdict,
  type Signposts,
  type LinkPlace,
  type PlacedLink,
  type SignpostingRelation,
  signpostingRelations,
  type TypedLink,
} from '../model/typed-link.ts';
import { identifierName } from '../rdf/identifiers.ts';

/**
 * Media types of targets in order of preference for metadata; pages and XML are followed for a
 * label only.
 */
const kinds = ['json-ld', 'rdf', 'json', 'unknown', 'xml', 'page'] as const;

type Kind = (typeof kinds)[number];

/** Ranks by label, then relation, then type. */
type Rank = readonly [label: number, relation: number, kind: number];

/**
 * The links of one context that may lead to its metadata, the best offer first, each target once:
 *
 * 1. `describedby` or `alternate` labelled as CDIF; a record before a list of records;
 * 2. `describedby`: JSON-LD, then RDF in other syntaxes, plain JSON, and no or an unspecific type;
 * 3. `alternate` as JSON-LD or other RDF.
 *
 * Equal offers keep their order. Other relations and types with a format of their own are left out
 * (XML without a label, PDF, `application/geo+json`, `application/vnd.datacite.datacite+json`).
 */
export function followableLinks<Link extends TypedLink>(links: readonly Link[]): readonly Link[] {
  const ranked = links.flatMap((link) => {
    const rank = rankLink(link);
    return rank === undefined ? [] : [{ link, rank }];
  });
  ranked.sort(
    ({ rank: one }, { rank: other }) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2],
  );
  const best = new Map<string, Link>();
  for (const { link } of ranked) if (!best.has(link.target)) best.set(link.target, link);
  return [...best.values()];
}

function rankLink({ rel, type, profiles }: TypedLink): Rank | undefined {
  if (rel !== 'describedby' && rel !== 'alternate') return undefined;
  const kind = kindOf(type ?? '');
  if (kind === undefined) return undefined;
  const relation = rel === 'describedby' ? 0 : 1;
  const label = findCdifLabel(profiles);
  if (label !== undefined) return [label === 'record' ? 0 : 1, relation, kinds.indexOf(kind)];
  // Unlabelled pages can be anything: translations, versions for phones, feeds.
  const isRdf = kind === 'json-ld' || kind === 'rdf';
  const isFollowable = rel === 'describedby' ? kind !== 'page' && kind !== 'xml' : isRdf;
  return isFollowable ? [2, relation, kinds.indexOf(kind)] : undefined;
}

/** @returns undefined where no metadata can be read from the type */
function kindOf(type: string): Kind | undefined {
  // `application/vnd.schemaorg.ld+json` of DataCite and its like.
  if (isJsonLdType(type) || type.endsWith('.ld+json')) return 'json-ld';
  if (rdfSyntaxOf(type) !== undefined) return 'rdf';
  if (isVagueType(type)) return 'unknown';
  if (isPageType(type)) return 'page';
  // Other formats, such as ISO 19139, but also RDF/XML.
  if (type === 'application/xml' || type === 'text/xml') return 'xml';
  return isJsonType(type) && !type.endsWith('+json') ? 'json' : undefined;
}

/** Decides what happens to links. */
interface LinkDecisions {
  /** The names of the resource that the metadata must describe. */
  readonly own: Names;
  readonly taken: ReadonlySet<PlacedLink>;
  /** The links that may be followed. */
  readonly wanted: ReadonlySet<PlacedLink>;
}

const routes: Readonly<Record<LinkPlace, OfferRoute>> = {
  header: 'header-link',
  html: 'html-link',
  linkset: 'linkset-link',
  sitemap: 'sitemap-link',
};

/** A linkset may lead to metadata of any format. */
const offering: ReadonlySet<string> = new Set(['describedby', 'linkset']);

/**
 * The metadata offers among links: every `describedby` and `linkset`, and `alternate` of a type
 * that can be metadata.
 */
export function linkOffers(
  links: readonly PlacedLink[],
  decisions: LinkDecisions,
): readonly Offer[] {
  const followable = new Set(followableLinks(links).map(({ target }) => target));
  return links
    .filter(({ rel, target }) => {
      return rel === 'alternate' ? followable.has(target) : offering.has(rel);
    })
    .map((link) => describeOffer(link, decideOffer(link, decisions, followable)));
}

function describeOffer(
  { place, target: url, type, profiles }: PlacedLink,
  verdict: OfferVerdict,
): Offer {
  return { via: routes[place], url, ...(type === undefined ? {} : { type }), profiles, verdict };
}

function decideOffer(
  link: PlacedLink,
  { own, taken, wanted }: LinkDecisions,
  followable: ReadonlySet<string>,
): OfferVerdict {
  if (taken.has(link)) return 'taken';
  if (wanted.has(link)) return 'beyond-limit';
  if (!own.has(link.context)) return 'other-resource';
  if (link.rel !== 'linkset' && !followable.has(link.target)) return 'other-format';
  return own.has(targetUrl(link.target) ?? '') ? 'at-hand' : 'outranked';
}

/**
 * The labels that a link gives to its target. A link to `page#id` means the script with that id
 * (JSON-LD 1.1 §7.3).
 */
export function linkLabel({
  type,
  profiles,
  target,
}: Pick<TypedLink, 'type' | 'profiles' | 'target'>): TargetLabel {
  const scriptId = decodeFragment(target);
  return {
    ...(type === undefined ? {} : { type }),
    profiles,
    ...(scriptId === '' ? {} : { scriptId }),
  };
}

/** The percent-decoded fragment of a URL; empty where there is none. */
export function decodeFragment(url: string): string {
  const hash = url.indexOf('#');
  const fragment = hash === -1 ? '' : url.slice(hash + 1);
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    // A lone percent sign: the fragment is used as written.
    if (!(error instanceof URIError)) throw error;
    return fragment;
  }
}

/** Tests whether an IRI names one resource. */
export interface Names {
  has(iri: string): boolean;
}

/**
 * The names of one resource: the URLs of a response as they are, and persistent identifiers in any
 * spelling.
 */
export class ResourceNames implements Names {
  readonly #urls: ReadonlySet<string>;
  /** In the spelling of `identifierName`. */
  readonly #pids: ReadonlySet<string>;

  constructor(urls: ReadonlySet<string>, pids: readonly string[]) {
    this.#urls = urls;
    this.#pids = new Set(pids.map(identifierName));
  }

  has(iri: string): boolean {
    if (this.#urls.has(iri)) return true;
    return this.#pids.size > 0 && this.#pids.has(identifierName(iri));
  }

  /** All names in their canonical spelling. */
  get identifiers(): ReadonlySet<string> {
    return new Set([...Array.from(this.#urls, identifierName), ...this.#pids]);
  }
}

/** The URLs of a response: the listed or linked one, the redirects, and the final one. */
export function responseUrls(
  url: string,
  { finalUrl, redirects }: Pick<Retrieval, 'finalUrl' | 'redirects'>,
): ReadonlySet<string> {
  return new Set([url, finalUrl, ...redirects.map(({ from }) => from)]);
}

const relations: ReadonlySet<string> = new Set(signpostingRelations);

/**
 * The links with Signposting relations, in order and without duplicates. The same target with
 * another type or profile is another link, since servers that negotiate content offer many formats
 * at one URL.
 */
export function selectSignposts<Link extends TypedLink>(
  links: readonly Link[],
): readonly (Link & { readonly rel: SignpostingRelation })[] {
  const isSignpost = (link: Link): link is Link & { readonly rel: SignpostingRelation } =>
    relations.has(link.rel);
  const signposts = new Map<string, Link & { readonly rel: SignpostingRelation }>();
  for (const link of links.filter(isSignpost)) {
    const { context, rel, target, type = '', profiles } = link;
    const key = JSON.stringify([context, rel, target, type, ...profiles]);
    if (!signposts.has(key)) signposts.set(key, link);
  }
  return [...signposts.values()];
}

/** No links and no offers. */
export const noSignposts: Signposts = { offers: [], links: [] };

/**
 * Merges the links and offers of two responses, or of a response and a sitemap entry, without
 * duplicates.
 */
export function mergeSignposts(before: Signposts, { offers, links }: Signposts): Signposts {
  if (before.offers.length + before.links.length === 0) return { offers, links };
  const all = new Map([...before.offers, ...offers].map((offer) => [JSON.stringify(offer), offer]));
  return { offers: [...all.values()], links: selectSignposts([...before.links, ...links]) };
}

/** The links and offers of a target's sitemap entry; undefined where it has none. */
export function sitemapEntrySignposts({ url, links }: Target): Signposts | undefined {
  if (links === undefined || links.length === 0) return undefined;
  const taken = new Set(links.filter(({ target }) => targetUrl(target) === url));
  const own = new Set(links.map(({ context }) => context));
  return {
    offers: linkOffers(links, { own, taken, wanted: taken }),
    links: selectSignposts(links),
  };
}
