import { followableLinks } from '../links/followable-links.ts';
import { fragmentOf } from '../links/link-label.ts';
import { ResourceNames, urlsOfAnswer, type Names } from '../links/resource-names.ts';
import { cdifLabelOf } from '../model/cdif-profile.ts';
import type { Response } from '../model/response.ts';
import { targetUrl } from '../model/target-url.ts';
import type { PlacedLink } from '../model/typed-link.ts';

/** The links of a resource that lead to metadata of it elsewhere, by how much they are worth. */
export interface RankedLinks {
  /** Labelled as records of CDIF. */
  readonly labelled: readonly PlacedLink[];
  /** Labelled as lists of such records, which are not about this resource alone. */
  readonly lists: readonly PlacedLink[];
  /** The best of those without a label, which are equally good. */
  readonly unlabelled: readonly PlacedLink[];
  readonly linksets: readonly PlacedLink[];
}

/** The links of a response, ranked. */
export interface LinkChoice extends RankedLinks {
  /** The scripts of this page that a link names by their `id`, with the profiles of the link. */
  readonly scripts: ReadonlyMap<string, readonly string[]>;
  /** Whether a link labels this page itself as CDIF, without saying which script of it. */
  readonly isLabelling: boolean;
  /** What the resource is called: the URLs that led to the answer, and what it is to be cited as. */
  readonly own: ResourceNames;
}

/**
 * Sorts the links of a response. Only those count whose context is the resource that was asked for, under any of its
 * names: an anchor that names another one makes them links of that (RFC 8288 §3.2).
 */
export function chooseLinks(links: readonly PlacedLink[], response: Response): LinkChoice {
  const own = namesOf(links, response);
  if (links.length === 0) return { ...noLinks, own };
  const ownLinks = links.filter(({ context }) => own.has(context));
  const followable = followableLinks(ownLinks);
  return {
    ...rankLinks(ownLinks, own),
    scripts: scriptsNamed(followable, own),
    isLabelling: followable.some(
      ({ target, profiles }) =>
        cdifLabelOf(profiles) === 'record' &&
        !leadsElsewhere(target, own) &&
        fragmentOf(target) === '',
    ),
    own,
  };
}

/** What most pages have. */
const noLinks: Omit<LinkChoice, 'own'> = {
  labelled: [],
  lists: [],
  unlabelled: [],
  linksets: [],
  scripts: new Map(),
  isLabelling: false,
};

/** Ranks the links of one resource. @param own the URLs of what they were found in, which is at hand */
export function rankLinks(links: readonly PlacedLink[], own: Names): RankedLinks {
  const elsewhere = followableLinks(links).filter(({ target }) => leadsElsewhere(target, own));
  const labelled = elsewhere.filter((link) => cdifLabelOf(link.profiles) === 'record');
  const lists = elsewhere.filter((link) => cdifLabelOf(link.profiles) === 'list');
  const [best, ...others] = elsewhere.filter((link) => cdifLabelOf(link.profiles) === undefined);
  return {
    labelled,
    lists,
    unlabelled: best === undefined ? [] : [best, ...others.filter((link) => isAsGood(link, best))],
    linksets: links.filter(({ rel, target }) => rel === 'linkset' && leadsElsewhere(target, own)),
  };
}

/** All links that are worth following where nothing at hand is metadata, the best first. */
export function bestLinks({
  labelled,
  lists,
  unlabelled,
  linksets,
}: RankedLinks): readonly PlacedLink[] {
  const best = [...(labelled.length > 0 ? labelled : unlabelled), ...lists];
  return best.length > 0 ? best : linksets;
}

function namesOf(
  links: readonly PlacedLink[],
  { target: { url }, retrieval }: Response,
): ResourceNames {
  const urls = urlsOfAnswer(url, retrieval);
  const pids = links.filter(({ rel, context }) => rel === 'cite-as' && urls.has(context));
  return new ResourceNames(
    urls,
    pids.map(({ target }) => target),
  );
}

function leadsElsewhere(target: string, own: Names): boolean {
  const url = targetUrl(target);
  return url !== undefined && !own.has(url);
}

/** Whether nothing says that an offer is worse than another, or the same in another form. */
function isAsGood({ rel, type, profiles }: PlacedLink, other: PlacedLink): boolean {
  return rel === other.rel && type === other.type && !isMereForm(profiles);
}

/** The profiles of JSON-LD (JSON-LD 1.1 §C) say how metadata is written, and not what it is. */
function isMereForm(profiles: readonly string[]): boolean {
  const form = 'http://www.w3.org/ns/json-ld#';
  return profiles.length > 0 && profiles.every((profile) => profile.startsWith(form));
}

/** A link to a fragment of the page itself names a script of it (JSON-LD 1.1 §7.3). */
function scriptsNamed(
  links: readonly PlacedLink[],
  own: Names,
): ReadonlyMap<string, readonly string[]> {
  const scripts = new Map<string, readonly string[]>();
  for (const { target, profiles } of links) {
    const hash = target.indexOf('#');
    if (hash === -1 || leadsElsewhere(target, own)) continue;
    scripts.set(fragmentOf(target), profiles);
  }
  scripts.delete('');
  return scripts;
}
