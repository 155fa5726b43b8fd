import { rmSync } from 'node:fs';
import type { Store } from 'oxigraph';
import type { Catalogue } from '../catalogue.ts';
import type { KeepTask } from '../engine-answer.ts';
import { usualCharacters } from '../catalogue-layout.ts';
import { OwnGraphSet } from '../own-graph-set.ts';
import type { Snapshot } from '../snapshot.ts';
import { openEngineMemory, type EngineMemory } from './engine-memory.ts';
import { ImageFault } from './image-fault.ts';
import { imageFile, type ImageName, type ImageWriting } from './image-files.ts';
import { ImageReading } from './image-reading.ts';
import { describeMemory, sizeOf, type CatalogueState, type ImageHeader } from './image-header.ts';
import { knownAnswers } from './known-answers.ts';
import { writeImage } from './write-image.ts';

/** A memory that grew to so many times what it would take anew is not kept on: what was replaced is never freed. */
const maxGrowth = 1.5;

/** Of what is in memory: less is soon read on top of an image, which is not written anew for it. */
const leastShare = 0.001;

/** Of a record, roughly. */
const usualStatements = 100;

/** What a space is for. */
export interface EngineSpaceOptions {
  /** Whether it is for the record graphs, and for graphs of our own only beside them. */
  readonly isOfRecords: boolean;
  /** What is read into its memory already. Nothing but `restore` may be asked of the space before that has been called for it. */
  readonly reading?: ImageReading | undefined;
}

/** A memory of the engine with what is in it, which can be kept in a file. */
export class EngineSpace {
  readonly own: OwnGraphSet;
  /** The state of the catalogue that its record graphs are of; 0 is that of an empty catalogue. */
  change = 0;
  /** Statements of its record graphs, by the catalogue. */
  recordStatements = 0;
  #memory: EngineMemory;
  readonly #isOfRecords: boolean;
  #filled: ImageHeader['filled'] | undefined;
  #mayRestore = true;
  #reading: ImageReading | undefined;
  /** Statements that came or went since it was made, restored or kept; an estimate. */
  #news = 0;

  constructor(memory: EngineMemory, { isOfRecords, reading }: EngineSpaceOptions) {
    this.#memory = memory;
    this.#isOfRecords = isOfRecords;
    this.#reading = reading;
    this.own = new OwnGraphSet(this);
  }

  get store(): Store {
    this.#mayRestore = false;
    return this.#memory.store;
  }

  /** What an image of it would be. */
  get image(): ImageName {
    if (!this.#isOfRecords) return 'own';
    return this.own.graphs.length > 0 ? 'all' : 'records';
  }

  /**
   * Puts an image in place, where there is one that fits and nothing has been put in yet.
   * @returns whether it did
   * @throws {ImageFault} and whatever else where the image is not what it should be; the memory is of no use then
   */
  async restore(name: ImageName, path: string, catalogue: Catalogue): Promise<boolean> {
    if (!this.#mayRestore || !this.#memory.isKeepable) return false;
    const reading = this.#readingOf(name, path);
    try {
      const image = await reading.opened;
      if (image === undefined) return false;
      // After the image was opened, so that the catalogue is not behind it.
      catalogue.read((snapshot) => assertOf(snapshot, image.header.state));
      this.#mayRestore = false;
      await reading.read;
      image.restore(this.#memory);
      this.#take(image.header);
      return true;
    } catch (error) {
      if (!(error instanceof ImageFault && error.trouble === 'unfit')) throw error;
      rmSync(imageFile(path, name), { force: true });
      // Some of it may have been read.
      this.#memory = await openEngineMemory();
      return false;
    } finally {
      await reading.close();
    }
  }

  /** To be told of statements that are put in. */
  noteLoaded(characters: number): void {
    this.#news += characters / usualCharacters;
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
   * @returns what was written, if it was worth it and the catalogue tells its states apart; and whether too much of the memory is
   * taken by what was replaced
   * @throws {ImageFault} where it is not what the catalogue says; as `writeImage`
   */
  keep(path: string, snapshot: Snapshot, task: KeepTask): ImageWriting {
    const { graphs } = this.own;
    const statements = this.#memory.store.size;
    if (statements < task.leastStatements || this.#news < statements * leastShare) {
      return { isWorn: false };
    }
    const change = Math.max(this.change, ...graphs.map((each) => each.change));
    const id = snapshot.stateId(change);
    if (id === undefined) return { isWorn: false };
    if (this.image === 'records' && statements !== this.recordStatements) {
      const found = `${statements} statements are in memory and ${this.recordStatements} in the catalogue`;
      throw new ImageFault('wrong', found);
    }
    const answers = knownAnswers(this.#memory);
    // Nothing may be asked of the engine between this and the writing, since every call changes its memory.
    const description = describeMemory(this.#memory);
    const filled = (this.#filled ??= { bytes: sizeOf(description), statements });
    const growth = Math.max(1, statements / Math.max(1, filled.statements));
    if (sizeOf(description) > filled.bytes * growth * maxGrowth) return { isWorn: true };
    const header: ImageHeader = {
      state: { change, id },
      content: { records: this.change, recordStatements: this.recordStatements, own: graphs },
      statements,
      answers,
      filled,
    };
    const bytes = writeImage(imageFile(path, task.image), this.#memory, {
      ...header,
      ...description,
    });
    this.#news = 0;
    return { kept: { image: task.image, bytes }, isWorn: false };
  }

  #readingOf(name: ImageName, path: string): ImageReading {
    const begun = this.#reading;
    this.#reading = undefined;
    return begun?.image === name ? begun : new ImageReading(name, path, this.#memory);
  }

  #take({ content, filled }: ImageHeader): void {
    this.change = content.records;
    this.recordStatements = content.recordStatements;
    this.own.restore(content.own);
    this.#filled = filled;
  }
}

/** @throws {ImageFault} where a catalogue was never in a state, or it cannot be told any more */
function assertOf(snapshot: Snapshot, { change, id }: CatalogueState): void {
  if (change < snapshot.totals().oldestChange) {
    throw new ImageFault('unfit', 'it is of a state that is no longer known');
  }
  if (snapshot.stateId(change) !== id) {
    throw new ImageFault('wrong', 'it is of another catalogue, or of one that was replaced');
  }
}
