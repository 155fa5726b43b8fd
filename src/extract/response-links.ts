import {
  decodeFragment,
  followableLinks,
  linkLabel,
  linkOffers,
  type Names,
  ResourceNames,
  responseUrls,
  selectSignposts,
} from '../links/followable-links.ts';
import { parseLinkField } from '../links/link-field.ts';
import {
  linkFieldProblems,
  type LinkAttributes,
  linkIri,
  placedLinks,
  typedLinks,
} from '../links/typed-links.ts';
import { findCdifLabel } from '../model/media-type.ts';
import { targetUrl } from '../model/target.ts';
import type { Response } from '../model/http.ts';
import type { Offer, PlacedLink, Signposts, LinkPlace, TypedLink } from '../model/typed-link.ts';
import type { Problem } from '../model/problem.ts';
import type { FoundLink } from '../model/record.ts';
import { groupBy } from '../text/collections.ts';
import { isObject, type JsonObject, parseJson } from '../text/json.ts';
import { localTypes, nodeObjectsIn, propertyValues, topLevelNodes } from './json-document.ts';
import {
  type ExtractionOutcome,
  type ExtractOutcomes,
  failedOutcome,
  type ResponseInput,
} from './route.ts';

/** The links of a resource to its metadata elsewhere, by rank. */
interface RankedLinks {
  /** Labelled as CDIF records. */
  readonly labelled: readonly PlacedLink[];
  /** Labelled as lists of CDIF records, which also cover other resources. */
  readonly lists: readonly PlacedLink[];
  /** The best unlabelled links, which are equally good. */
  readonly unlabelled: readonly PlacedLink[];
  readonly linksets: readonly PlacedLink[];
}

/** The links of a response, ranked. */
export interface LinkChoice extends RankedLinks {
  /** The profiles of links to scripts of this page, by the scripts' `id`. */
  readonly scripts: ReadonlyMap<string, readonly string[]>;
  /** Whether a link labels this page as CDIF without naming a script. */
  readonly isLabelling: boolean;
  /** The names of the resource: the URLs of the response, and its `cite-as` links. */
  readonly own: ResourceNames;
}

/**
 * Ranks the links of a response. Only links count whose context is the requested resource, under
 * any of its names: an anchor can make a link one of another resource (RFC 8288 §3.2).
 */
export function chooseLinks(links: readonly PlacedLink[], response: Response): LinkChoice {
  const own = readResourceNamesOf(links, response);
  const ownLinks = links.filter(({ context }) => own.has(context));
  const followable = followableLinks(ownLinks);
  return {
    ...rankLinks(ownLinks, own),
    scripts: namedScripts(followable, own),
    isLabelling: followable.some(
      ({ target, profiles }) =>
        findCdifLabel(profiles) === 'record' &&
        !leadsElsewhere(target, own) &&
        decodeFragment(target) === '',
    ),
    own,
  };
}

/**
 * Ranks the links of one resource.
 * @param own the URLs of the document that contains them
 */
export function rankLinks(links: readonly PlacedLink[], own: Names): RankedLinks {
  const elsewhere = followableLinks(links).filter(({ target }) => leadsElsewhere(target, own));
  const labelled = elsewhere.filter((link) => findCdifLabel(link.profiles) === 'record');
  const lists = elsewhere.filter((link) => findCdifLabel(link.profiles) === 'list');
  const [best, ...others] = elsewhere.filter((link) => findCdifLabel(link.profiles) === undefined);
  return {
    labelled,
    lists,
    unlabelled: best === undefined ? [] : [best, ...others.filter((link) => isAsGood(link, best))],
    linksets: links.filter(({ rel, target }) => rel === 'linkset' && leadsElsewhere(target, own)),
  };
}

/** All links worth following where the content has no metadata, best first. */
export function pickBestLinks(ranked: RankedLinks): readonly PlacedLink[] {
  const { labelled, lists, unlabelled, linksets } = ranked;
  const best = [...(labelled.length > 0 ? labelled : unlabelled), ...lists];
  return best.length > 0 ? best : linksets;
}

function readResourceNamesOf(
  links: readonly PlacedLink[],
  { target: { url }, retrieval }: Response,
): ResourceNames {
  const urls = responseUrls(url, retrieval);
  const citeAs = links.filter(({ rel, context }) => rel === 'cite-as' && urls.has(context));
  const pids = citeAs.map(({ target }) => target);
  return new ResourceNames(urls, pids);
}

function leadsElsewhere(target: string, own: Names): boolean {
  const url = targetUrl(target);
  return url !== undefined && !own.has(url);
}

/** Whether a link is not worse than another, nor the same in another form. */
function isAsGood({ rel, type, profiles }: PlacedLink, other: PlacedLink): boolean {
  if (rel !== other.rel || type !== other.type) return false;
  // Profiles of JSON-LD (JSON-LD 1.1 §C) describe the form of metadata, not its content.
  const form = 'http://www.w3.org/ns/json-ld#';
  return profiles.length === 0 || !profiles.every((profile) => profile.startsWith(form));
}

/** A link to a fragment of the page names one of its scripts (JSON-LD 1.1 §7.3). */
function namedScripts(
  links: readonly PlacedLink[],
  own: Names,
): ReadonlyMap<string, readonly string[]> {
  const scripts = new Map<string, readonly string[]>();
  for (const { target, profiles } of links) {
    const hash = target.indexOf('#');
    if (hash === -1 || leadsElsewhere(target, own)) continue;
    scripts.set(decodeFragment(target), profiles);
  }
  scripts.delete('');
  return scripts;
}

/**
 * Reads the typed links of the `Link` fields of a response, and their problems; the base is the URL
 * that sent them (RFC 8288 §3.1).
 */
export function readFieldLinks({ linkFields, target }: Response): {
  readonly links: readonly PlacedLink[];
  readonly problems: readonly Problem[];
} {
  const typed: TypedLink[] = [];
  const problems: Problem[] = [];
  for (const { url, text } of linkFields) {
    const reading = parseLinkField(text, url);
    typed.push(...reading.links);
    problems.push(...linkFieldProblems(target.url, text, reading));
  }
  return { links: placedLinks(typed, 'header'), problems };
}

/**
 * The typed links of a page, one per relation; their context is the final URL (WHATWG HTML §4.6.7).
 */
export function readPageLinks(
  links: readonly LinkAttributes[],
  { finalUrl, baseIri }: { readonly finalUrl: string; readonly baseIri: string },
): readonly PlacedLink[] {
  if (links.length === 0) return [];
  const origin = { base: baseIri, context: linkIri('', finalUrl) ?? finalUrl };
  const typed = links.flatMap((link) => typedLinks(link, origin).links);
  return placedLinks(typed, 'html');
}

/** The links of a response, and the selected ones. */
interface LinkSelection {
  /** The URL of the response, as listed or linked. */
  readonly url: string;
  readonly links: readonly PlacedLink[];
  /** The links to follow, best first. */
  readonly wanted: readonly PlacedLink[];
  /** The names of the resource: see `LinkChoice`. */
  readonly own: Names;
}

/**
 * Follows links up to a limit, each target once.
 * @param by whether they are links of a page or entries of a list
 * @returns one link outcome per target, and `too-many-links` where `maxLinks` is exceeded; the
 * offers of all links
 */
export function followLinks(
  selection: LinkSelection,
  maxLinks: number,
  by: FoundLink['by'] = 'link',
): { readonly outcomes: readonly ExtractionOutcome[]; readonly offers: readonly Offer[] } {
  const { url, links, wanted, own } = selection;
  if (links.length === 0) return { outcomes: [], offers: [] };
  const targets = [...groupBy(wanted, ({ target }) => targetUrl(target))].flatMap(
    ([target, sameTarget]) => (target === undefined ? [] : [{ target, sameTarget }]),
  );
  const followed = targets.slice(0, maxLinks);
  // The best link to a target comes first; each may name another script of the page.
  const outcomes = followed.flatMap(({ target, sameTarget }) => {
    return sameTarget.slice(0, 1).map(({ context, place, rel }): ExtractionOutcome => {
      const labels = sameTarget.map((link) => linkLabel(link));
      const found = { url: target, place, rel, labels, ...findCiteAs(context, links, own) };
      return { kind: 'produced', value: { kind: 'link', link: { ...found, in: url, by } } };
    });
  });
  if (targets.length > maxLinks) {
    outcomes.push(failedOutcome({ kind: 'too-many-links', url, maxLinks }));
  }
  const taken = new Set(followed.flatMap(({ sameTarget }) => sameTarget));
  const fates = { own, taken, wanted: new Set(wanted) };
  return { outcomes, offers: linkOffers(links, fates) };
}

/**
 * The `cite-as` targets of a link's resource: a page has several names for it, while in a linkset
 * each context is another resource.
 */
function findCiteAs(
  context: string,
  links: readonly PlacedLink[],
  own: Names,
): Pick<FoundLink, 'citeAs'> {
  const targets = links
    .filter((link) => link.rel === 'cite-as')
    .filter(
      (link) => link.context === context || (link.place !== 'linkset' && own.has(link.context)),
    )
    .map(({ target }) => target);
  return targets.length === 0 ? {} : { citeAs: targets };
}

/** The outcome with the signposts of a response; none where it has none. */
export function signpostOutcomes(
  offers: readonly Offer[],
  links: readonly PlacedLink[],
): readonly ExtractionOutcome[] {
  const signposts: Signposts = { offers, links: selectSignposts(links) };
  return offers.length + signposts.links.length === 0
    ? []
    : [{ kind: 'produced', value: { kind: 'signposts', signposts } }];
}

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
  return [...urls].flatMap((url): readonly ExtractionOutcome[] => {
    if (url === undefined || own.has(url)) return [];
    return [{ kind: 'produced', value: { kind: 'link', link: { url, ...facts } } }];
  });
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
