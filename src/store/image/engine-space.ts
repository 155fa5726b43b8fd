import type { Store } from 'oxigraph';
import type { Catalogue } from '../catalogue.ts';
import type { KeepTask } from '../engine-answer.ts';
import { usualCharacters } from '../catalogue-layout.ts';
import { OwnGraphSet } from '../own-graph-set.ts';
import type { Snapshot } from '../snapshot.ts';
import type { EngineMemory } from './engine-memory.ts';
import { ImageFault } from './image-fault.ts';
import {
  imageFile,
  newPart,
  removeIfAllowed,
  type ImageName,
  type ImageWriting,
} from './image-files.ts';
import { ImageReading } from './image-reading.ts';
import { describeMemory, sizeOf, type CatalogueState, type ImageHeader } from './image-header.ts';
import { knownAnswers } from './known-answers.ts';
import type { OpenedImage } from './opened-image.ts';
import { writeImage } from './write-image.ts';

/** A memory that grew to so many times what it would take anew is not kept on: what was replaced is never freed. */
const usualMaxGrowth = 1.5;

/** Of what is in memory: less is soon read on top of an image, which is not written anew for it. */
const leastShare = 0.001;

/** From this share of the records on, reading all anew is as fast as what changed since, and takes less memory. */
const followedShare = 0.25;
/** Following so few never takes long. */
const fewRecords = 1000;

/** Of a record, roughly. */
const usualStatements = 100;

/** What a space is for. */
export interface EngineSpaceOptions {
  /** What is read into its memory already. Nothing may be asked of the space before `restore` of just that. */
  readonly reading?: ImageReading | undefined;
  /** By how many times it may have grown by what was replaced, if an image of it is to be written. */
  readonly maxGrowth?: number | undefined;
}

/** A memory of the engine with what is in it, which can be kept in a file. */
export class EngineSpace {
  readonly own: OwnGraphSet;
  /** The state of the catalogue that its record graphs are of; 0 where they are not there, as in an empty catalogue. */
  change = 0;
  readonly #memory: EngineMemory;
  readonly #maxGrowth: number;
  #filled: ImageHeader['filled'] | undefined;
  #mayRestore = true;
  /** Whether the random numbers to come are those that came when the image was written. */
  #drawsAgain = false;
  #reading: ImageReading | undefined;
  /** Statements that came or went since it was made, restored or kept; an estimate. */
  #news = 0;

  constructor(memory: EngineMemory, options: EngineSpaceOptions) {
    const { reading, maxGrowth = usualMaxGrowth } = options;
    this.#memory = memory;
    this.#maxGrowth = maxGrowth;
    this.#reading = reading;
    this.own = new OwnGraphSet(this);
  }

  /** The store of its memory. No image can be put in place after this. */
  use(): Store {
    this.#mayRestore = false;
    return this.#memory.store;
  }

  /** The number of the latest of the states of the catalogue that what it has is of. */
  get latestChange(): number {
    return Math.max(this.change, ...this.own.graphs.map(({ change }) => change));
  }

  /** What an image of it would be; derived graphs alone are not kept. */
  get image(): ImageName | undefined {
    if (this.change === 0) return undefined;
    return this.own.graphs.length > 0 ? 'all' : 'records';
  }

  /**
   * Puts an image in place, where there is one and nothing has been put in yet. One that another version wrote is removed.
   * @returns whether it did
   * @throws {ImageFault} and whatever else where the image is not to be used; the memory is of no use then
   */
  async restore(name: ImageName, path: string, catalogue: Catalogue): Promise<boolean> {
    if (!this.#mayRestore || !this.#memory.isKeepable) return false;
    const begun = this.#reading;
    const reading = begun?.image === name ? begun : new ImageReading(name, path, this.#memory);
    this.#reading = reading;
    try {
      const image = await openedOf(reading);
      if (image === undefined) return false;
      // After the image was opened, so that the catalogue is not behind it.
      catalogue.read((snapshot) => this.#assertOf(snapshot, image.header.state));
      this.#mayRestore = false;
      await reading.read;
      image.restore(this.#memory);
      this.#take(image.header);
      return true;
    } finally {
      await reading.close();
      this.#reading = undefined;
    }
  }

  /** Ends reading an image. */
  async close(): Promise<void> {
    await this.#reading?.close();
  }

  /**
   * To be called before what is to be random is asked for. The engine draws random numbers from what was once given to it, and
   * would draw the same in every process that has the same image; after so many it asks for something new.
   */
  renewRandomness(): void {
    if (!this.#drawsAgain) return;
    this.#memory.store.query(manyRandomNumbers);
    this.#drawsAgain = false;
  }

  /** To be told of statements that were put in. */
  noteLoaded(characters: number): void {
    this.#news += characters / usualCharacters;
    this.#memory.noteGrowth();
  }

  /** To be told of records that go, or come to be others. */
  noteDropped(records: number): void {
    this.#news += records * usualStatements;
  }

  /** Whether enough has changed for an image of it to be worth writing. */
  hasNews({ image, fill, leastStatements }: KeepTask): boolean {
    if (image !== this.image || !this.#memory.isKeepable) return false;
    return fill ? this.#news > 0 : this.#news >= leastStatements;
  }

  /**
   * Writes an image of it, where it has news.
   * @param state the latest of those that what it has is of
   * @returns what was written, if it was worth it; and whether too much of the memory is taken by what was replaced
   * @throws {UnkeepableMemory}; as `writeImage`
   */
  keep(path: string, state: CatalogueState, task: KeepTask): ImageWriting {
    const { graphs } = this.own;
    const statements = this.#memory.store.size;
    if (statements < task.leastStatements || this.#news < statements * leastShare) {
      return { isWorn: false };
    }
    const answers = knownAnswers(this.#memory);
    // Nothing may be asked of the engine between this and the writing, since every call changes its memory.
    const description = describeMemory(this.#memory);
    const filled = (this.#filled ??= { bytes: sizeOf(description), statements });
    const growth = Math.max(1, statements / Math.max(1, filled.statements));
    if (sizeOf(description) > filled.bytes * growth * this.#maxGrowth) return { isWorn: true };
    const header: ImageHeader = {
      state,
      content: { records: this.change, own: graphs },
      statements,
      answers,
      filled,
    };
    const file = { file: imageFile(path, task.image), part: task.part ?? newPart(task.image) };
    const bytes = writeImage(file, this.#memory, {
      ...header,
      ...description,
    });
    this.#news = 0;
    return { kept: { image: task.image, bytes }, isWorn: false };
  }

  /** @throws {ImageFault} where a catalogue was never in a state, it cannot be told any more, or too much is other by now */
  #assertOf(snapshot: Snapshot, { change, id }: CatalogueState): void {
    const { oldestChange, graphs } = snapshot.totals();
    if (change < oldestChange) {
      throw new ImageFault('unfit', 'it is of a state that is no longer known');
    }
    if (snapshot.stateId(change) !== id) {
      throw new ImageFault('wrong', 'it is of another catalogue, or of one that was replaced');
    }
    const touched = snapshot.touchedSince(change)?.size ?? 0;
    if (touched > Math.max(fewRecords, followedShare * graphs)) {
      throw new ImageFault('unfit', 'too many records are other by now');
    }
  }

  #take({ content, filled }: ImageHeader): void {
    this.change = content.records;
    this.own.restore(content.own);
    this.#filled = filled;
    this.#drawsAgain = true;
  }
}

/** @returns undefined where there is none of use: what another version wrote is removed, and nothing of it has been read */
async function openedOf({ opened, image, path }: ImageReading): Promise<OpenedImage | undefined> {
  try {
    return await opened;
  } catch (error) {
    if (!(error instanceof ImageFault && error.trouble === 'unfit')) throw error;
    // Who may not remove it leaves it to others.
    removeIfAllowed(imageFile(path, image));
    return undefined;
  }
}

/** The engine draws from what it was given until it has drawn 64 kB, and one number is eight bytes. */
const manyRandomNumbers = `SELECT (SUM(RAND()) AS ?sum) { ${['a', 'b', 'c', 'd']
  .map((name) => `VALUES ?${name} { 0 1 2 3 4 5 6 7 8 9 }`)
  .join(' ')} }`;
