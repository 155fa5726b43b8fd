import type { JsonObject } from '../json-document.ts';
import { linksOf, objectsOf, textsOf, type OgcLink } from './values.ts';

/** Links to further parts of a catalogue. */
export interface OgcPages {
  readonly rel: 'collections' | 'items' | 'next';
  /** URLs, perhaps relative. */
  readonly targets: readonly string[];
  /** Their media type in lower case; empty where unknown. */
  readonly type: string;
}

/** Media types by preference; others are not followed. */
const typeOrder = [
  'application/geo+json',
  'application/json',
  '',
  'application/ld+json',
  'text/html',
];

/**
 * Relations from a landing page to its collections (OGC API Common); `collections` is an older word
 * for `data`.
 */
const collectionRelations: ReadonlySet<string> = new Set(['data', 'collections', 'ogc-catalog']);

/**
 * Where the records of a service are: from a landing page to its collections, from collections of
 * records to their items, and from any page to the next (OGC 20-004r1, Records API; OGC 17-069r4 §7
 * for links).
 */
export function pagesOf(document: JsonObject): readonly OgcPages[] {
  const links = linksOf(document);
  const next = selectBest(links, 'next', (rel) => rel === 'next');
  const { collections, type } = document;
  if (type === 'FeatureCollection') return [next];
  if (Array.isArray(collections)) {
    const ofRecords = objectsOf(collections).filter(isOfRecords);
    return ofRecords.map((collection) => itemPages(linksOf(collection))).concat(next);
  }
  const items = itemPages(links);
  if (items.targets.length > 0) return [items, next];
  return [selectBest(links, 'collections', (rel) => collectionRelations.has(rel)), next];
}

function itemPages(links: readonly OgcLink[]): OgcPages {
  return selectBest(links, 'items', (rel) => rel === 'items');
}

/** Other collections contain data. */
function isOfRecords({ itemType }: JsonObject): boolean {
  return itemType === undefined || textsOf(itemType).some((type) => /^record$/iu.test(type));
}

/**
 * The links of the preferred type; several of one type, such as the catalogues of a landing page.
 */
function selectBest(
  links: readonly OgcLink[],
  rel: OgcPages['rel'],
  isWanted: (rel: string) => boolean,
): OgcPages {
  const wanted = links.filter((link) => isWanted(link.rel));
  const ranks = wanted.map(({ type }) => typeOrder.indexOf(withoutVendor(type)));
  const best = Math.min(...ranks.filter((rank) => rank !== -1));
  const chosen = wanted.filter((_, index) => ranks[index] === best);
  return { rel, targets: chosen.map(({ href }) => href), type: chosen[0]?.type ?? '' };
}

/** `application/ogc-catalog+json` and similar are JSON. */
function withoutVendor(type: string): string {
  return /^application\/(?:ogc-|vnd\.ogc\.).*\+json$/u.test(type) ? 'application/json' : type;
}
