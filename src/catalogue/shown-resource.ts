import { hash } from 'node:crypto';
import { preferredText } from '../facts/text/text-languages.ts';
import { foldText } from '../facts/text/word-folding.ts';
import type { DescribedResource } from '../model/record.ts';
import type { SearchFacts, Text } from '../model/search-facts.ts';
import { identifierName } from '../rdf/identifiers.ts';
import { repairIri } from '../rdf/iri.ts';
import { iriTerm } from '../rdf/n-quads.ts';
import { cdifGraph } from '../rdf/vocabularies.ts';
import { trimEndCharacters } from '../text/clean-text.ts';
import { parseUrl } from '../text/parsed-url.ts';
import { statementsAbout } from './derived/derived-terms.ts';
import { entryOfResource, resourceIriOfEntry } from './derived/index-statements.ts';
import { redirectedUrls, type GraphFacts } from './rows.ts';
import { sourceNames } from './history.ts';
import type { Snapshot } from './snapshot.ts';

/** The values that a record gives for one of its resources. */
interface EntryClaim extends ResourceClaim {
  readonly entry: string;
  readonly title: Text | undefined;
  readonly types: readonly string[];
  readonly description: Text | undefined;
}

/** The values shown for a resource, each with the graph of the record that gives it. */
export interface ShownResource {
  /** Its IRI, or its identifier in that spelling: see `cdif:resource` in docs/vocabulary.md. */
  readonly resource: string;
  readonly title?: Text & From;
  readonly types?: { readonly iris: readonly string[] } & From;
  readonly description?: Text & From;
}

interface From {
  readonly from: string;
}

const predicates = {
  title: cdifGraph.titleFrom,
  types: cdifGraph.typeFrom,
  description: cdifGraph.descriptionFrom,
} as const satisfies Record<ShownAspect, string>;

/**
 * Which entries provide the values shown for a resource that several records describe, as defined
 * in `docs/vocabulary.md`; empty if only one does. N-Quads in the index graph.
 * @param graphs of all its records
 */
export function displayStatements(
  snapshot: Snapshot,
  resource: string,
  graphs: Iterable<string>,
): string {
  const claims = claimsIn(snapshot, graphs, (each) => each === resource);
  if (claims.length < 2) return '';
  const shown = selectDisplayRecords(resource, claims);
  const values = shownAspects.map((aspect) => {
    const entry = shown[aspect]?.entry;
    return [predicates[aspect], entry === undefined ? undefined : iriTerm(entry)] as const;
  });
  return statementsAbout('index', resource, values);
}

/**
 * The values shown for a resource, from the records that describe it.
 * @param resource its IRI: see `cdif:resource` in docs/vocabulary.md
 * @param graphs of all its records
 */
export function shownValues(
  snapshot: Snapshot,
  resource: string,
  graphs: Iterable<string>,
): ShownResource {
  const claims = claimsIn(snapshot, graphs, (each) => each === resource);
  return valuesShown(resource, claims);
}

/**
 * Decides which of several titles is shown for a resource.
 * @param titles by the graph IRIs of the records
 * @returns the graph of the record with that title
 */
export function recordOfShownTitle(
  snapshot: Snapshot,
  resource: string,
  titles: Iterable<readonly [graph: string, title: string | undefined]>,
): string | undefined {
  const claims = Array.from(titles).flatMap(([graph, title]) => {
    const facts = snapshot.factsOf(graph);
    if (facts === undefined) return [];
    const says = title === undefined ? {} : { title: foldText(title) };
    return [{ graph, says, ...retrievalFacts(snapshot, facts) }];
  });
  return selectDisplayRecords(resource, claims).title?.graph;
}

/** See `CatalogueStore.shownResource`. */
export function shownResource(snapshot: Snapshot, name: string): ShownResource | undefined {
  const identifier = identifierName(name);
  const resource = repairIri(identifier) ?? identifier;
  const claims = claimsIn(
    snapshot,
    new Set(snapshot.graphsNamed(identifier)),
    (each, identifiers) => each === resource || identifiers.includes(identifier),
  );
  return claims.length === 0 ? undefined : valuesShown(resource, claims);
}

function valuesShown(resource: string, claims: readonly EntryClaim[]): ShownResource {
  const { title, types, description } = selectDisplayRecords(resource, claims);
  return {
    resource,
    ...(title?.title && { title: { ...title.title, from: title.graph } }),
    ...(types && { types: { iris: types.types, from: types.graph } }),
    ...(description?.description && {
      description: { ...description.description, from: description.graph },
    }),
  };
}

function claimsIn(
  snapshot: Snapshot,
  graphs: Iterable<string>,
  isWanted: (resource: string, identifiers: readonly string[]) => boolean,
): readonly EntryClaim[] {
  const found = Array.from(graphs).flatMap((graph) => {
    const facts = snapshot.factsOf(graph);
    const claims = snapshot.searchFactsOf(graph).flatMap((search, at) => {
      const described = facts?.describes[at];
      if (described === undefined) return [];
      const resource = resourceIriOfEntry(graph, described, search);
      const isFound = isWanted(resource, search.texts.identifiers);
      return isFound ? [claimOf(graph, described, search)] : [];
    });
    return facts === undefined || claims.length === 0 ? [] : [{ facts, claims }];
  });
  // The only record is shown, however it was retrieved.
  const isAlone = found.length === 1;
  return found.flatMap(({ facts, claims }) => {
    const had = isAlone ? { urls: [], sources: [] } : retrievalFacts(snapshot, facts);
    return claims.map((claim) => Object.assign(claim, had));
  });
}

function claimOf(
  graph: string,
  described: DescribedResource,
  search: SearchFacts,
): Omit<EntryClaim, 'sources' | 'urls'> {
  const { titles, descriptions } = search.texts;
  const { types } = described;
  const [title, description] = [preferredText(titles), preferredText(descriptions)];
  return {
    graph,
    entry: entryOfResource(graph, described, search),
    title,
    types,
    description,
    says: {
      ...(title && { title: foldText(title.text) }),
      ...(types.length > 0 && { types: types.toSorted().join(' ') }),
      ...(description && { description: foldText(description.text) }),
    },
  };
}

function retrievalFacts(
  snapshot: Snapshot,
  { documentUrl, document }: GraphFacts,
): Pick<EntryClaim, 'sources' | 'urls'> {
  const retrieval = snapshot.documentFacts(documentUrl, document)?.retrieval;
  return {
    urls: [documentUrl, ...(retrieval === undefined ? [] : redirectedUrls(retrieval))],
    sources: sourceNames(snapshot.listingsOf(documentUrl)),
  };
}

/** The values of a resource that are taken from one record where several describe it. */
const shownAspects = ['title', 'types', 'description'] as const;

type ShownAspect = (typeof shownAspects)[number];

/** The values that one record gives for a resource, and where the record came from. */
export interface ResourceClaim {
  /** The graph of the record. */
  readonly graph: string;
  /** The requested URL, then the redirect targets; the last one answered. */
  readonly urls: readonly string[];
  /** The sources that list the record. */
  readonly sources: readonly string[];
  /** The values in a comparable form; absent where the record has none. */
  readonly says: Readonly<Partial<Record<ShownAspect, string>>>;
}

/**
 * Selects the record whose value is shown for a resource, by aspect. A record retrieved from the
 * IRI of the resource, perhaps through redirects, comes first; then one from the origin of the IRI,
 * or from an origin to which the IRI was redirected (so that a DOI has one too). Self-declared
 * relations (`cite-as`, `canonical`, `url`) do not count, since anybody can declare them. Among
 * equally near records, the value listed by most sources wins, then the one published by most
 * sites; the number of records does not matter. Ties are broken by hashes of the resource with
 * source name and site, which a publisher cannot choose freely.
 * @param resource its IRI (`cdif:resource`), or another identifier in that spelling
 */
export function selectDisplayRecords<Claim extends ResourceClaim>(
  resource: string,
  claims: readonly Claim[],
): Readonly<Partial<Record<ShownAspect, Claim>>> {
  const [first, ...others] = claims;
  if (first === undefined) return {};
  const distanceOf = others.length === 0 ? () => 0 : createDistance(resource, claims);
  const shown: Partial<Record<ShownAspect, Claim>> = {};
  for (const aspect of shownAspects) {
    const candidates = claims.filter(({ says }) => says[aspect] !== undefined);
    const least = Math.min(...new Set(candidates.map(distanceOf)));
    const nearest = candidates.filter((claim) => distanceOf(claim) === least);
    const chosen = nearest.length < 2 ? nearest[0] : mostListed(resource, nearest, aspect);
    if (chosen !== undefined) shown[aspect] = chosen;
  }
  return shown;
}

/** 0 for a record from the IRI of the resource, 1 for one from its origins, 2 for others. */
function createDistance(
  resource: string,
  claims: readonly ResourceClaim[],
): (claim: ResourceClaim) => number {
  const named = resource.replace(/^(https?:[^#]*)#.*$/su, '$1');
  const atIri = new Set(claims.filter(({ urls }) => urls.some((url) => isAt(named, url))));
  const origins = new Set([originOf(named), ...Array.from(atIri, answeringOrigin)]);
  return (claim) => {
    if (atIri.has(claim)) return 0;
    const origin = answeringOrigin(claim);
    return origin !== undefined && origins.has(origin) ? 1 : 2;
  };
}

/** Any resolver may serve an ARK (draft-kunze-ark §2), so only resolvers shared by all count. */
const arkResolver = /^https?:\/\/(?:n2t\.net|arks\.org)\//iu;

function isAt(resource: string, url: string): boolean {
  const name = identifierName(url);
  if (name !== resource && repairIri(name) !== resource) return false;
  return !name.startsWith('ark:') || arkResolver.test(url);
}

function answeringOrigin({ urls }: ResourceClaim): string | undefined {
  return originOf(urls.at(-1) ?? '');
}

/** Host and port, without `www.` and scheme, as in `identifierName`. */
function originOf(url: string): string | undefined {
  const parsed = /^https?:/iu.test(url) ? parseUrl(url) : undefined;
  if (parsed === undefined) return undefined;
  const port = parsed.port === '80' || parsed.port === '443' ? '' : parsed.port;
  return `${parsed.hostname.replace(/^www\./u, '')}:${port}`;
}

/** Second-level domains below which a country registry registers domains. */
const registries: ReadonlySet<string> = new Set(
  'ac co com edu go gob gouv gov mil ne net or org'.split(' '),
);

/** The registered domain of the host, as far as its name tells: subdomains are free to create. */
function siteOf({ urls }: ResourceClaim): string {
  const host = trimEndCharacters(parseUrl(urls.at(-1) ?? '')?.hostname ?? '', '.');
  if (/^\[|^[\d.]+$/u.test(host)) return host;
  const labels = host.split('.');
  const [country = '', below = ''] = labels.toReversed();
  return labels.slice(country.length === 2 && registries.has(below) ? -3 : -2).join('.');
}

/** The sources and sites that give one value, and the first of its records by `rankOf`. */
interface ValueSupport<Claim> {
  readonly sources: Set<string>;
  readonly sites: Set<string>;
  claim: Claim;
  rank: string;
}

/** The record with the value that most sources list, then most sites publish. */
function mostListed<Claim extends ResourceClaim>(
  resource: string,
  claims: readonly Claim[],
  aspect: ShownAspect,
): Claim | undefined {
  const values = new Map<string, ValueSupport<Claim>>();
  for (const claim of claims) {
    const value = claim.says[aspect] ?? '';
    const site = siteOf(claim);
    const rank = rankOf(resource, claim, site);
    const support = values.get(value) ?? { sources: new Set(), sites: new Set(), claim, rank };
    values.set(value, support);
    for (const source of claim.sources) support.sources.add(source);
    support.sites.add(site);
    if (rank < support.rank) Object.assign(support, { claim, rank });
  }
  const [first] = [...values.values()].toSorted(
    (one, other) =>
      other.sources.size - one.sources.size ||
      other.sites.size - one.sites.size ||
      (one.rank < other.rank ? -1 : 1),
  );
  return first?.claim;
}

/** The graph counts last: the publisher of several records chooses freely among them. */
function rankOf(resource: string, { graph, sources }: ResourceClaim, site: string): string {
  const [source = ''] = sources.map((name) => hashed(resource, name)).toSorted();
  return source + hashed(resource, site) + hashed(resource, graph);
}

/** 64 bits. */
const hashCharacters = 16;

function hashed(...texts: readonly string[]): string {
  return hash('sha256', JSON.stringify(texts), 'hex').slice(0, hashCharacters);
}
