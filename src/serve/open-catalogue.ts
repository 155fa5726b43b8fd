import { randomBytes } from 'node:crypto';
import { EnginePool, type EnginePoolOptions } from '../engine/engine-pool.ts';
import { openEmbeddedStore, type CatalogueStore } from '../catalogue/store.ts';
import type { Snapshot } from '../catalogue/snapshot.ts';
import type { CatalogueSizes } from '../catalogue/status.ts';
import { columnNames } from '../search/columns/columns.ts';
import { IndexContent, searchIndexContent } from '../search/search-index.ts';
import { PageKeys } from './page-keys.ts';
import { readInShortTurns, Surveys } from './surveys.ts';

/**
 * One state of a catalogue: all its parts describe the same change. The state stays current until
 * the event loop turns; a longer reader must `hold` the snapshot, and must not use `index` and
 * `keys`, which follow the catalogue.
 */
export interface CatalogueState {
  /** The number of the latest change. */
  readonly change: number;
  /**
   * A cache tag that changes with every visible change of the catalogue and each start of a server.
   */
  readonly version: string;
  readonly snapshot: Snapshot;
  /** The search index with all columns. */
  readonly index: IndexContent;
  readonly keys: PageKeys;
  readonly surveys: Surveys;
  /** Counted from the index on first use, then cached. */
  readonly resources: () => ResourceCounts;
  /** The present size of the file. */
  readonly sizes: () => CatalogueSizes;
  /** Keeps the snapshot open until the returned function is called. */
  readonly hold: () => () => void;
}

/** The minimum time a state is kept while an ingest commits continuously, in milliseconds. */
const usualStateMs = 2000;
/**
 * How long surveys of newer states are read although no request comes; each state takes disk space.
 */
const surveyIdleMs = 10_000;

/** A state and its number of readers. */
interface HeldState {
  readonly state: CatalogueState;
  /** Releases the state: its snapshot ends with the last reader. */
  readonly release: () => void;
  /** When the state was taken, by `performance.now()`. */
  readonly since: number;
}

/** How a catalogue is served; all have defaults. */
export interface OpenCatalogueOptions {
  /** The minimum time that a state is kept, in milliseconds. */
  readonly stateMs?: number | undefined;
  readonly engines?: EnginePoolOptions | undefined;
}

/** A catalogue open for reading, with the states taken from it. */
export class OpenCatalogue {
  /** The SPARQL engines, which follow the catalogue by themselves. */
  readonly engines: EnginePool;
  readonly #store: CatalogueStore;
  readonly #edition = randomBytes(4).toString('hex');
  #held: HeldState | undefined;
  /** The state that `settledState` returns. */
  #settled: HeldState | undefined;
  #settledUsedAt = 0;
  /** Whether the surveys of the next state are being read. */
  #isSettling = false;
  readonly #stateMs: number;
  /** Aborts surveys. */
  readonly #signal: AbortSignal;
  /** The number of open snapshots. */
  #live = 0;
  #onDrained: (() => void)[] = [];

  private constructor(
    store: CatalogueStore,
    signal: AbortSignal,
    { stateMs = usualStateMs, engines }: OpenCatalogueOptions,
  ) {
    this.engines = new EnginePool(store, engines);
    this.#store = store;
    this.#signal = signal;
    this.#stateMs = stateMs;
  }

  /**
   * Opens a catalogue and builds its search index.
   * @param signal ends opening, and surveys of its states
   * @throws {CatalogueFault} when the catalogue is missing or unreadable; the signal's reason
   */
  static async open(
    path: string,
    signal: AbortSignal,
    options: OpenCatalogueOptions = {},
  ): Promise<OpenCatalogue> {
    const store = openEmbeddedStore({ path, access: 'read' });
    const catalogue = new OpenCatalogue(store, signal, options);
    try {
      await catalogue.#fill(signal);
      return catalogue;
    } catch (error) {
      await catalogue.close();
      throw error;
    }
  }

  /** Undefined after the catalogue is closed. */
  get state(): CatalogueState | undefined {
    return this.#held?.state;
  }

  /** See `ServedCatalogue.settledState`. */
  settledState(): CatalogueState | undefined {
    const { state } = this;
    this.#settledUsedAt = performance.now();
    if (state !== undefined) this.#settled ??= settledNow(state);
    return this.#settled?.state;
  }

  /**
   * Takes a new state if the catalogue has changed.
   * @throws {CatalogueFault} `replaced` when another file took the place of the catalogue; the
   * signal's reason
   */
  async follow(signal: AbortSignal): Promise<void> {
    this.#startSettling();
    const held = this.#held;
    if (held === undefined) return;
    if (this.#version() === held.state.version) return;
    if (performance.now() - held.since < this.#stateMs) return;
    await this.#follow(held.state, signal);
  }

  /** Ends all SPARQL queries, and closes the catalogue when the last reader has finished. */
  async close(): Promise<void> {
    await this.engines.close();
    await this.#endAll();
    await this.#store.close();
  }

  /**
   * Takes a new state after a read error caused by damage: LMDB refuses further reads in that
   * transaction. There is no state until the readers of the old transaction have finished.
   * @throws any read error, after which there is no state
   */
  async readAgain(): Promise<void> {
    const held = this.#held;
    if (held === undefined) return;
    await this.#endAll();
    await this.#follow(held.state, this.#signal);
  }

  /** Releases all states, and waits for their readers. */
  async #endAll(): Promise<void> {
    this.#settled?.release();
    this.#settled = undefined;
    this.#replace(undefined);
    if (this.#live === 0) return;
    await new Promise<void>((resolve) => {
      this.#onDrained.push(resolve);
    });
  }

  /** Replaces the settled state by a newer one unless a survey of it is in progress. */
  #startSettling(): void {
    const { state } = this;
    const settled = this.#settled;
    if (settled === undefined || state === undefined || settled.state === state) return;
    if (this.#isSettling || settled.state.surveys.isReading) return;
    if (performance.now() - this.#settledUsedAt < surveyIdleMs) {
      void this.#settleNext(settled, state);
    } else {
      settled.release();
      this.#settled = undefined;
    }
  }

  /** Reads the surveys of a newer state; until then, pages use the former one. */
  async #settleNext(before: HeldState, state: CatalogueState): Promise<void> {
    this.#isSettling = true;
    const release = state.hold();
    state.resources();
    await state.surveys.readThoseOf(before.state.surveys);
    this.#isSettling = false;
    if (this.#settled === before) {
      this.#settled = settledNow(state);
      before.release();
    }
    release();
  }

  async #fill(signal: AbortSignal): Promise<void> {
    const version = this.#version();
    const snapshot = this.#snapshot();
    try {
      const index = new IndexContent(new Set(columnNames));
      await readInShortTurns(index.fill(snapshot), signal);
      const keys = new PageKeys(index);
      await readInShortTurns(keys.fill(snapshot), signal);
      this.#replace(this.#hold({ snapshot, index, keys, version }));
    } catch (error) {
      this.#end(snapshot);
      throw error;
    }
  }

  /** Applies later changes to the index of a state, or builds a new index. */
  async #follow({ index, keys }: CatalogueState, signal: AbortSignal): Promise<void> {
    const version = this.#version();
    const snapshot = this.#snapshot();
    let hasFollowed = false;
    try {
      if (index.follow(snapshot)) {
        keys.follow(snapshot);
        this.#replace(this.#hold({ snapshot, index, keys, version }));
        hasFollowed = true;
      }
    } finally {
      if (!hasFollowed) this.#end(snapshot);
    }
    // Searches in the meantime use the former index with the former snapshot.
    if (!hasFollowed) await this.#fill(signal);
  }

  /** Read before a snapshot is taken, so that a change written in between gets a new version. */
  #version(): string {
    return `${this.#edition}-${this.#store.transaction()}`;
  }

  #snapshot(): Snapshot {
    const snapshot = this.#store.snapshot();
    this.#live += 1;
    return snapshot;
  }

  #end(snapshot: Snapshot): void {
    snapshot.end();
    this.#live -= 1;
    if (this.#live === 0) for (const tell of this.#onDrained.splice(0)) tell();
  }

  #replace(next: HeldState | undefined): void {
    const before = this.#held;
    this.#held = next;
    before?.release();
  }

  #hold(parts: Pick<CatalogueState, 'index' | 'keys' | 'snapshot' | 'version'>): HeldState {
    const { snapshot, index } = parts;
    let holders = 0;
    const hold = (): (() => void) => {
      holders += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        if (holders === 0) this.#end(snapshot);
      };
    };
    const { change } = snapshot.totals();
    const sizes = (): CatalogueSizes => this.#store.sizes();
    const surveys = new Surveys(snapshot, this.#signal);
    let counts: ResourceCounts | undefined;
    const resources = (): ResourceCounts => (counts ??= countResources(index, snapshot));
    const state = { ...parts, change, surveys, resources, sizes, hold };
    return { state, release: hold(), since: performance.now() };
  }
}

function settledNow(state: CatalogueState): HeldState {
  state.resources();
  return { state, release: state.hold(), since: performance.now() };
}

/** The number of searchable resources, in total and by source. */
export interface ResourceCounts {
  readonly total: number;
  readonly ofSource: ReadonlyMap<string, number>;
}

/**
 * Counts the resources that a search finds; a resource may have several records.
 * @param snapshot the catalogue state that the index describes
 */
function countResources(index: IndexContent, snapshot: Snapshot): ResourceCounts {
  const { total, facets } = searchIndexContent(index, snapshot, { limit: 0, facets: ['sources'] });
  const values = facets?.sources?.kind === 'values' ? facets.sources.values : [];
  return { total, ofSource: new Map(values.map(({ asked, count }) => [asked, count])) };
}
