import type { FoundLinkTarget } from '../model/record.ts';
import type { Discovery, Listing, Target, TargetLabel } from '../model/target.ts';
import type { PlacedLink } from '../model/typed-link.ts';

/** What a listing of a URL adds: a source, fewer steps to the URL, a better way, or nothing. */
export type ListingNews = 'further' | 'nearer' | 'better' | 'known';

/** The links that one page or list gave, by their URLs. */
type PageLinks = Partial<Record<FoundLinkTarget['by'], Map<string, FoundLinkTarget>>>;

/**
 * What a run knows of one URL, from the first place that names it to the end of the run. There may
 * be a million, so a member that few URLs need is declared only: unset, it takes no memory.
 */
export class UrlEntry {
  /** One for each source that lists the URL or leads to it, sorted by source. */
  listings: readonly Listing[] = [];
  /** `queued` from when the frontier gets the URL until its visit begins. */
  state: 'named' | 'queued' | 'visiting' | 'visited' = 'named';
  /** What to visit as soon as the present visit is written. */
  declare nextTarget?: Target | undefined;
  /** Whether the URL was visited more than once in this run, or will be. */
  declare isRepeated?: boolean;
  /** What the places that name the URL say about it. */
  declare hints?: TargetHints;
  /** Whether a record was left out, which no source wanted that listed the URL by then. */
  declare hasLeftOut?: boolean;
  /** The source whose credentials the visit shows; absent before, and where no source has any. */
  declare credentials?: { readonly source: string | undefined };
  /** The sources that listed the URL before this run, where it is visited for another one. */
  declare formerSources?: readonly string[];
  /** The source that counts the records of the URL that are pending removal. */
  declare pendingRemovalOf?: string;
  /** The script labels that the catalogue has; absent where there are none. */
  declare keptScriptLabels?: readonly TargetLabel[];
  declare private pageLinks?: PageLinks;

  /** Notes that a target is named: which source lists it, and what is said about it. */
  name(target: Target): ListingNews {
    if (TargetHints.areIn(target)) {
      this.hints ??= new TargetHints();
      this.hints.add(target);
    }
    return this.#list(target);
  }

  /** A target of the URL with all hints that the run has by now. */
  complete(target: Target): Target {
    return this.hints?.complete(target) ?? target;
  }

  /** See `TargetHints.assume`. */
  assumeLabels(labels: readonly TargetLabel[]): void {
    this.hints ??= new TargetHints();
    this.hints.assume(labels);
  }

  /**
   * Adds a link of the page, so that it can be followed for a source that lists the page later.
   * @param maxLinks further links are not kept
   * @returns false where the page is known to have it
   */
  addLink(link: FoundLinkTarget, maxLinks: number): boolean {
    this.pageLinks ??= {};
    const links = (this.pageLinks[link.by] ??= new Map());
    if (links.has(link.url)) return false;
    if (links.size < maxLinks) links.set(link.url, link);
    return true;
  }

  /** The links of the page until now. */
  get links(): readonly FoundLinkTarget[] {
    const { list = [], link = [] } = this.pageLinks ?? {};
    return [...list.values(), ...link.values()];
  }

  /** A source has one listing of a URL: the first in a fixed order, whichever arrives first. */
  #list({ source, found, depth }: Target): ListingNews {
    const listing = { source, found, depth };
    const before = this.listings.find((each) => each.source === source);
    if (before !== undefined && sortKey(before) <= sortKey(listing)) return 'known';
    const others = this.listings.filter((each) => each !== before);
    this.listings = others.length === 0 ? [listing] : [...others, listing].toSorted(bySource);
    if (before === undefined) return 'further';
    return depth < before.depth ? 'nearer' : 'better';
  }
}

/** What a run knows of each URL that a place names. */
export class UrlTable extends Map<string, UrlEntry> {
  /** The entry of a URL, which is made where there is none. */
  entry(url: string): UrlEntry {
    const known = this.get(url);
    if (known !== undefined) return known;
    const made = new UrlEntry();
    this.set(url, made);
    return made;
  }

  /** Whether a source of the run lists a URL or leads to it. */
  isListed(url: string): boolean {
    return (this.get(url)?.listings.length ?? 0) > 0;
  }
}

/** The most telling way to a URL comes first. */
const precedence: Readonly<Record<Discovery['by'], number>> = {
  urls: 0,
  dois: 1,
  folder: 2,
  list: 3,
  oai: 4,
  sitemap: 5,
  link: 6,
};

/** The listing of a source with the least key counts. */
function sortKey({ depth, found }: Listing): string {
  // The depth is a small number, and no text has a character before U+0000.
  return [
    String(depth).padStart(3, '0'),
    precedence[found.by],
    // What a listing calls metadata comes before what may have some.
    found.describes === undefined ? 1 : 0,
    found.agent === undefined ? 1 : 0,
    found.in ?? '',
    found.lastmod ?? '',
    found.describes ?? '',
    found.agent ?? '',
    // A line is less than 2⁵³, which has sixteen digits.
    String(found.line ?? 0).padStart(16, '0'),
  ].join('\u0000');
}

function bySource(one: Listing, other: Listing): number {
  return one.source < other.source ? -1 : 1;
}

/** Hints of one kind for one URL: any number of pages may link to parts of one document. */
const maxHints = 1000;

/**
 * What the places that name a URL say about it: labels, typed links and what to cite. Each hint is
 * kept once, by its JSON, and given in a fixed order, so that the order of arrival does not matter.
 */
export class TargetHints {
  // Most URLs have hints of one kind.
  #labels: Hints<TargetLabel>;
  #links: Hints<PlacedLink>;
  #citeAs: Hints<string>;
  /** Labels of the run before, which no place of this run may have given yet. */
  #assumed: ReadonlyMap<string, TargetLabel> | undefined;

  /** Whether a target has hints. */
  static areIn({ labels = [], links = [], citeAs = [] }: Target): boolean {
    return labels.some(isTelling) || links.length + citeAs.length > 0;
  }

  /** Adds the hints of one place that names the URL. */
  add({ labels = [], links = [], citeAs = [] }: Target): void {
    this.#links = withAll(this.#links, links);
    this.#citeAs = withAll(this.#citeAs, citeAs);
    this.#labels = withAll(this.#labels, labels.filter(isTelling));
  }

  /** Assumes the script labels of the run before, so that the page need not wait for them. */
  assume(labels: readonly TargetLabel[]): void {
    this.#assumed ??= byJson(labels);
  }

  /** Adds all hints until now to a target of the URL. */
  complete(target: Target): Target {
    const labels = new Map([...(this.#labels ?? []), ...(this.#assumed ?? [])]);
    return {
      ...target,
      ...(labels.size === 0 ? {} : { labels: inOrder(labels) }),
      ...(this.#links === undefined ? {} : { links: inOrder(this.#links) }),
      ...(this.#citeAs === undefined ? {} : { citeAs: inOrder(this.#citeAs) }),
    };
  }

  /**
   * The script labels that the next run is to assume.
   * @param kept those that the catalogue has
   * @param isListedWhole whether every place that may give a label was read in this run, so that
   * any other label is gone
   * @returns undefined where `kept` is right
   */
  scriptLabelsForNextRun(
    kept: readonly TargetLabel[],
    isListedWhole: boolean,
  ): readonly TargetLabel[] | undefined {
    const found = byJson(scriptLabels([...(this.#labels?.values() ?? [])]));
    const before = byJson(kept);
    const next = isListedWhole ? found : new Map([...found, ...before]);
    const isSame = next.size === before.size && [...next.keys()].every((key) => before.has(key));
    return isSame ? undefined : inOrder(next);
  }
}

/** The labels that name scripts of a page. */
export function scriptLabels(labels: readonly TargetLabel[] = []): readonly TargetLabel[] {
  return labels.filter(({ scriptId }) => scriptId !== undefined);
}

function isTelling({ type, profiles, scriptId }: TargetLabel): boolean {
  return type !== undefined || scriptId !== undefined || profiles.length > 0;
}

function byJson<Value>(values: readonly Value[]): Map<string, Value> {
  return new Map(values.map((value) => [JSON.stringify(value), value]));
}

/** Hints of one kind by their JSON; undefined where there is none. */
type Hints<Value> = Map<string, Value> | undefined;

function withAll<Value>(hints: Hints<Value>, values: readonly Value[]): Hints<Value> {
  if (values.length === 0) return hints;
  const all = hints ?? new Map<string, Value>();
  for (const value of values) if (all.size < maxHints) all.set(JSON.stringify(value), value);
  return all;
}

function inOrder<Value>(hints: ReadonlyMap<string, Value>): readonly Value[] {
  if (hints.size === 1) return [...hints.values()];
  return [...hints].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}
