import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DumpedFile, MadeDump } from './dump-files.ts';

/** A complete dump. */
export interface Dump extends MadeDump {
  /** When it was complete, ISO 8601 in UTC. */
  readonly at: string;
  /** The directory with its files. */
  readonly folder: string;
}

/** The options of a `DumpKeeper`. */
export interface DumpKeeperOptions {
  /** The directory of the catalogue. */
  readonly path: string;
  readonly now: () => Date;
  /** Called when a dump could not be made. */
  readonly onTrouble: (error: unknown) => void;
  /** The minimum time between two dumps, in milliseconds; a minute, or more for large ones. */
  readonly restMs?: number;
}

const usualRestMs = 60_000;
/** A dump that takes long is made again after this many times as long. */
const restFactor = 20;
/** The time in which a request waits for the first dump, in milliseconds. */
const waitMs = 5000;
/** The latest dumps that are kept: who has read the description of one can download its files. */
const keptDumps = 2;

/**
 * Makes dumps of a catalogue when they are asked for, and keeps the latest ones. A process of its
 * own, with low priority, writes a dump into a private directory for temporary files, so that pages
 * do not wait for it; see docs/decisions/0021-make-dumps-in-a-process.md.
 */
export class DumpKeeper {
  readonly #options: DumpKeeperOptions;
  /** The latest first. */
  #dumps: readonly Dump[] = [];
  /** Created on first use. */
  #root: string | undefined;
  #count = 0;
  #process: ChildProcess | undefined;
  #making: Promise<void> | undefined;
  #version: string | undefined;
  /** When the next dump may be made, by `performance.now()`. */
  #notBefore = 0;
  #isClosed = false;

  constructor(options: DumpKeeperOptions) {
    this.#options = options;
  }

  /**
   * The latest dump; undefined if none is complete within a few seconds. Starts another one if the
   * catalogue has changed since, and the last one was made some time ago.
   * @param version of the state of the catalogue
   */
  async latest(version: string): Promise<Dump | undefined> {
    const isDue = version !== this.#version && performance.now() >= this.#notBefore;
    if (isDue && this.#making === undefined && !this.#isClosed) {
      this.#version = version;
      this.#making = this.#make();
    }
    if (this.#dumps.length === 0 && this.#making !== undefined) {
      await Promise.race([this.#making, sleep(waitMs, undefined, { ref: false })]);
    }
    return this.#dumps[0];
  }

  /** Whether a dump is being made, and how long it takes until the next one may be, in seconds. */
  get progress(): { readonly isMaking: boolean; readonly waitSeconds: number } {
    const restMs = Math.max(0, this.#notBefore - performance.now());
    return { isMaking: this.#making !== undefined, waitSeconds: Math.ceil(restMs / 1000) };
  }

  /** The file of a dump that is kept, and its path. */
  find(
    change: string,
    name: string,
  ): { readonly file: DumpedFile; readonly path: string } | undefined {
    const dump = this.#dumps.find((each) => String(each.change) === change);
    const file = dump?.files.find((each) => each.name === name);
    return dump && file && { file, path: join(dump.folder, name) };
  }

  /** Ends the process that makes a dump, and removes all dumps. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#process?.kill();
    await this.#making;
    if (this.#root === undefined) return;
    await rm(this.#root, { recursive: true, force: true });
  }

  /** Never fails. */
  async #make(): Promise<void> {
    const start = performance.now();
    let folder: string | undefined;
    try {
      folder = await this.#newFolder();
      const made = await this.#write(folder);
      const dumps = [{ ...made, at: this.#options.now().toISOString(), folder }, ...this.#dumps];
      this.#dumps = dumps.slice(0, keptDumps);
      // Downloads in progress keep their files open.
      for (const old of dumps.slice(keptDumps)) {
        await rm(old.folder, { recursive: true, force: true });
      }
    } catch (error) {
      // A later request tries again.
      this.#version = undefined;
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      if (!this.#isClosed) this.#options.onTrouble(error);
    }
    const end = performance.now();
    const usual = Math.max(usualRestMs, restFactor * (end - start));
    this.#notBefore = end + (this.#options.restMs ?? usual);
    this.#making = undefined;
  }

  async #newFolder(): Promise<string> {
    // Others on the machine may not read what only this server gives away.
    this.#root ??= await mkdtemp(join(tmpdir(), 'cdif-graph-dump-'));
    this.#count += 1;
    const folder = join(this.#root, String(this.#count));
    await mkdir(folder);
    return folder;
  }

  /** @throws {Error} with the output of the process if it fails */
  async #write(folder: string): Promise<MadeDump> {
    const script = new URL('./dump-process.js', import.meta.url);
    const child = fork(script, [this.#options.path, folder], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#process = child;
    if (this.#isClosed) child.kill();
    lowerPriority(child);
    let made: MadeDump | undefined;
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-maxSaid);
    });
    child.once('message', (message) => {
      made = message as MadeDump; // the only message that it sends
    });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        this.#process = undefined;
        if (code === 0 && made !== undefined) resolve(made);
        else reject(new Error(`The dump could not be made (${code ?? signal}). ${said}`.trim()));
      });
    });
  }
}

/** How much of the error output of a process is reported, in characters. */
const maxSaid = 4000;

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where the system does not allow it, the dump is made with the priority of the server.
  }
}
