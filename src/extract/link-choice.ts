import { followableLinks } from '../links/followable-links.ts';
import { fragmentOf } from '../links/link-label.ts';
import { ResourceNames, urlsOfAnswer, type Names } from '../links/resource-names.ts';
import { cdifLabelOf } from '../model/cdif-profile.ts';
import type { Response } from '../model/response.ts';
import { targetUrl } from '../model/target-url.ts';
import type { PlacedLink } from '../model/typed-link.ts';

/** The links of a resource to its metadata elsewhere, by rank. */
export interface RankedLinks {
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
  if (links.length === 0) return { ...noLinks, own };
  const ownLinks = links.filter(({ context }) => own.has(context));
  const followable = followableLinks(ownLinks);
  return {
    ...rankLinks(ownLinks, own),
    scripts: namedScripts(followable, own),
    isLabelling: followable.some(
      ({ target, profiles }) =>
        cdifLabelOf(profiles) === 'record' &&
        !leadsElsewhere(target, own) &&
        fragmentOf(target) === '',
    ),
    own,
  };
}

/** The result for most pages. */
const noLinks: Omit<LinkChoice, 'own'> = {
  labelled: [],
  lists: [],
  unlabelled: [],
  linksets: [],
  scripts: new Map(),
  isLabelling: false,
};

/**
 * Ranks the links of one resource.
 * @param own the URLs of the document that contains them
 */
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

/** All links worth following where the content has no metadata, best first. */
export function bestLinks({
  labelled,
  lists,
  unlabelled,
  linksets,
}: RankedLinks): readonly PlacedLink[] {
  const best = [...(labelled.length > 0 ? labelled : unlabelled), ...lists];
  return best.length > 0 ? best : linksets;
}

function readResourceNamesOf(
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

/** Whether a link is not worse than another, nor the same in another form. */
function isAsGood({ rel, type, profiles }: PlacedLink, other: PlacedLink): boolean {
  return rel === other.rel && type === other.type && !isFormProfile(profiles);
}

/** Profiles of JSON-LD (JSON-LD 1.1 §C) describe the form of metadata, not its content. */
function isFormProfile(profiles: readonly string[]): boolean {
  const form = 'http://www.w3.org/ns/json-ld#';
  return profiles.length > 0 && profiles.every((profile) => profile.startsWith(form));
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
    scripts.set(fragmentOf(target), profiles);
  }
  scripts.delete('');
  return scripts;
}
