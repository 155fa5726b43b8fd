import { followableLinks } from '../links/followable-links.ts';
import type { Discovery, Target, TargetLabel } from '../model/target.ts';
import { targetUrl } from '../model/target-url.ts';
import type { TypedLink } from '../model/typed-link.ts';
import { labelOf, typedLinks } from './entry-links.ts';
import type { SitemapEntry } from './sitemap-entry.ts';

/** What an entry that has labels lists, beside how it was found. */
export interface LabelledTarget {
  readonly target: Pick<Target, 'url' | 'label' | 'links'>;
  readonly found: Pick<Discovery, 'describes'>;
}

/**
 * What is to be fetched for an entry that has labels: what a link of it leads to that is labelled as its metadata, the
 * best such offer; else its own URL. A link to `page#id` leads to the script of that id.
 * @param loc the entry's own URL, as `targetUrl` gives it
 * @param base the listing's URL, against which links are resolved
 * @returns undefined for an entry that says nothing but its URL
 */
export function labelledTarget(
  entry: SitemapEntry,
  loc: string,
  base: string,
): LabelledTarget | undefined {
  const { type, profile, links: written = [] } = entry;
  if (type === undefined && profile === undefined && written.length === 0) return undefined;
  const links = typedLinks(written, loc, base);
  const kept = links.length === 0 ? {} : { links };
  for (const link of followableLinks(links)) {
    const url = targetUrl(link.target);
    if (url === undefined) continue;
    return { target: { url, label: labelOfLink(link), ...kept }, found: { describes: loc } };
  }
  const label = ownLabel(entry, links);
  return { target: { url: loc, ...(label === undefined ? {} : { label }), ...kept }, found: {} };
}

function labelOfLink({ type, profiles, target }: TypedLink): TargetLabel {
  return { ...(type === undefined ? {} : { type }), profiles, ...scriptIn(target) };
}

/**
 * What an entry says of its own URL: `rs:md`, and links to its profile. The latter say that it is metadata, so that a
 * fragment names the script; that of any other URL is a place in a page, and means nothing to us.
 */
function ownLabel(entry: SitemapEntry, links: readonly TypedLink[]): TargetLabel | undefined {
  const { essence, profiles: described } = labelOf(entry);
  const linked = links.filter(({ rel }) => rel === 'profile').map(({ target }) => target);
  const profiles = [...new Set([...described, ...linked])];
  if (essence === '' && profiles.length === 0) return undefined;
  return {
    ...(essence === '' ? {} : { type: essence }),
    profiles,
    ...(linked.length === 0 ? {} : scriptIn(entry.loc.trim())),
  };
}

/** The fragment of a URL, decoded. */
function scriptIn(url: string): Pick<TargetLabel, 'scriptId'> {
  const hash = url.indexOf('#');
  const fragment = hash === -1 ? '' : url.slice(hash + 1);
  if (fragment === '') return {};
  try {
    return { scriptId: decodeURIComponent(fragment) };
  } catch (error) {
    // A lone per cent sign: the fragment means itself.
    if (!(error instanceof URIError)) throw error;
    return { scriptId: fragment };
  }
}
