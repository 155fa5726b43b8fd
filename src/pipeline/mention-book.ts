import type { Target, TargetLabel } from '../model/target.ts';
import type { PlacedLink } from '../model/typed-link.ts';

/** What all places that name a URL say of it, each thing once, by its JSON. */
interface Mentions {
  readonly labels: Map<string, TargetLabel>;
  readonly links: Map<string, PlacedLink>;
  readonly citeAs: Map<string, string>;
}

/** Of each kind, for one URL: any number of pages may link to one document, each to its own part of it. */
const maxMentions = 1000;

/**
 * What the places that name a URL in this run say of it, put together, so that nothing depends on which comes first: two
 * entries of a sitemap may label two scripts of one page, and pages that share metadata may each say what to cite.
 */
export class MentionBook {
  readonly #mentions = new Map<string, Mentions>();

  /** Takes down what names a target. */
  add({ url, labels = [], links = [], citeAs = [] }: Target): void {
    const telling = labels.filter((label) => saysAnything(label));
    if (telling.length + links.length + citeAs.length === 0) return;
    const known = this.#mentions.get(url) ?? noMentions();
    this.#mentions.set(url, known);
    addAll(known.links, links);
    addAll(known.citeAs, citeAs);
    addAll(known.labels, telling);
  }

  /** A target with all that is said of it until now, in an order that is its own. */
  complete(target: Target): Target {
    const known = this.#mentions.get(target.url);
    if (known === undefined) return target;
    const { labels, links, citeAs } = known;
    return {
      ...target,
      ...(labels.size === 0 ? {} : { labels: inOrder(labels) }),
      ...(links.size === 0 ? {} : { links: inOrder(links) }),
      ...(citeAs.size === 0 ? {} : { citeAs: inOrder(citeAs) }),
    };
  }
}

function noMentions(): Mentions {
  return { labels: new Map(), links: new Map(), citeAs: new Map() };
}

function saysAnything({ type, profiles, scriptId }: TargetLabel): boolean {
  return type !== undefined || scriptId !== undefined || profiles.length > 0;
}

function addAll<Value>(known: Map<string, Value>, values: readonly Value[]): void {
  for (const value of values) {
    if (known.size < maxMentions) known.set(JSON.stringify(value), value);
  }
}

function inOrder<Value>(known: ReadonlyMap<string, Value>): readonly Value[] {
  if (known.size === 1) return [...known.values()];
  return [...known].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}
