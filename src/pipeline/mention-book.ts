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
  /** Labels that are not known to be said of a URL in this run, by their JSON. */
  readonly #assumed = new Map<string, ReadonlyMap<string, TargetLabel>>();

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

  /**
   * Takes labels of a run before for said, once for each URL, as long as nobody calls `forget`.
   * @returns the target with all that is said of it until now
   */
  assume(target: Target, labels: readonly TargetLabel[] = []): Target {
    const { url } = target;
    if (labels.length > 0 && !this.#assumed.has(url)) {
      this.#assumed.set(url, new Map(labels.map((label) => [JSON.stringify(label), label])));
    }
    return this.complete(target);
  }

  /** The URLs of which labels are assumed that nobody has said by now. */
  get unsaid(): readonly string[] {
    return [...this.#assumed]
      .filter(([url, labels]) => {
        const said = this.#mentions.get(url)?.labels;
        return [...labels.keys()].some((label) => said?.has(label) !== true);
      })
      .map(([url]) => url);
  }

  /** What is assumed of a URL does not hold, and is not assumed again. */
  forget(url: string): void {
    this.#assumed.set(url, new Map());
  }

  /** A target with all that is said of it until now, in an order that is its own. */
  complete(target: Target): Target {
    const assumed = this.#assumed.get(target.url);
    const known = this.#mentions.get(target.url) ?? (assumed && noMentions());
    if (known === undefined) return target;
    const { links, citeAs } = known;
    const labels = assumed === undefined ? known.labels : new Map([...known.labels, ...assumed]);
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
