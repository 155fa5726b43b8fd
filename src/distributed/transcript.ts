import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SpoolFault } from '../web/fetch-file.ts';
import type { VisitEvent } from '../pipeline/visit.ts';

/** Beyond this, in UTF-16 code units, the events of a visit are kept in a file. */
const maxCharacters = 4_194_304;

/** The events of a visit that another process makes, as they arrive. */
export class Transcript {
  /** How many events there are. */
  count = 0;
  /** UTF-16 code units in memory. */
  characters = 0;
  readonly #folder: string;
  #parts: string[] = [];
  #file: FileHandle | undefined;
  #path: string | undefined;
  #spooling: Promise<void> = Promise.resolve();
  #isRemoved = false;

  /** @param folder where a large one is kept; by default the temporary folder of the system */
  constructor(folder = tmpdir()) {
    this.#folder = folder;
  }

  /**
   * Adds a part.
   * @param json an array of events
   * @throws {SpoolFault} when the file cannot be written
   */
  async add(json: string, count: number): Promise<void> {
    this.count += count;
    this.#parts.push(json);
    this.characters += json.length;
    if (this.characters <= maxCharacters) return;
    this.#spooling = this.#spool();
    await this.#spooling;
  }

  /** Gives the events, and removes the transcript. */
  async *events(): AsyncGenerator<VisitEvent> {
    try {
      if (this.#path !== undefined) yield* eventsInFile(this.#path);
      for (const part of this.#parts) yield* parsed(part);
    } finally {
      await this.remove();
    }
  }

  /** Drops all, also what is being written. */
  async remove(): Promise<void> {
    this.#isRemoved = true;
    this.#parts = [];
    this.characters = 0;
    await this.#spooling.catch(() => undefined);
    await this.#file?.close().catch(() => undefined);
    this.#file = undefined;
    if (this.#path !== undefined) await rm(this.#path, { force: true }).catch(() => undefined);
  }

  /**
   * JSON texts have no line ends, so each is a line of the file. Node 24 also takes U+2028 and
   * U+2029 for such, which may be in their strings.
   */
  async #spool(): Promise<void> {
    const parts = this.#parts;
    this.#parts = [];
    this.characters = 0;
    try {
      this.#path ??= join(this.#folder, `cdif-graph-${randomUUID()}`);
      this.#file ??= await open(this.#path, 'wx', 0o600);
      for (const part of parts) {
        if (this.#isRemoved) return;
        const line = part.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
        await this.#file.writeFile(`${line}\n`);
      }
    } catch (error) {
      throw new SpoolFault(this.#folder, error);
    }
  }
}

async function* eventsInFile(path: string): AsyncGenerator<VisitEvent> {
  const file = await open(path);
  try {
    for await (const line of file.readLines()) yield* parsed(line);
  } finally {
    await file.close().catch(() => undefined);
  }
}

function parsed(json: string): readonly VisitEvent[] {
  return JSON.parse(json) as readonly VisitEvent[]; // as the worker wrote it
}
