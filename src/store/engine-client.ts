import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogueFault } from './catalogue-fault.ts';
import { reasonOf } from './engine-answer.ts';
import { EngineFault } from './engine-fault.ts';
import { EngineThread, ImageFailure, threadEnded } from './engine-thread-client.ts';
import type { EngineKeepOptions, GraphEngine, KeepImagesOptions } from './graph-engine.ts';
import {
  imageFile,
  imageNames,
  newPart,
  removeIfAllowed,
  removeStaleImages,
  type ImageName,
  type WrittenImage,
} from './image/image-files.ts';
import { QueryFault } from './query-fault.ts';
import type { QueryControl, QueryRequest } from './queries.ts';

export interface EngineClientOptions {
  /** The catalogue directory. */
  readonly path: string;
  /** Whether memory images are read and written; by default they are. */
  readonly images?: boolean;
  /** Told what is wrong with an image; all goes on without it. */
  readonly onWarning?: (message: string) => void;
  /** One that has this catalogue already; by default the first query makes one. It is closed with the client. */
  readonly thread?: EngineThread | undefined;
}

interface Keeping extends Required<Omit<KeepImagesOptions, 'signal'>> {
  readonly signal: AbortSignal | undefined;
  /** Aborted when the client is closed. */
  readonly closing: AbortSignal;
}

interface FailedKeeping {
  readonly thread: EngineThread;
  readonly image: ImageName;
  readonly part: string;
  readonly isUnwanted: boolean;
}

/** What has fewer statements is read as fast without an image. */
const usualLeastStatements = 100_000;

/**
 * The engine in a thread of its own, one query at a time. The thread is started by the first query, or was made before. A query that
 * takes too long or is no longer wanted costs the thread; the next one starts another. So does one that fails in an engine that was
 * put in place from an image, be it the image's fault or not: it is asked again of an engine that was filled from the catalogue, and
 * the image removed; but it stays where the query is wrong, and fails there in the same way.
 */
export class EngineClient implements GraphEngine {
  readonly #path: string;
  readonly #images: boolean;
  readonly #onWarning: (message: string) => void;
  /** The images that threads to come may read. */
  readonly #trusted: Set<ImageName>;
  #thread: EngineThread | undefined;
  /** Resolves when the thread before has ended. */
  #ended: Promise<unknown> = Promise.resolve();
  #last: Promise<unknown> = Promise.resolve();
  /** Aborted when it is closed, for what was asked before. */
  #closing = new AbortController();

  constructor({ path, images = true, onWarning = () => undefined, thread }: EngineClientOptions) {
    this.#path = path;
    this.#images = images;
    this.#trusted = new Set(images ? imageNames : []);
    this.#onWarning = onWarning;
    this.#thread = thread;
  }

  /**
   * Answers a query after those asked before it.
   * @throws {QueryFault}; {QueryTimeoutFault}; {EngineFault}; {CatalogueFault}; the signal's reason when it is aborted;
   * {Error} when it is closed meanwhile
   */
  async query(request: QueryRequest, control: QueryControl = {}): Promise<string> {
    return this.#afterLast(() => this.#ask(request, control));
  }

  /**
   * Writes images after the queries asked before it. Where one cannot be written, that is told as a warning.
   * @throws the signal's reason when it is aborted; {Error} when it is closed meanwhile
   */
  async keepImages(options: EngineKeepOptions = {}): Promise<readonly WrittenImage[]> {
    const {
      leastStatements = usualLeastStatements,
      statements = leastStatements,
      signal,
    } = options;
    const fill = options.fill === true && statements >= leastStatements;
    // What is no longer brought up to date is of no use to anybody.
    if (options.fill === true && !(fill && this.#images)) {
      for (const image of imageNames) removeIfAllowed(imageFile(this.#path, image));
      removeStaleImages(this.#path);
    }
    if (!this.#images) return [];
    return this.#afterLast(async (closing) => {
      const written: WrittenImage[] = [];
      for (const image of imageNames) {
        closing.throwIfAborted();
        if (fill) {
          // What was never asked together is not kept together.
          if (image === 'all' && !existsSync(imageFile(this.#path, image))) continue;
          // One after the other, so that the memory of all is not needed at once.
          await this.#discard();
        } else if (this.#thread === undefined) break;
        written.push(...(await this.#keep(image, { fill, leastStatements, signal, closing })));
      }
      return written;
    });
  }

  /** Ends the thread, and with it all queries asked so far. The catalogue is free then; a query asked later starts another thread. */
  async close(): Promise<void> {
    this.#closing.abort(threadEnded());
    this.#closing = new AbortController();
    await this.#discard();
  }

  /** Does something when all is done that was asked for before. */
  async #afterLast<Result>(work: (closing: AbortSignal) => Promise<Result>): Promise<Result> {
    const { signal: closing } = this.#closing;
    const result = this.#last.then(async () => {
      closing.throwIfAborted();
      return work(closing);
    });
    // Whoever waits behind it waits for its end, however it ends.
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #ask(request: QueryRequest, control: QueryControl): Promise<string> {
    control.signal?.throwIfAborted();
    const thread = this.#openThread();
    try {
      return await thread.query(request, control);
    } catch (error) {
      const isUnwanted = control.signal?.aborted === true;
      const doubted = isUnwanted ? [] : thread.imagesDoubtedFor(error);
      if (doubted.length > 0 || !leavesThreadSound(error)) await this.#discard();
      if (doubted.length === 0) throw error;
      for (const image of doubted) this.#trusted.delete(image);
      if (error instanceof QueryFault)
        return this.#compare(error, doubted, async () => this.#ask(request, control));
      this.#remove(doubted, error);
      return this.#ask(request, control);
    }
  }

  /** Asks again what failed, and trusts the images where it fails in the same way without them. */
  async #compare(
    { message }: QueryFault,
    images: readonly ImageName[],
    askAgain: () => Promise<string>,
  ): Promise<string> {
    try {
      const answer = await askAgain();
      this.#remove(images, message);
      return answer;
    } catch (error) {
      if (error instanceof QueryFault && error.message === message) {
        for (const image of images) this.#trusted.add(image);
      } else if (error instanceof QueryFault) this.#remove(images, message);
      throw error;
    }
  }

  /** @returns nothing where it is not worth it, or fails */
  async #keep(image: ImageName, keeping: Keeping): Promise<readonly WrittenImage[]> {
    const { fill, leastStatements, signal, closing } = keeping;
    signal?.throwIfAborted();
    const wasTrusted = this.#trusted.has(image);
    const thread = this.#openThread();
    const part = newPart(image);
    try {
      const { kept, isWorn } = await thread.keep({ image, fill, leastStatements, part }, signal);
      if (kept !== undefined) this.#trusted.add(image);
      if (kept !== undefined || !isWorn) return kept === undefined ? [] : [kept];
      this.#trusted.delete(image);
    } catch (error) {
      const isUnwanted = signal?.aborted === true || closing.aborted;
      const isDoubted = await this.#mend(error, { thread, image, part, isUnwanted });
      if (!isDoubted) return [];
    }
    await this.#discard();
    return fill && wasTrusted ? this.#keep(image, keeping) : [];
  }

  /** @returns whether that was for images that are gone now @throws the error, where what failed is no longer wanted */
  async #mend(
    error: unknown,
    { thread, image, part, isUnwanted }: FailedKeeping,
  ): Promise<boolean> {
    const doubted = isUnwanted ? [] : thread.imagesDoubtedFor(error);
    // What cannot be written is as good as before.
    if (!(error instanceof ImageFailure) || error.trouble !== 'unwritten') await this.#discard();
    // A thread that is ended while it writes leaves it.
    removeIfAllowed(join(this.#path, part));
    if (isUnwanted) throw error;
    for (const each of doubted) this.#trusted.delete(each);
    if (doubted.length > 0) this.#remove(doubted, error);
    else this.#warnUnwritten(image, error);
    return doubted.length > 0;
  }

  #openThread(): EngineThread {
    if (this.#thread?.hasExited === true) this.#thread = undefined;
    if (this.#thread !== undefined) return this.#thread;
    this.#thread = new EngineThread();
    this.#thread.open({ path: this.#path, images: [...this.#trusted] });
    return this.#thread;
  }

  /** @param error why they are not to be used; where they are just no longer of use nothing is said */
  #remove(images: readonly ImageName[], error: unknown): void {
    for (const image of images) {
      const file = imageFile(this.#path, image);
      const removed = removeIfAllowed(file)
        ? 'has been removed'
        : 'is to be removed by who may do so';
      if (error instanceof ImageFailure && error.trouble === 'unfit') continue;
      this.#onWarning(
        `the memory image ${file} was not to be trusted and ${removed} (${reasonOf(error)}); the catalogue is read instead, which takes longer`,
      );
    }
  }

  #warnUnwritten(image: ImageName, error: unknown): void {
    // It is said elsewhere, and the same for every query.
    if (error instanceof EngineFault || error instanceof CatalogueFault) return;
    const file = imageFile(this.#path, image);
    this.#onWarning(
      `the memory image ${file} could not be written (${reasonOf(error)}); queries work without it, but take longer to begin (store.image: off does without)`,
    );
  }

  async #discard(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    if (thread !== undefined) this.#ended = thread.close();
    await this.#ended;
  }
}

/** Whether the thread can go on to the next query: it has answered, and its memory is in order. */
function leavesThreadSound(error: unknown): boolean {
  if (error instanceof EngineFault) return error.trouble !== 'out-of-memory';
  return error instanceof QueryFault || error instanceof CatalogueFault;
}
