import { ResourceError } from '../model/http.ts';
import type { Receipt, RecordEntry } from '../model/receipt.ts';
import type { RunReport, UrlOutcome } from '../model/run.ts';
import type { CatalogueOptions } from './catalogue-directory.ts';
import { Catalogue, type CommitContent } from './catalogue.ts';
import { CommitQueue } from './commit-queue.ts';
import { EngineClient } from './engine-client.ts';
import { statementsOf } from './statements.ts';
import type { GraphStore, QueryControl, QueryRequest } from './store.ts';

export interface EmbeddedStoreOptions extends CatalogueOptions {
  /** What answers queries; by default an engine in a thread of its own, started by the first query. */
  readonly engine?: GraphEngine;
}

export interface GraphEngine {
  query(request: QueryRequest, control?: QueryControl): Promise<string>;
  close(): Promise<void>;
}

/** A text of so many characters can be read again: Node's longest string is twice that. */
const maxCharacters = 2 ** 28;
/** What one commit takes; more would only keep the main thread longer. Measured: beyond 64 records nothing is gained. */
const maxJobs = 256;
const maxCommitCharacters = 2 ** 24;

/**
 * Opens the store that needs nothing but a directory: the catalogue is the truth, the engine answers queries.
 * @throws {CatalogueFault}; {CatalogueLockedFault} when another process writes to it
 */
export function openEmbeddedStore(options: EmbeddedStoreOptions): GraphStore {
  const catalogue = new Catalogue(options);
  return new EmbeddedStore(catalogue, options.engine ?? new EngineClient(options.path));
}

class EmbeddedStore implements GraphStore {
  readonly #catalogue: Catalogue;
  readonly #engine: GraphEngine;
  readonly #queue: CommitQueue<CommitContent, readonly Receipt[]>;

  constructor(catalogue: Catalogue, engine: GraphEngine) {
    this.#catalogue = catalogue;
    this.#engine = engine;
    this.#queue = new CommitQueue<CommitContent, readonly Receipt[]>({
      commit: (jobs) => commitTogether(catalogue, jobs),
      weightOf: ({ entries }) => entries.reduce((sum, { graph }) => sum + charactersIn(graph), 0),
      maxJobs,
      maxWeight: maxCommitCharacters,
    });
  }

  async beginRun(startedAt: Date): Promise<string> {
    return this.#catalogue.beginRun(startedAt);
  }

  async write(entries: readonly RecordEntry[]): Promise<readonly Receipt[]> {
    for (const { graph } of entries) {
      if (Math.max(graph.nquads.length, graph.json.length) <= maxCharacters) continue;
      throw new ResourceError({ kind: 'graph-too-large', url: graph.documentUrl, maxCharacters });
    }
    return this.#queue.add({ entries, outcomes: [] });
  }

  async keepOutcome(outcome: UrlOutcome): Promise<void> {
    await this.#queue.add({ entries: [], outcomes: [outcome] });
  }

  async keepReport(report: RunReport): Promise<void> {
    await this.#queue.idle();
    this.#catalogue.keepReport(report);
  }

  statements(): AsyncIterable<string> {
    return statementsOf(this.#catalogue);
  }

  async query(request: QueryRequest, control?: QueryControl): Promise<string> {
    return this.#engine.query(request, control);
  }

  async close(): Promise<void> {
    await this.#queue.idle();
    await this.#engine.close();
    await this.#catalogue.close();
  }
}

function charactersIn({ nquads, json }: RecordEntry['graph']): number {
  return nquads.length + json.length;
}

/** @returns the receipts of each job */
function commitTogether(catalogue: Catalogue, jobs: readonly CommitContent[]): Receipt[][] {
  const receipts = catalogue.commit({
    entries: jobs.flatMap(({ entries }) => entries),
    outcomes: jobs.flatMap(({ outcomes }) => outcomes),
  });
  let taken = 0;
  return jobs.map(({ entries }) => receipts.slice(taken, (taken += entries.length)));
}
