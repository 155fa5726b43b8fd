import { nameOf } from '../model/record-identity.ts';
import type { TextLookup } from '../text/text-set.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import { graphsOf } from './record-writer.ts';

/**
 * Of a page of which a part failed everything stays, but what it gave may have another key than before, since it is alone
 * now, or is not any more: then its former graph is to go.
 * @param given the graphs that the latest look gave
 * @returns the IRIs of former graphs, in their order
 */
export function formerGraphs(
  data: Pick<CatalogueData, 'facts'>,
  url: string,
  given: TextLookup,
): readonly string[] {
  /** Of the names that others have, what has them: undefined where several do, since nothing tells which is which. */
  const bearers = new Map<string, string | undefined>();
  for (const facts of graphsOf(data, url, given)) {
    const name = nameOf(facts);
    if (name !== undefined) bearers.set(name, bearers.has(name) ? undefined : facts.graph);
  }
  if (bearers.size === 0) return [];
  const counts = new Map<string, number>();
  for (const facts of graphsOf(data, url)) {
    const name = nameOf(facts);
    if (name === undefined || !bearers.has(name) || !given.has(facts.graph)) continue;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Array.from(bearers).flatMap(([name, graph]) =>
    graph !== undefined && counts.get(name) === 1 ? [graph] : [],
  );
}
