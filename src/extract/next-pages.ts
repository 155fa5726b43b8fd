import { responseUrls } from '../links/followable-links.ts';
import { targetUrl } from '../model/target.ts';
import type { Response } from '../model/http.ts';
import type { FoundLink } from '../model/record.ts';
import type { LinkPlace, PlacedLink } from '../model/typed-link.ts';
import { isObject, type JsonObject, parseJson } from '../text/json.ts';
import { localTypes, nodeObjectsIn, propertyValues, topLevelNodes } from './json-document.ts';
import type { ExtractOutcomes, ResponseInput } from './route.ts';
import type { ExtractionOutcome } from './outcomes.ts';

/** Pages of a catalogue, and the link to them. */
interface PageLinks {
  /** URLs, perhaps relative. */
  readonly targets: readonly string[];
  /** The base of relative ones. */
  readonly base: string;
  readonly rel: string;
  readonly place?: LinkPlace;
  /** Their media type in lower case; absent or empty where unknown. */
  readonly type?: string;
}

/** A link for each page of a catalogue other than the current one. */
export function createPageLinks(
  { target, retrieval }: Response,
  { targets, base, rel, place, type = '' }: PageLinks,
): readonly ExtractionOutcome[] {
  const own = responseUrls(target.url, retrieval);
  const urls = new Set(targets.map((each) => targetUrl(each.trim(), base)));
  const facts: Omit<FoundLink, 'url'> = {
    in: target.url,
    by: 'list',
    isList: true,
    rel,
    ...(place === undefined ? {} : { place }),
    ...(type === '' ? {} : { labels: [{ type, profiles: [] }] }),
  };
  return [...urls]
    .filter((url) => url !== undefined)
    .filter((url) => !own.has(url))
    .map((url) => ({
      kind: 'produced',
      value: { kind: 'link', link: Object.assign({ url }, facts) },
    }));
}

/**
 * The next pages by typed links (`rel="next"`, WHATWG HTML §4.6.7.15) of a list or catalogue of a
 * source, or of one of its pages; other pages are not followed.
 */
export function listLinkedPages(
  links: readonly PlacedLink[],
  response: Response,
  place: LinkPlace,
): readonly ExtractionOutcome[] {
  const { target, retrieval } = response;
  if (target.isList !== true) return [];
  const own = responseUrls(target.url, retrieval);
  const targets = links
    .filter(({ rel, context }) => rel === 'next' && own.has(context))
    .map((link) => link.target);
  return createPageLinks(response, { targets, base: retrieval.finalUrl, rel: 'next', place });
}

/**
 * Adds, to the outcomes of a list or catalogue of a source, links to the next pages named by `Link`
 * fields or, with Hydra, by its documents.
 */
export function withNextPages(outcomes: ExtractOutcomes, input: ResponseInput): ExtractOutcomes {
  return input.response.target.isList === true ? addNextPages(outcomes, input) : outcomes;
}

async function* addNextPages(
  outcomes: ExtractOutcomes,
  { response, links }: ResponseInput,
): AsyncGenerator<ExtractionOutcome> {
  yield* listLinkedPages(links, response, 'header');
  for await (const outcome of outcomes) {
    yield outcome;
    if (outcome.kind !== 'produced' || outcome.value.kind !== 'document') continue;
    const { json, baseIri: base } = outcome.value.document;
    yield* createPageLinks(response, { targets: readHydraNextPages(json), base, rel: 'next' });
  }
}

/** Page classes of the current vocabulary, and of the one that CKAN writes. */
const pageTypes: ReadonlySet<string> = new Set(['PartialCollectionView', 'PagedCollection']);
const nextNames: ReadonlySet<string> = new Set(['next', 'nextPage']);
const nextInFull = /^(?:hydra:|https?:\/\/www\.w3\.org\/ns\/hydra\/core#)next(?:Page)?$/u;

/**
 * The next pages that a JSON-LD text names with Hydra (Hydra Core 5.2: `hydra:view` with
 * `hydra:next`; formerly `hydra:nextPage`), as written. Contexts are not applied: unprefixed terms
 * count only in a node with a page type or under `view`.
 */
function readHydraNextPages(json: string): readonly string[] {
  if (!/hydra/iu.test(json)) return [];
  const value = parseJson(json);
  if (!isObject(value) && !Array.isArray(value)) return [];
  return topLevelNodes(value).flatMap((node) => {
    const isPage = localTypes(node).some((type) => pageTypes.has(type));
    const views = nodeObjectsIn(propertyValues(node, 'view'));
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
