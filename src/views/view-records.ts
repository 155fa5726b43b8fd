import type { AskedRecord } from '../engine/ask-records.ts';
import type { QueryControl } from '../engine/queries.ts';
import { ThreadPool } from '../threads/thread-pool.ts';
import type { RecordViewName, RecordViewOf } from './record-view.ts';
import type { ViewTask, Views } from './view-thread.ts';

type ViewThreads = ThreadPool<ViewTask, Views>;

/** What came of viewing some records: all their views, or of one record why there are none. */
export type Viewed<Name extends RecordViewName> =
  | { readonly kind: 'views'; readonly views: readonly RecordViewOf<Name>[] }
  | { readonly kind: 'failed'; readonly graph: string; readonly cause: unknown };

export interface ViewOptions extends QueryControl {
  /** How many threads view at once. */
  readonly threads: number;
}

/** Records that are viewed together, since reading a query takes as long as asking it of ten. More of them save nothing. */
const batchRecords = 100;
const batchCharacters = 2 ** 22;

/**
 * Views records, whatever their number, in the order in which they come. As many batches are under way as there are threads,
 * and one waits. A record that cannot be viewed, or not in its time, costs no other its view.
 * @throws the signal's reason when it is aborted
 */
export async function* viewAll<Name extends RecordViewName>(
  name: Name,
  records: AsyncIterable<AskedRecord> | Iterable<AskedRecord>,
  { threads: size, ...control }: ViewOptions,
): AsyncGenerator<Viewed<Name>> {
  const script = new URL('./view-thread.js', import.meta.url);
  const threads: ViewThreads = new ThreadPool({ script }, size);
  const underWay: Promise<readonly Viewed<Name>[]>[] = [];
  try {
    for await (const batch of batches(records)) {
      const viewed = viewBatch(name, batch, threads, control);
      // Whoever waits for it hears of a failure; it may come before.
      viewed.catch(() => undefined);
      underWay.push(viewed);
      if (underWay.length > size) yield* (await underWay.shift()) ?? [];
    }
    for (const viewed of underWay) yield* await viewed;
  } finally {
    await threads.close();
  }
}

async function viewBatch<Name extends RecordViewName>(
  name: Name,
  batch: readonly AskedRecord[],
  threads: ViewThreads,
  control: QueryControl,
): Promise<readonly Viewed<Name>[]> {
  try {
    const made: RecordViewOf<Name>[] = [];
    for await (const views of threads.run({ view: name, records: batch }, control)) {
      // The thread gives what the view gives.
      made.push(...(views as readonly RecordViewOf<Name>[]));
    }
    const views = inOrder(made, batch);
    return [{ kind: 'views', views }, ...withoutView(batch, views)];
  } catch (error) {
    control.signal?.throwIfAborted();
    const [only, ...others] = batch;
    if (only === undefined) return [];
    if (others.length === 0) return [{ kind: 'failed', graph: only.graph, cause: error }];
    const alone = await Promise.all(
      batch.map(async (record) => viewBatch(name, [record], threads, control)),
    );
    return alone.flat();
  }
}

/** A record of which a query finds nothing has no view, which nobody is to find out by counting. */
function withoutView<Name extends RecordViewName>(
  batch: readonly AskedRecord[],
  views: readonly { readonly graph: string }[],
): readonly Viewed<Name>[] {
  const viewed = new Set(views.map(({ graph }) => graph));
  const cause = new Error('nothing of what it describes was found in it');
  return batch
    .filter(({ graph }) => !viewed.has(graph))
    .map(({ graph }) => ({ kind: 'failed', graph, cause }));
}

/** By the order of the records; no two of them have one graph. */
function inOrder<View extends { readonly graph: string }>(
  views: readonly View[],
  batch: readonly AskedRecord[],
): readonly View[] {
  const places = new Map(batch.map(({ graph }, place) => [graph, place]));
  const placeOf = ({ graph }: View): number => places.get(graph) ?? batch.length;
  return views.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** A record that is asked for again stands in another batch: to an engine, two of one graph are one. */
async function* batches(
  records: AsyncIterable<AskedRecord> | Iterable<AskedRecord>,
): AsyncGenerator<readonly AskedRecord[]> {
  let batch: AskedRecord[] = [];
  let characters = 0;
  const graphs = new Set<string>();
  for await (const record of records) {
    const isFull = batch.length === batchRecords || characters >= batchCharacters;
    if (isFull || graphs.has(record.graph)) {
      yield batch;
      batch = [];
      characters = 0;
      graphs.clear();
    }
    batch.push(record);
    characters += record.nquads.length;
    graphs.add(record.graph);
  }
  if (batch.length > 0) yield batch;
}
