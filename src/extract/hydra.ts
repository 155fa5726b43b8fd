import { isObject, parseJson, type JsonObject } from './json-document.ts';
import { itemsOf, propertyOf, topLevelNodes, typesOf } from './top-level-nodes.ts';

/** Classes of pages: that of today's vocabulary, and of the one that CKAN writes. */
const pageTypes: ReadonlySet<string> = new Set(['PartialCollectionView', 'PagedCollection']);
const nextNames: ReadonlySet<string> = new Set(['next', 'nextPage']);
const nextInFull = /^(?:hydra:|https?:\/\/www\.w3\.org\/ns\/hydra\/core#)next(?:Page)?$/u;

/**
 * The next pages that a JSON-LD text names in terms of Hydra (Hydra Core, 5.2: `hydra:view` with `hydra:next`; before that
 * `hydra:nextPage`), as written. Contexts are not applied: without a prefix the terms count in what is a page by its type,
 * or stands under `view`.
 */
export function hydraNextPages(json: string): readonly string[] {
  if (!/hydra/iu.test(json)) return [];
  const value = parseJson(json);
  if (!isObject(value) && !Array.isArray(value)) return [];
  return topLevelNodes(value).flatMap((node) => {
    const isPage = typesOf(node).some((type) => pageTypes.has(type));
    const views = itemsOf(propertyOf(node, 'view'));
    return nextOf(node, isPage).concat(views.flatMap((view) => nextOf(view, true)));
  });
}

function nextOf(node: JsonObject, isPage: boolean): string[] {
  return Object.entries(node)
    .filter(([name]) => nextInFull.test(name) || (isPage && nextNames.has(name)))
    .flatMap(([, value]) => [value].flat())
    .map((value) => (isObject(value) ? (value['@id'] ?? value['@value']) : value))
    .filter((value) => typeof value === 'string');
}
