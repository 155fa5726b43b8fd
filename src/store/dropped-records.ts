import type { Removal } from '../model/tombstone.ts';
import type { TextLookup } from '../text/text-set.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import { formerGraphs } from './former-graphs.ts';
import { graphsOf, type RecordWriter } from './record-writer.ts';

interface Looked {
  readonly url: string;
  /** The graphs that a whole look at it gave. */
  readonly given: TextLookup;
  readonly because: Removal;
}

/**
 * Removes the records of a URL that a whole look at it did not give. Where one that it gave is the same under another key, the
 * former graph goes without a tombstone: nothing was removed but a name.
 * @returns those that are gone, in the order of their IRIs
 */
export function removeDropped(
  data: Pick<CatalogueData, 'facts'>,
  { url, given, because }: Looked,
  writer: RecordWriter,
): readonly string[] {
  const gone = Array.from(graphsOf(data, url, given), ({ graph }) => graph);
  if (gone.length === 0) return gone;
  const renamed = formerGraphs(data, url, given);
  const isRenamed = new Set(renamed);
  const dropped = gone.filter((graph) => !isRenamed.has(graph));
  writer.removeGraphs(renamed);
  writer.removeGraphs(dropped, because);
  return gone;
}
