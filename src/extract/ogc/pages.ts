import type { JsonObject } from '../json-document.ts';
import { linksOf, objectsOf, textsOf, type OgcLink } from './values.ts';

/** Where a catalogue goes on, and by which relation. */
export interface OgcPages {
  readonly rel: 'collections' | 'items' | 'next';
  /** URLs, perhaps relative. */
  readonly targets: readonly string[];
  /** The media type of them all, in lower case; the empty string where it is not said. */
  readonly type: string;
}

/** The media types of the same thing, the one that says most of a record first; others are not followed. */
const typeOrder = [
  'application/geo+json',
  'application/json',
  '',
  'application/ld+json',
  'text/html',
];

/** The relations from a landing page to its collections (OGC API Common); `collections` is an older word for `data`. */
const collectionRelations: ReadonlySet<string> = new Set(['data', 'collections', 'ogc-catalog']);

/**
 * Where the records of a service are: from its landing page to its collections, from each collection of records to its items,
 * and from any page to the next (OGC 20-004r1, Records API; OGC 17-069r4 §7 for the links).
 */
export function pagesOf(document: JsonObject): readonly OgcPages[] {
  const links = linksOf(document);
  const next = bestOf(links, 'next', (rel) => rel === 'next');
  const { collections, type } = document;
  if (type === 'FeatureCollection') return [next];
  if (Array.isArray(collections)) {
    const ofRecords = objectsOf(collections).filter(isOfRecords);
    return ofRecords.map((collection) => itemsOf(linksOf(collection))).concat(next);
  }
  const items = itemsOf(links);
  if (items.targets.length > 0) return [items, next];
  return [bestOf(links, 'collections', (rel) => collectionRelations.has(rel)), next];
}

function itemsOf(links: readonly OgcLink[]): OgcPages {
  return bestOf(links, 'items', (rel) => rel === 'items');
}

/** The items of other collections are data. */
function isOfRecords({ itemType }: JsonObject): boolean {
  return itemType === undefined || textsOf(itemType).some((type) => /^record$/iu.test(type));
}

/** The link of the best type; several where they are of one type, as the catalogues of a landing page are. */
function bestOf(
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

/** `application/ogc-catalog+json` and its like are JSON. */
function withoutVendor(type: string): string {
  return /^application\/(?:ogc-|vnd\.ogc\.).*\+json$/u.test(type) ? 'application/json' : type;
}
