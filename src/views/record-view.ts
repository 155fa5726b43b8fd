import { bundledQueries } from '../query/bundled.ts';
import { askRecords, type AskedRecord } from '../engine/ask-records.ts';
import { detailsView } from './details/details-view.ts';
import { kernelView } from './kernel/kernel-view.ts';
import { signpostingView } from './signposting/signposting-view.ts';

/** What is made of records by bundled queries. */
export interface RecordView<View extends { readonly graph: string }> {
  /** The names of the queries. Each is asked of the records as it stands in its file. */
  readonly queries: readonly string[];
  /** @param answers of the queries, as SPARQL 1.1 Query Results TSV */
  readonly read: (answers: readonly string[]) => readonly View[];
}

/** All views. What they give is plain objects, so that it can be sent from thread to thread. */
export const recordViews = {
  details: detailsView,
  kernel: kernelView,
  signposting: signpostingView,
} satisfies Record<string, RecordView<{ readonly graph: string }>>;

export type RecordViewName = keyof typeof recordViews;
/** What a view gives. */
export type RecordViewOf<Name extends RecordViewName> = ReturnType<
  (typeof recordViews)[Name]['read']
>[number];

/** Views some records, in one go: the time it takes and what it holds in memory grow with their size. */
export function viewRecords<Name extends RecordViewName>(
  name: Name,
  records: readonly AskedRecord[],
): readonly RecordViewOf<Name>[] {
  const { queries, read } = recordViews[name];
  return read(askRecords(records, queries.map(textOf)));
}

let texts: ReadonlyMap<string, string> | undefined;

function textOf(query: string): string {
  texts ??= new Map(bundledQueries().map(({ name, text }) => [name, text]));
  return texts.get(query) ?? '';
}
