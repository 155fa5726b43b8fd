import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Source } from '../config/schema.ts';
import type { Problem } from '../model/problem.ts';
import type { KeptDocument } from '../model/record.ts';
import type { SourceReport } from '../model/run.ts';
import type { Listing } from '../model/target.ts';
import { SourceLedger } from '../report/ledger.ts';
import type { CatalogueStore, KeptUrl } from '../store/store.ts';
import { LookAhead } from './look-ahead.ts';
import { PendingWrites } from './pending-writes.ts';
import { missingContextFor, placesFor, readingsOf, type Readings } from './reading.ts';
import { derivePage, derivePiece, withoutSuperseded, type Deriving } from './rebuild-derivation.ts';
import { Rederivation, type Rederiving } from './rederivation.ts';
import { wantedTypes } from './wanted-types.ts';

export interface RebuildRequest extends Deriving {
  /**
   * All of the configuration: their `types` are heeded, and how they want documents to be read;
   * none where there is no configuration.
   */
  readonly sources: readonly SourceOfRebuild[];
  readonly store: Deriving['store'] & Pick<CatalogueStore, 'documents' | 'recount' | 'rederive'>;
  /** URLs in progress at once; more than one is of use where `derive` does its work in other threads. */
  readonly lanes?: number;
  /** Called before the first document is read, with what tells at any time how far the rebuild is. */
  readonly onStart?: (report: () => RebuildReport) => void;
}

/** What is heeded of a source. */
type SourceOfRebuild = Pick<
  Source,
  'name' | 'types' | 'missingContext' | 'axisOrder' | 'westGreaterThanEast'
>;

/** What a rebuild did: records by what became of their graphs, problems by kind. */
export interface RebuildReport extends Pick<
  SourceReport,
  'quads' | 'problems' | 'skipped' | 'leftOut'
> {
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Whether it was ended from outside before it was done. */
  readonly interrupted: boolean;
  readonly urls: number;
  /** Of these, URLs whose graphs were left as they are, since their documents are of several looks. */
  readonly left: number;
  readonly records: Readonly<
    Record<'added' | 'replaced' | 'unchanged' | 'removed' | 'failed', number>
  >;
  /** One example of each kind. */
  readonly examples: readonly Problem[];
}

/**
 * Derives all graphs anew from the kept documents, without any request. With the same program all are unchanged, to the
 * byte; with another one, each URL has what a harvest of the same documents would give. A document that fails now keeps
 * the graphs it has. Can be ended at any time and begun again: each graph is the old or the new one.
 * @throws {Fault} when the store cannot be written
 */
export async function rebuild(request: RebuildRequest): Promise<RebuildReport> {
  const { store, signal, now, lanes = 1 } = request;
  const startedAt = now();
  const failure = new AbortController();
  const ending = AbortSignal.any([signal, failure.signal]);
  // Everything that is under way listens to it, which Node would take for a leak.
  setMaxListeners(0, ending);
  const running: Running = {
    ...request,
    signal: ending,
    ledger: new SourceLedger('rebuild', startedAt),
    types: wantedTypes(request.sources),
    readings: request.sources.length === 0 ? undefined : readingsOf(request.sources),
    writes: new PendingWrites((error) => failure.abort(error)),
    counts: { urls: 0, left: 0 },
    lookAhead: new LookAhead(lanes - 1),
  };
  request.onStart?.(() => reportOf(running, startedAt, false));
  const urls = store.documents()[Symbol.asyncIterator]();
  const ended = Array.from({ length: lanes }, async () =>
    work(urls, running).catch((error: unknown) => failure.abort(error)),
  );
  // Also where one of them failed: nothing may ask a store that is being closed.
  await Promise.all(ended);
  await running.writes.idle();
  await urls.return?.();
  failure.signal.throwIfAborted();
  if (!signal.aborted) await store.recount();
  return reportOf(running, startedAt, signal.aborted);
}

interface Running extends RebuildRequest, Rederiving {
  readonly store: RebuildRequest['store'];
  readonly counts: { urls: number; left: number };
  /** Without a configuration documents are read as they were. */
  readonly readings: Readings | undefined;
  /** A large list alone keeps as many threads busy as many URLs do. */
  readonly lookAhead: LookAhead;
}

function reportOf({ ledger, counts, now }: Running, startedAt: Date, interrupted: boolean) {
  const { records, quads, problems, skipped, leftOut } = ledger.report();
  const { added, replaced, unchanged, removed, 'failed-new': failed } = records;
  return {
    startedAt: startedAt.toISOString(),
    endedAt: now().toISOString(),
    interrupted,
    ...counts,
    records: { added, replaced, unchanged, removed, failed },
    quads,
    problems,
    skipped,
    ...(leftOut === undefined ? {} : { leftOut }),
    examples: [...ledger.examples],
  };
}

/** One lane: takes URLs until there are none. */
async function work(urls: AsyncIterator<KeptUrl>, running: Running): Promise<void> {
  while (!running.signal.aborted) {
    const next = await urls.next();
    if (next.done === true) return;
    await rebuildUrl(next.value, running);
    // Deriving in this thread never waits, and whoever presses Ctrl-C wants to be heard.
    await setImmediate();
  }
}

/** How the sources that list a URL want its documents read. */
function wishesOf(
  listings: readonly Listing[],
  readings: Readings,
): Pick<KeptDocument, 'placeReading' | 'missingContext'> {
  return {
    placeReading: placesFor(listings, readings),
    missingContext: missingContextFor(listings, readings),
  };
}

/** The pieces of a large list are derived one by one; the documents of a page together, since keys tell their records apart. */
async function rebuildUrl({ url, documents }: KeptUrl, running: Running): Promise<void> {
  const { store, signal, counts, readings, lookAhead } = running;
  const outcome = readings === undefined ? undefined : await store.outcomeOf(url);
  const rederivation = new Rederivation(url, running, outcome);
  const wishes = readings && wishesOf(outcome?.listings ?? [], readings);
  const page: KeptDocument[] = [];
  const read = new Set<string>();
  async function* pieces(): AsyncGenerator<KeptDocument> {
    for await (const kept of documents) {
      if (signal.aborted) return;
      const document = wishes === undefined ? kept : { ...kept, ...wishes };
      read.add(document.sha256);
      if (document.piece === undefined) page.push(document);
      else yield document;
    }
  }
  let hasPieces = false;
  let isLeft = false;
  const derive = async (piece: KeptDocument) => derivePiece(piece, running);
  for await (const derivation of lookAhead.inOrder(pieces(), derive)) {
    hasPieces = true;
    rederivation.take(derivation);
    await rederivation.writeIfLarge();
  }
  if (signal.aborted) return;
  if (page.length > 0) {
    const derivation = await derivePage(url, page, running);
    if (derivation === undefined) isLeft = true;
    else if (hasPieces) rederivation.take(await withoutSuperseded(derivation, page, running));
    else rederivation.take(derivation);
  }
  if (signal.aborted) return;
  counts.urls += 1;
  if (isLeft) counts.left += 1;
  await rederivation.writeLast(isLeft, read);
}
