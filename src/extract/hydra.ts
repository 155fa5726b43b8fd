import { isObject, parseJson, type JsonObject } from './json-document.ts';
import { itemsOf, propertyOf, topLevelNodes, typesOf } from './top-level-nodes.ts';

/** Page classes of the current vocabulary, and of the one that CKAN writes. */
const pageTypes: ReadonlySet<string> = new Set(['PartialCollectionView', 'PagedCollection']);
const nextNames: ReadonlySet<string> = new Set(['next', 'nextPage']);
const nextInFull = /^(?:hydra:|https?:\/\/www\.w3\.org\/ns\/hydra\/core#)next(?:Page)?$/u;

/**
 * The next pages that a JSON-LD text names with Hydra (Hydra Core 5.2: `hydra:view` with
 * `hydra:next`; formerly `hydra:nextPage`), as written. Contexts are not applied: unprefixed terms
 * count only in a node with a page type or under `view`.
 */
export function hydraNextPages(json: string): readonly string[] {
  if (!/hydra/iu.test(json)) return [];
  const value = parseJson(json);
  if (!isObject(value) && !Array.isArray(value)) return [];
  return topLevelNodes(value).flatMap((node) => {
    const isPage = typesOf(node).some((type) => pageTypes.has(type));
    const views = itemsOf(propertyOf(node, 'view'));
    return readNext(node, isPage).concat(views.flatMap((view) => readNext(view, true)));
  });
}

function readNext(node: JsonObject, isPage: boolean): string[] {
  return Object.entries(node)
    .filter(([name]) => nextInFull.test(name) || (isPage && nextNames.has(name)))
    .flatMap(([, value]) => [value].flat())
    .map((value) => (isObject(value) ? (value['@id'] ?? value['@value']) : value))
    .filter((value) => typeof value === 'string');
}
