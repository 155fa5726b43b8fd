import { hash } from 'node:crypto';
import { identifierName } from '../rdf/identifier-name.ts';
import { repairIri } from '../rdf/iri.ts';
import { parsedUrl } from '../text/parsed-url.ts';
import { trimEndOf } from '../text/trim-end.ts';

/** The values of a resource that are taken from one record where several describe it. */
export const shownAspects = ['title', 'types', 'description'] as const;
export type ShownAspect = (typeof shownAspects)[number];

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
export function speakingRecords<Claim extends ResourceClaim>(
  resource: string,
  claims: readonly Claim[],
): Readonly<Partial<Record<ShownAspect, Claim>>> {
  const [first, ...others] = claims;
  if (first === undefined) return {};
  const near = others.length === 0 ? () => 0 : distances(resource, claims);
  const speaking: Partial<Record<ShownAspect, Claim>> = {};
  for (const aspect of shownAspects) {
    const saying = claims.filter(({ says }) => says[aspect] !== undefined);
    const least = Math.min(...new Set(saying.map(near)));
    const nearest = saying.filter((claim) => near(claim) === least);
    const speaker = nearest.length < 2 ? nearest[0] : mostHeard(resource, nearest, aspect);
    if (speaker !== undefined) speaking[aspect] = speaker;
  }
  return speaking;
}

/** 0 for a record from the IRI of the resource, 1 for one from its origins, 2 for others. */
function distances(
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
  const parsed = /^https?:/iu.test(url) ? parsedUrl(url) : undefined;
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
  const host = trimEndOf(parsedUrl(urls.at(-1) ?? '')?.hostname ?? '', '.');
  if (/^\[|^[\d.]+$/u.test(host)) return host;
  const labels = host.split('.');
  const [country = '', below = ''] = labels.toReversed();
  return labels.slice(country.length === 2 && registries.has(below) ? -3 : -2).join('.');
}

interface Voices<Claim> {
  readonly sources: Set<string>;
  readonly sites: Set<string>;
  /** The selected record, and its rank among equals. */
  speaker: Claim;
  place: string;
}

/** The record with the value that most sources list, then most sites publish. */
function mostHeard<Claim extends ResourceClaim>(
  resource: string,
  claims: readonly Claim[],
  aspect: ShownAspect,
): Claim | undefined {
  const voices = new Map<string, Voices<Claim>>();
  for (const claim of claims) {
    const value = claim.says[aspect] ?? '';
    const site = siteOf(claim);
    const place = placeOf(resource, claim, site);
    const known = voices.get(value) ?? {
      sources: new Set<string>(),
      sites: new Set<string>(),
      speaker: claim,
      place,
    };
    voices.set(value, known);
    for (const source of claim.sources) known.sources.add(source);
    known.sites.add(site);
    if (place < known.place) Object.assign(known, { speaker: claim, place });
  }
  const [loudest] = [...voices.values()].toSorted(
    (one, other) =>
      other.sources.size - one.sources.size ||
      other.sites.size - one.sites.size ||
      (one.place < other.place ? -1 : 1),
  );
  return loudest?.speaker;
}

/** The graph counts last: the publisher of several records chooses freely among them. */
function placeOf(resource: string, { graph, sources }: ResourceClaim, site: string): string {
  const [source = ''] = sources.map((name) => hashed(resource, name)).toSorted();
  return source + hashed(resource, site) + hashed(resource, graph);
}

/** 64 bits. */
const hashCharacters = 16;

function hashed(...texts: readonly string[]): string {
  return hash('sha256', JSON.stringify(texts), 'hex').slice(0, hashCharacters);
}
