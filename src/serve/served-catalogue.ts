import { CatalogueFault, faultFromLmdb } from '../catalogue/catalogue-fault.ts';
import { OpenCatalogue, type CatalogueState } from './open-catalogue.ts';

/** The options of a `ServedCatalogue`. */
export interface ServedCatalogueOptions {
  /** The directory. */
  readonly path: string;
  /** Called when the catalogue can no longer be followed, with the reason. */
  readonly onTrouble: (error: unknown) => void;
  /** The interval of checks for changes, in milliseconds. */
  readonly pollMs?: number;
  /** The minimum time that a state is kept, in milliseconds. */
  readonly stateMs?: number;
}

const usualPollMs = 500;
/** So many times as long where it cannot be followed: reading may take long until that is known. */
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
   * Opens a catalogue and reads what is searched. One that is not there yet is opened once it is.
   * @throws {CatalogueFault} where it cannot be read
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
   * The state of now or, beside an ingest, one of some seconds ago: it is the same until the surveys
   * that were asked of it are read of a newer one, so that nobody waits for these.
   */
  settledState(): CatalogueState | undefined {
    return this.#open?.settledState();
  }

  /** Whether the catalogue exists but cannot be read. */
  get isUnreadable(): boolean {
    return this.state === undefined && (this.#open !== undefined || this.#hasTrouble);
  }

  /**
   * Reads again where an error of reading a state is damage: what is not damaged can be read then.
   * @returns the error to report: of damage what to do
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
      // Opening it again tells why it cannot be read.
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

  /** @returns undefined where there is none */
  async #openNow(): Promise<OpenCatalogue | undefined> {
    try {
      const { path, stateMs } = this.#options;
      return await OpenCatalogue.open(path, this.#stopped.signal, stateMs);
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
