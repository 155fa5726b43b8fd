import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Source } from '../config/schema.ts';
import type { Problem } from '../model/problem.ts';
import type { KeptDocument } from '../model/record.ts';
import type { Listing } from '../model/target.ts';
import type { SourceReport } from '../model/run.ts';
import { SourceLedger } from './report/source-ledger.ts';
import type { CatalogueStore } from '../catalogue/store.ts';
import type { StoredUrl } from '../catalogue/find-urls.ts';
import {
  extractionOptionsBySource,
  type ExtractionOptionsBySource,
  missingContextFor,
  placeReadingFor,
  validationFor,
  wantedTypes,
} from './extraction-options.ts';
import { PendingWrites } from './write-buffers.ts';
import {
  deriveOlder,
  derivePage,
  derivePiece,
  type RebuildContext,
  UrlRebuild,
  withoutSuperseded,
} from './rebuild-url.ts';

/** What a rebuild takes. */
export interface RebuildRequest extends Pick<RebuildContext, 'derive' | 'now' | 'signal'> {
  /**
   * All of the configuration, for their `types` and reading settings; empty without a
   * configuration.
   */
  readonly sources: readonly Pick<
    Source,
    | 'axisOrder'
    | 'missingContext'
    | 'name'
    | 'profiles'
    | 'types'
    | 'validate'
    | 'westGreaterThanEast'
  >[];
  readonly store: RebuildContext['store'] & Pick<CatalogueStore, 'documents' | 'recount'>;
  /** URLs in progress at once; more than one helps where `derive` works in other threads. */
  readonly lanes?: number;
  /** Called before the first document is read; `report` gives the progress at any time. */
  readonly onStart?: (report: () => RebuildReport) => void;
}

/** What a rebuild did: records by the states of their graphs, problems by kind. */
export interface RebuildReport extends Pick<
  SourceReport,
  'quads' | 'problems' | 'skipped' | 'leftOut'
> {
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Whether it was aborted before it was done. */
  readonly interrupted: boolean;
  readonly urls: number;
  /**
   * The URLs among them whose graphs were left alone, since their documents come from several
   * visits.
   */
  readonly left: number;
  readonly records: Readonly<
    Record<'added' | 'replaced' | 'unchanged' | 'removed' | 'failed' | 'nonconforming', number>
  >;
  /** One example of each kind. */
  readonly examples: readonly Problem[];
}

/**
 * Derives all record graphs again from the kept documents, without any request, as a harvest of
 * them would. A document that fails keeps its graphs. Can be aborted at any time and repeated: each
 * graph is whole, old or new.
 * @throws {Fault} when the store cannot be written
 */
export async function rebuild(request: RebuildRequest): Promise<RebuildReport> {
  const { store, sources, signal, now, lanes = 1 } = request;
  const startedAt = now();
  const failure = new AbortController();
  const ending = AbortSignal.any([signal, failure.signal]);
  // All work in progress listens to it, which Node would take for a leak.
  setMaxListeners(0, ending);
  const context: RunningRebuild = {
    ...request,
    signal: ending,
    ledger: new SourceLedger('rebuild', startedAt),
    types: wantedTypes(sources),
    options: sources.length === 0 ? undefined : extractionOptionsBySource(sources),
    writes: new PendingWrites((error) => failure.abort(error)),
    counts: { urls: 0, left: 0 },
    concurrency: new SharedConcurrency(lanes - 1),
  };
  const report = (interrupted: boolean): RebuildReport =>
    makeReport(context, startedAt, interrupted);
  request.onStart?.(() => report(false));
  const urls = store.documents()[Symbol.asyncIterator]();
  const ended = Array.from({ length: lanes }, async () =>
    rebuildUrls(urls, context).catch((error: unknown) => failure.abort(error)),
  );
  // Also where a lane failed: nothing may read a store that is being closed.
  await Promise.all(ended);
  await context.writes.idle();
  await urls.return?.();
  failure.signal.throwIfAborted();
  if (!signal.aborted) await store.recount();
  return report(signal.aborted);
}

interface RunningRebuild extends RebuildContext {
  readonly counts: { urls: number; left: number };
  /** Undefined without a configuration: documents are read as before. */
  readonly options: ExtractionOptionsBySource | undefined;
  /** Shared by all URLs, so that one large list can keep all threads busy. */
  readonly concurrency: SharedConcurrency;
}

function makeReport(
  { ledger, counts, now }: RunningRebuild,
  startedAt: Date,
  interrupted: boolean,
): RebuildReport {
  const { records, quads, problems, skipped, leftOut } = ledger.report();
  const { added, replaced, unchanged, removed, 'failed-new': failed } = records;
  const nonconforming = records['nonconforming-new'] + records['nonconforming-kept'];
  return {
    startedAt: startedAt.toISOString(),
    endedAt: now().toISOString(),
    interrupted,
    ...counts,
    records: { added, replaced, unchanged, removed, failed, nonconforming },
    quads,
    problems,
    skipped,
    ...(leftOut === undefined ? {} : { leftOut }),
    examples: ledger.examples,
  };
}

/** One lane: rebuilds URLs until there are none. */
async function rebuildUrls(urls: AsyncIterator<StoredUrl>, context: RunningRebuild): Promise<void> {
  while (!context.signal.aborted) {
    const next = await urls.next();
    if (next.done === true) return;
    await rebuildUrl(next.value, context);
    // Deriving in this thread never waits, and would keep a signal from being handled.
    await setImmediate();
  }
}

/**
 * Derives the pieces of a large list one by one, but the documents of a page together: their keys
 * depend on each other.
 */
async function rebuildUrl({ url, documents }: StoredUrl, context: RunningRebuild): Promise<void> {
  const { store, signal, counts, options, concurrency } = context;
  const outcome = options === undefined ? undefined : await store.outcomeOf(url);
  const urlRebuild = new UrlRebuild(url, context, outcome);
  const reading = options && readingFor(outcome?.listings ?? [], options);
  const kept = new UrlDocuments(documents, (document) => ({ ...document, ...reading }), signal);
  const derive = async (piece: KeptDocument) => derivePiece(piece, context);
  for await (const derivation of concurrency.inOrder(kept.latestPieces(), derive)) {
    await urlRebuild.take(derivation);
    await urlRebuild.writeIfLarge();
  }
  if (signal.aborted) return;
  const isLeft = !(await rebuildPage(urlRebuild, kept, context));
  const deriveOne = async (piece: KeptDocument) => deriveOlder([piece], [], context);
  for await (const derivation of concurrency.inOrder(kept.olderPieces(), deriveOne)) {
    await urlRebuild.takeOlder(derivation);
    await urlRebuild.writeIfLarge();
  }
  if (signal.aborted) return;
  counts.urls += 1;
  if (isLeft) counts.left += 1;
  await urlRebuild.writeLast(isLeft || kept.areOlder, kept.read);
}

/** How the sources that list a URL want its documents read. */
function readingFor(listings: readonly Listing[], options: ExtractionOptionsBySource) {
  return {
    placeReading: placeReadingFor(listings, options),
    missingContext: missingContextFor(listings, options),
    validation: validationFor(listings, options),
  };
}

/** @returns whether it is known what the documents of the page give */
async function rebuildPage(
  urlRebuild: UrlRebuild,
  { latest, older, hasOlder, hasPieces }: UrlDocuments,
  context: RunningRebuild,
): Promise<boolean> {
  if (latest.length > 0) {
    const derivation = await derivePage(latest, hasOlder, context);
    if (derivation === undefined) return false;
    const newest = hasPieces ? await withoutSuperseded(derivation, latest, context) : derivation;
    await urlRebuild.take(newest);
  }
  if (older.length > 0) await urlRebuild.takeOlder(await deriveOlder(older, latest, context));
  return true;
}

/** The kept documents of a URL: pieces are read one by one, and those of a page stay in memory. */
class UrlDocuments {
  /** The documents of a page, once the latest pieces are read. */
  readonly latest: KeptDocument[] = [];
  readonly older: KeptDocument[] = [];
  /** `sha256` of all documents that were read. */
  readonly read = new Set<string>();
  hasPieces = false;
  #hasOlderPieces = false;
  readonly #documents: StoredUrl['documents'];
  readonly #prepare: (document: KeptDocument) => KeptDocument;
  readonly #signal: AbortSignal;

  constructor(
    documents: StoredUrl['documents'],
    prepare: (document: KeptDocument) => KeptDocument,
    signal: AbortSignal,
  ) {
    this.#documents = documents;
    this.#prepare = prepare;
    this.#signal = signal;
  }

  get hasOlder(): boolean {
    return this.#hasOlderPieces || this.older.length > 0;
  }

  /** Whether all documents are older: the latest visit gave none. */
  get areOlder(): boolean {
    return this.hasOlder && !this.hasPieces && this.latest.length === 0;
  }

  /** The pieces that are not older. */
  async *latestPieces(): AsyncGenerator<KeptDocument> {
    for (const document of this.#documents) {
      if (this.#signal.aborted) return;
      this.read.add(document.sha256);
      const isOlder = document.isOlder === true;
      if (document.piece === undefined) {
        this[isOlder ? 'older' : 'latest'].push(this.#prepare(document));
      } else if (isOlder) this.#hasOlderPieces = true;
      else {
        this.hasPieces = true;
        yield this.#prepare(document);
      }
    }
  }

  /** The older pieces, which are read once more where there are some. */
  async *olderPieces(): AsyncGenerator<KeptDocument> {
    for (const document of this.#hasOlderPieces ? this.#documents : []) {
      if (this.#signal.aborted) return;
      const isPiece = document.piece !== undefined;
      if (isPiece && document.isOlder === true) yield this.#prepare(document);
    }
  }
}

/**
 * Concurrency that several loops over items share: each has one item in progress, and further ones
 * while some are free.
 */
export class SharedConcurrency {
  #free: number;

  /** @param further items in progress, of all loops together, besides the one that each may have */
  constructor(further: number) {
    this.#free = further;
  }

  /**
   * Yields the results of `work` for all items, in their order. A result holds its place until it
   * is taken, so no more results are in memory than may be in progress. Throws what `work` throws,
   * in its turn and when nothing is in progress any more.
   */
  async *inOrder<In, Out>(
    items: AsyncIterable<In>,
    work: (item: In) => Promise<Out>,
  ): AsyncGenerator<Out> {
    const begun: Promise<Out>[] = [];
    let places = 1;
    try {
      for await (const item of items) {
        if (begun.length === places && this.#free > 0) {
          this.#free -= 1;
          places += 1;
        }
        if (begun.length === places) {
          const [first] = begun.splice(0, 1);
          if (first !== undefined) yield await first;
        }
        const result = work(item);
        // It may fail before its turn, and an unhandled rejection would end the process.
        result.catch(() => undefined);
        begun.push(result);
      }
      for (const result of begun) yield await result;
    } finally {
      await Promise.allSettled(begun);
      this.#free += places - 1;
    }
  }
}
