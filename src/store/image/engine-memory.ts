import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Store } from 'oxigraph';
import { askForHugePages } from './huge-pages.ts';

/** What is needed of the package as it is built for browsers; of its types those of WebAssembly are not known here. */
interface EnginePackage {
  readonly Store: typeof Store;
  readonly initSync: (options: { readonly module: object }) => EngineExports;
}

interface EngineExports {
  readonly memory: {
    readonly buffer: ArrayBuffer;
    readonly grow: (pages: number) => number;
  };
  /** Values of JavaScript that the engine knows by their place here. */
  readonly __wbindgen_externrefs: {
    readonly length: number;
    readonly get: (index: number) => unknown;
    readonly set: (index: number, value: unknown) => void;
    readonly grow: (places: number) => number;
  };
}

declare const WebAssembly: { readonly Module: new (program: Uint8Array) => object };

/** What the engine keeps of JavaScript's values outside its memory: where in its table of handles, and what. */
export type Handle = readonly [index: number, value: string | number | boolean];

/** All that makes up an engine, besides the bytes of its memory. */
export interface EngineState {
  /** Where in its memory the store is. */
  readonly store: number;
  readonly handles: readonly Handle[];
  /** The length of its table of handles. */
  readonly table: number;
}

/** The engine keeps something that cannot be written down. */
export class UnkeepableMemory extends Error {
  override readonly name = 'UnkeepableMemory';
}

/** What WebAssembly's memories grow by. */
export const wasmPageBytes = 65_536;
/** What they can grow to. */
const mostBytes = 2 ** 32;
/** Measured, with the budget that `cli.ts` sets and newer versions of V8 have: fewer are not always enough. */
const callsToCompile = 16_000;
/** Of smaller memories the pages are soon made, whatever their size. */
const largeBytes = 64e6;
const { resolve } = createRequire(import.meta.url);
const usualScript = 'oxigraph/web.js';
const program = 'oxigraph/web_bg.wasm';
let opened = 0;
let compiled: { readonly module: object; readonly sha256: string } | undefined;

/**
 * Opens an engine whose memory can be saved and put in place again. For that it leans on how wasm-bindgen builds the package, as
 * `engine-package.test.ts` checks of the version that is installed:
 *
 * - `web.js` gives out the memory and the table of handles; what it knows itself is the same after every call.
 * - Of WebAssembly's globals only two change, and both are again what they were when a call has returned; not so after a trap.
 * - A new memory knows nothing of JavaScript's objects. What was made in another one is not known to it either, so that
 *   nothing is there that would be freed by the collector of garbage in memory that has become another.
 *
 * Each memory is an instance of the package of its own: importing it under another name evaluates it anew. Where the package is
 * built in another way, the engine is one that works, but of which nothing can be kept.
 * @param script of the package, or another to see what becomes of it
 */
export async function openEngineMemory(script = usualScript): Promise<EngineMemory> {
  opened += 1;
  try {
    const url = `${pathToFileURL(resolve(script)).href}?memory=${opened}`;
    const engine = (await import(/* @vite-ignore */ url)) as EnginePackage;
    const exports = engine.initSync({ module: compiledEngine().module });
    if (isKnown(exports)) return new EngineMemory(engine.Store, exports);
  } catch {
    // Whatever it is that is missing there, without it the package works all the same.
  }
  return new EngineMemory((await import('oxigraph')).Store);
}

/**
 * SHA-256 of the engine's program and script, in hexadecimal digits: what is in memory means something to these alone.
 * @returns undefined where they are not as they are known
 */
export function engineHash(): string | undefined {
  try {
    return compiledEngine().sha256;
  } catch {
    return undefined;
  }
}

/** @throws whatever reading and compiling them throws */
function compiledEngine(): NonNullable<typeof compiled> {
  if (compiled === undefined) {
    const bytes = readFileSync(resolve(program));
    const script = readFileSync(resolve(usualScript));
    const sha256 = createHash('sha256').update(bytes).update(script).digest('hex');
    compiled = { module: new WebAssembly.Module(bytes), sha256 };
  }
  return compiled;
}

/** Whether what should be an `EngineExports` has what is needed of it. */
function isKnown({ memory, __wbindgen_externrefs: table }: Partial<EngineExports>): boolean {
  return memory?.buffer instanceof ArrayBuffer && typeof table?.get === 'function';
}

/** An engine with a memory of its own, of four gigabytes at the most. */
export class EngineMemory {
  readonly #StoreClass: typeof Store;
  readonly #known: EngineExports | undefined;
  #store: Store | undefined;
  /** Whether huge pages were asked for. */
  #hasAsked = false;

  /** See `openEngineMemory`. @param exports absent where nothing can be kept of it */
  constructor(StoreClass: typeof Store, exports?: EngineExports) {
    this.#StoreClass = StoreClass;
    this.#known = exports;
  }

  /** Whether what is in it can be kept. */
  get isKeepable(): boolean {
    return this.#known !== undefined;
  }

  /** The one store that is kept with the memory. */
  get store(): Store {
    return (this.#store ??= new this.#StoreClass());
  }

  /** Another store beside it. */
  newStore(): Store {
    return new this.#StoreClass();
  }

  /**
   * Has V8 compile fully what counts statements, for all memories, since they share the program. It does that only with what was called
   * often; and a count of all that an image has is one long call.
   */
  practiseCounting(): void {
    const empty = this.newStore();
    for (let times = 0; times < callsToCompile && empty.size === 0; times += 1);
  }

  /** Its memory, until it grows. @throws {UnkeepableMemory} */
  get bytes(): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer);
  }

  get #exports(): EngineExports {
    if (this.#known === undefined)
      throw new UnkeepableMemory('its package is built in another way');
    return this.#known;
  }

  /** What must be kept beside the bytes. @throws {UnkeepableMemory} */
  state(): EngineState {
    const { __wbindgen_externrefs: table } = this.#exports;
    const handles: Handle[] = [];
    for (let index = 0; index < table.length; index += 1) {
      const value: unknown = table.get(index);
      if (value === undefined || value === null) continue;
      if (!isPlain(value)) throw new UnkeepableMemory(`it holds on to a ${typeof value}`);
      handles.push([index, value]);
    }
    return { store: pointerOf(this.store), handles, table: table.length };
  }

  /**
   * Makes room for what was saved, which is all zero. What is written there is in force when `restore` has been called.
   * @throws {UnkeepableMemory} when this memory has been used
   */
  makeRoom(length: number): Uint8Array {
    const { memory } = this.#exports;
    const missing = length - memory.buffer.byteLength;
    if (this.#store !== undefined || missing < 0) throw new UnkeepableMemory('it has been used');
    this.bytes.fill(0);
    memory.grow(Math.ceil(missing / wasmPageBytes));
    this.noteGrowth();
    return this.bytes;
  }

  /** To be told when more was put in: a memory that has become large grows in larger pages, where the system has them. */
  noteGrowth(): void {
    if (this.#hasAsked || this.#known === undefined) return;
    if (this.#known.memory.buffer.byteLength <= largeBytes) return;
    this.#hasAsked = true;
    askForHugePages(this.bytes, mostBytes);
  }

  /** The other half of `makeRoom`. @throws {UnkeepableMemory} */
  restore({ store, handles, table: length }: EngineState): void {
    const { __wbindgen_externrefs: table } = this.#exports;
    // The engine would not accept that others had made the table longer than it did itself.
    if (table.length > length) throw new UnkeepableMemory('its table of handles is in use');
    table.grow(length - table.length);
    for (const [index, value] of handles) table.set(index, value);
    // The constructor would make another store.
    const restored = Object.create(this.#StoreClass.prototype) as Store;
    Reflect.set(restored, pointer, store);
    this.#store = restored;
  }
}

/** The member of the package's objects that says where in its memory they are. */
const pointer = '__wbg_ptr';

function pointerOf(store: Store): number {
  const place: unknown = Reflect.get(store, pointer);
  if (typeof place === 'number') return place;
  throw new UnkeepableMemory('it does not say where its store is');
}

function isPlain(value: unknown): value is Handle[1] {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
