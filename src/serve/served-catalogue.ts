import { CatalogueFault } from '../store/catalogue-fault.ts';
import { OpenCatalogue, type CatalogueState } from './open-catalogue.ts';

export interface ServedCatalogueOptions {
  /** The directory. */
  readonly path: string;
  /** Told what keeps the server from following the catalogue, when that begins. */
  readonly onTrouble: (error: unknown) => void;
  /** How long to wait until asking again whether the catalogue was changed, in milliseconds. */
  readonly pollMs?: number;
}

/** Soon enough for a reader, and seldom enough for an ingest that commits all the time. */
const usualPollMs = 500;

/**
 * A catalogue that is read while others may write to it. Its states follow each other: index and
 * snapshot are exchanged together, in one turn of the event loop.
 */
export class ServedCatalogue {
  readonly #options: ServedCatalogueOptions;
  readonly #stopped = new AbortController();
  #open: OpenCatalogue | undefined;
  /** Catalogues that were replaced, and from which somebody may still read. */
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

  /** The state of now; undefined as long as there is no catalogue. */
  get state(): CatalogueState | undefined {
    return this.#open?.state;
  }

  /**
   * The state of now or, beside an ingest, one of some seconds ago: it is the same as long as
   * surveys of it go on, so that pages made of these are ready before it is replaced.
   */
  settledState(): CatalogueState | undefined {
    return this.#open?.settledState();
  }

  /** Stops to follow the catalogue, and closes it once nobody reads from its states. */
  async close(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#polling;
    this.#exchange(undefined);
    await this.#former;
  }

  #pollLater(): void {
    if (this.#stopped.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll();
    }, this.#options.pollMs ?? usualPollMs);
  }

  async #poll(): Promise<void> {
    try {
      await this.#follow();
      this.#hasTrouble = false;
    } catch (error) {
      if (!this.#stopped.signal.aborted && !this.#hasTrouble) this.#options.onTrouble(error);
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
      return await OpenCatalogue.open(this.#options.path, this.#stopped.signal);
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
