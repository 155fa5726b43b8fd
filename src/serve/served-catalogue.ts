import { CatalogueFault, faultFromLmdb } from '../catalogue/catalogue-fault.ts';
import type { EnginePool } from '../engine/engine-pool.ts';
import { OpenCatalogue, type CatalogueState, type OpenCatalogueOptions } from './open-catalogue.ts';

/** The options of a `ServedCatalogue`. */
export interface ServedCatalogueOptions extends OpenCatalogueOptions {
  /** The directory. */
  readonly path: string;
  /** Called when the catalogue can no longer be followed, with the reason. */
  readonly onTrouble: (error: unknown) => void;
  /** The interval of checks for changes, in milliseconds. */
  readonly pollMs?: number;
}

const usualPollMs = 500;
/**
 * An unreadable catalogue is polled this many times less often, since finding that out can be slow.
 */
const troublePolls = 10;

/**
 * A catalogue that is read while others may write to it. Its states follow each other: index and
 * snapshot are exchanged together, in one turn of the event loop.
 */
export class ServedCatalogue {
  readonly #options: ServedCatalogueOptions;
  readonly #stopped = new AbortController();
  #open: OpenCatalogue | undefined;
  /** Replaced catalogues that may still have readers. */
  #former: Promise<unknown> = Promise.resolve();
  #polling: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #hasTrouble = false;

  private constructor(options: ServedCatalogueOptions) {
    this.#options = options;
  }

  /**
   * Opens a catalogue and builds its search index. A catalogue that does not exist yet is opened as
   * soon as it does.
   * @throws {CatalogueFault} when the catalogue cannot be read
   */
  static async open(options: ServedCatalogueOptions): Promise<ServedCatalogue> {
    const served = new ServedCatalogue(options);
    await served.#follow();
    served.#pollLater();
    return served;
  }

  /** The latest state; undefined while there is no catalogue. */
  get state(): CatalogueState | undefined {
    return this.#open?.state;
  }

  /**
   * The current state; while an ingest writes, the state of a few seconds ago. A newer state takes
   * its place only after its surveys have been read, so that no request waits for a survey.
   */
  settledState(): CatalogueState | undefined {
    return this.#open?.settledState();
  }

  /** The SPARQL engines of the catalogue; undefined while there is no catalogue. */
  get engines(): EnginePool | undefined {
    return this.#open?.engines;
  }

  /** Whether the catalogue exists but cannot be read. */
  get isUnreadable(): boolean {
    return this.state === undefined && (this.#open !== undefined || this.#hasTrouble);
  }

  /**
   * Reopens the catalogue after a read error caused by damage. Whatever is undamaged can be read
   * again.
   * @returns the error to report; for damage, one that says what to do
   */
  recoverFrom(error: unknown): unknown {
    const fault = faultFromLmdb(this.#options.path, error);
    if (!isTrouble(fault, 'damaged')) return error;
    void this.#renew();
    return fault;
  }

  async #renew(): Promise<void> {
    const open = this.#open;
    try {
      await open?.readAgain();
    } catch {
      // Opening the catalogue again reports why it cannot be read.
      if (this.#open === open) this.#exchange(undefined);
    }
  }

  /** Stops following the catalogue, and closes it when the last reader has finished. */
  async close(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#polling;
    this.#exchange(undefined);
    await this.#former;
  }

  #pollLater(): void {
    if (this.#stopped.signal.aborted) return;
    const pollMs = this.#options.pollMs ?? usualPollMs;
    this.#timer = setTimeout(
      () => {
        this.#polling = this.#poll();
      },
      this.#hasTrouble ? pollMs * troublePolls : pollMs,
    );
  }

  async #poll(): Promise<void> {
    try {
      await this.#follow();
      this.#hasTrouble = false;
    } catch (error) {
      const trouble = this.recoverFrom(error);
      if (!this.#stopped.signal.aborted && !this.#hasTrouble) this.#options.onTrouble(trouble);
      this.#hasTrouble = true;
    }
    this.#pollLater();
  }

  async #follow(): Promise<void> {
    try {
      if (this.#open === undefined) this.#exchange(await this.#openNow());
      else await this.#open.follow(this.#stopped.signal);
    } catch (error) {
      if (isTrouble(error, 'missing')) return;
      if (!isTrouble(error, 'replaced')) throw error;
      this.#exchange(await this.#openNow());
    }
  }

  /** @returns undefined when there is no catalogue */
  async #openNow(): Promise<OpenCatalogue | undefined> {
    try {
      const { path } = this.#options;
      return await OpenCatalogue.open(path, this.#stopped.signal, this.#options);
    } catch (error) {
      if (isTrouble(error, 'missing')) return undefined;
      throw error;
    }
  }

  #exchange(next: OpenCatalogue | undefined): void {
    const before = this.#open;
    this.#open = next;
    if (before !== undefined) this.#former = Promise.all([this.#former, before.close()]);
  }
}

function isTrouble(error: unknown, trouble: CatalogueFault['trouble']): boolean {
  return error instanceof CatalogueFault && error.trouble === trouble;
}
