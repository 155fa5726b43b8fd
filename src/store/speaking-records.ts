import { hash } from 'node:crypto';
import { identifierName } from '../rdf/identifier-name.ts';
import { repairIri } from '../rdf/iri.ts';
import { parsedUrl } from '../text/parsed-url.ts';
import { trimEndOf } from '../text/trim-end.ts';

/** What of a resource is shown as one record says it, where several describe the resource. */
export const shownAspects = ['title', 'types', 'description'] as const;
export type ShownAspect = (typeof shownAspects)[number];

/** What one record says of a resource, and how the record was had. */
export interface ResourceClaim {
  /** The graph of the record. */
  readonly graph: string;
  /** The URL that was asked for, and those that it was redirected to; the last one answered. */
  readonly urls: readonly string[];
  /** The sources that list the record. */
  readonly sources: readonly string[];
  /** What the record says, in a form in which the same is equal; absent where it says nothing. */
  readonly says: Readonly<Partial<Record<ShownAspect, string>>>;
}

/**
 * Which record speaks for a resource, by aspect. A record at the IRI of the resource comes first:
 * one that was had from that IRI, perhaps by redirects. Then comes one from the origin of the IRI,
 * or from an origin to which the IRI was redirected, so that a DOI has one too. What a record or
 * page says of itself (`cite-as`, `canonical`, `url`) counts for nothing, since anybody can say it.
 * Of several records that are equally near, those speak whose value most sources list, then most
 * sites publish; how many records say it does not matter. What is still equal is decided by hashes
 * of the resource with the name of the source and with the site: the operator names the source, and
 * another site has to be registered.
 * @param resource its one IRI (`cdif:resource`), or another identifier in that spelling
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

/** 0 for a record at the IRI of the resource, 1 for one of its origins, 2 for others. */
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

/**
 * An ARK stands in a URL of whatever resolver (draft-kunze-ark §2), so that the resolver must be
 * one that all share.
 */
const arkResolver = /^https?:\/\/(?:n2t\.net|arks\.org)\//iu;

function isAt(resource: string, url: string): boolean {
  const name = identifierName(url);
  if (name !== resource && repairIri(name) !== resource) return false;
  return !name.startsWith('ark:') || arkResolver.test(url);
}

function answeringOrigin({ urls }: ResourceClaim): string | undefined {
  return originOf(urls.at(-1) ?? '');
}

/** Host and port: `www.` and whether it is http or https do not matter, as in `identifierName`. */
function originOf(url: string): string | undefined {
  const parsed = /^https?:/iu.test(url) ? parsedUrl(url) : undefined;
  if (parsed === undefined) return undefined;
  const port = parsed.port === '80' || parsed.port === '443' ? '' : parsed.port;
  return `${parsed.hostname.replace(/^www\./u, '')}:${port}`;
}

/** Second-level domains below which a registry of a country registers others. */
const registries: ReadonlySet<string> = new Set(
  'ac co com edu go gob gouv gov mil ne net or org'.split(' '),
);

/**
 * The domain that somebody had to register, as far as the name of the host tells: subdomains cost
 * nothing.
 */
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
  /** The record that is named for them, and its place among equals. */
  speaker: Claim;
  place: string;
}

/** The record that stands for the value with the most sources, then sites. */
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

/** The graph counts last: of records of one source and site, whoever publishes them may choose. */
function placeOf(resource: string, { graph, sources }: ResourceClaim, site: string): string {
  const [source = ''] = sources.map((name) => hashed(resource, name)).toSorted();
  return source + hashed(resource, site) + hashed(resource, graph);
}

/** 64 bits. */
const hashCharacters = 16;

function hashed(...texts: readonly string[]): string {
  return hash('sha256', JSON.stringify(texts), 'hex').slice(0, hashCharacters);
}
