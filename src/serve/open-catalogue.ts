import { randomBytes } from 'node:crypto';
import { columnNames } from '../search/columns/columns.ts';
import { IndexContent } from '../search/index-content.ts';
import { openEmbeddedStore } from '../store/embedded-store.ts';
import { readInTurns } from '../store/in-turns.ts';
import type { Snapshot } from '../store/snapshot.ts';
import type { CatalogueSizes } from '../store/status.ts';
import type { CatalogueStore } from '../store/store.ts';
import { PageKeys } from './page-keys.ts';
import { Surveys } from './surveys.ts';

/**
 * One state of a catalogue: everything in it is as of the same change. It is that of now as long as
 * the event loop does not turn; what reads longer must `hold` the snapshot.
 */
export interface CatalogueState {
  /** The number of its latest change. */
  readonly change: number;
  /** Another one with everything that pages show of a catalogue, and with each start of a server. */
  readonly version: string;
  readonly snapshot: Snapshot;
  /** Has all columns. */
  readonly index: IndexContent;
  readonly keys: PageKeys;
  readonly surveys: Surveys;
  /** What the file takes now. */
  readonly sizes: () => CatalogueSizes;
  /** Keeps the snapshot until the function that it returns is called. */
  readonly hold: () => () => void;
}

/** Of what is written without a change that readers search by, such as visits, this is soon enough. */
const longestMs = 3000;
/** So long pages made of surveys stay of one state. */
const settledMs = 3000;

/** A state, and who reads from it. */
interface HeldState {
  readonly state: CatalogueState;
  /** Lets go of it: its snapshot ends when nobody holds it any more. */
  readonly release: () => void;
  /** When it was taken, by the clock of `performance`. */
  readonly since: number;
}

/** A catalogue that is open for reading, as of its latest state that was taken. */
export class OpenCatalogue {
  readonly #store: CatalogueStore;
  readonly #edition = randomBytes(4).toString('hex');
  #held: HeldState | undefined;
  /** What `settledState` gave. */
  #settled: HeldState | undefined;
  /** How many snapshots have not ended. */
  #live = 0;
  #onDrained: (() => void) | undefined;

  private constructor(store: CatalogueStore) {
    this.#store = store;
  }

  /**
   * Opens a catalogue and reads what is searched.
   * @throws {CatalogueFault} where it is not there or cannot be read; the signal's reason
   */
  static async open(path: string, signal: AbortSignal): Promise<OpenCatalogue> {
    const catalogue = new OpenCatalogue(openEmbeddedStore({ path, access: 'read' }));
    try {
      await catalogue.#fill(signal);
      return catalogue;
    } catch (error) {
      await catalogue.close();
      throw error;
    }
  }

  /** Undefined once it is closed. */
  get state(): CatalogueState | undefined {
    return this.#held?.state;
  }

  /** See `ServedCatalogue.settledState`. */
  settledState(): CatalogueState | undefined {
    const { state } = this;
    this.#settleAnew();
    if (this.#settled === undefined && state !== undefined) {
      this.#settled = { state, release: state.hold(), since: performance.now() };
    }
    return this.#settled?.state;
  }

  /**
   * Takes in what was written since.
   * @throws {CatalogueFault} `replaced` where another file took its place; the signal's reason
   */
  async follow(signal: AbortSignal): Promise<void> {
    this.#settleAnew();
    const held = this.#held;
    if (held === undefined) return;
    const { change, index, keys } = held.state;
    const version = this.#version();
    if (version === held.state.version) return;
    const snapshot = this.#snapshot();
    const isSoon = performance.now() - held.since < longestMs;
    if (snapshot.totals().change === change && isSoon) {
      this.#end(snapshot);
    } else if (this.#hasFollowed(index, snapshot)) {
      this.#replace(this.#hold({ snapshot, index, keys, version }));
    } else {
      // Searches that come meanwhile read the former index with the former snapshot.
      this.#end(snapshot);
      await this.#fill(signal);
    }
  }

  /** Closes the catalogue once nobody reads from its states. */
  async close(): Promise<void> {
    this.#settled?.release();
    this.#settled = undefined;
    this.#replace(undefined);
    if (this.#live > 0) {
      await new Promise<void>((resolve) => {
        this.#onDrained = resolve;
      });
    }
    await this.#store.close();
  }

  /** Lets go of the settled state where it is old, and no survey of it goes on. */
  #settleAnew(): void {
    const settled = this.#settled;
    if (settled === undefined || settled.state.surveys.isReading) return;
    if (performance.now() - settled.since < settledMs) return;
    settled.release();
    this.#settled = undefined;
  }

  async #fill(signal: AbortSignal): Promise<void> {
    const version = this.#version();
    const snapshot = this.#snapshot();
    try {
      const index = new IndexContent(new Set(columnNames));
      await readInTurns(index.fill(snapshot), signal);
      this.#replace(this.#hold({ snapshot, index, keys: new PageKeys(index), version }));
    } catch (error) {
      this.#end(snapshot);
      throw error;
    }
  }

  /** @returns false where a new index has to be filled */
  #hasFollowed(index: IndexContent, snapshot: Snapshot): boolean {
    try {
      return index.follow(snapshot);
    } catch (error) {
      this.#end(snapshot);
      throw error;
    }
  }

  /** To be asked before a snapshot is taken, so that what is written in between gets another one. */
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
    if (this.#live === 0) this.#onDrained?.();
  }

  #replace(next: HeldState | undefined): void {
    const before = this.#held;
    this.#held = next;
    before?.release();
  }

  #hold(parts: Pick<CatalogueState, 'index' | 'keys' | 'snapshot' | 'version'>): HeldState {
    const { snapshot } = parts;
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
    const state = { ...parts, change, surveys: new Surveys(snapshot), sizes, hold };
    return { state, release: hold(), since: performance.now() };
  }
}
