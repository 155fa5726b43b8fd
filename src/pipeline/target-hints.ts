import type { Target, TargetLabel } from '../model/target.ts';
import type { PlacedLink } from '../model/typed-link.ts';

/**
 * Of each kind, for one URL: any number of pages may link to one document, each to its own part.
 */
const maxHints = 1000;

/**
 * What the places that name a URL say about it: labels, typed links and what to cite. Each hint is
 * kept once, by its JSON, and given in a fixed order, so that the order of arrival does not matter.
 */
export class TargetHints {
  readonly #labels = new Map<string, TargetLabel>();
  readonly #links = new Map<string, PlacedLink>();
  readonly #citeAs = new Map<string, string>();
  /** Labels of the run before, which this run may not have met yet. */
  #assumed: ReadonlyMap<string, TargetLabel> | undefined;

  /** Whether a target has hints. */
  static areIn({ labels = [], links = [], citeAs = [] }: Target): boolean {
    return labels.some(isTelling) || links.length + citeAs.length > 0;
  }

  /** Adds the hints of one place that names the URL. */
  add({ labels = [], links = [], citeAs = [] }: Target): void {
    addAll(this.#links, links);
    addAll(this.#citeAs, citeAs);
    addAll(this.#labels, labels.filter(isTelling));
  }

  /**
   * Takes the script labels of the run before for given, so that the page need not wait for them.
   */
  assume(labels: readonly TargetLabel[]): void {
    this.#assumed ??= byJson(labels);
  }

  /** Adds all hints until now to a target of the URL. */
  complete(target: Target): Target {
    const labels = new Map([...this.#labels, ...(this.#assumed ?? [])]);
    return {
      ...target,
      ...(labels.size === 0 ? {} : { labels: inOrder(labels) }),
      ...(this.#links.size === 0 ? {} : { links: inOrder(this.#links) }),
      ...(this.#citeAs.size === 0 ? {} : { citeAs: inOrder(this.#citeAs) }),
    };
  }

  /**
   * The script labels that the next run is to assume.
   * @param kept those that the catalogue has
   * @param isListedWhole whether every place that may give a label was read in this run, so that a
   * label that was not met is gone
   * @returns undefined where `kept` is right
   */
  scriptLabelsForNextRun(
    kept: readonly TargetLabel[],
    isListedWhole: boolean,
  ): readonly TargetLabel[] | undefined {
    const met = byJson(scriptLabels([...this.#labels.values()]));
    const before = byJson(kept);
    const next = isListedWhole ? met : new Map([...met, ...before]);
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

function addAll<Value>(hints: Map<string, Value>, values: readonly Value[]): void {
  for (const value of values) if (hints.size < maxHints) hints.set(JSON.stringify(value), value);
}

function inOrder<Value>(hints: ReadonlyMap<string, Value>): readonly Value[] {
  if (hints.size === 1) return [...hints.values()];
  return [...hints].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}
