import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Store } from 'oxigraph';

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

const pageBytes = 65_536;
const { resolve } = createRequire(import.meta.url);
let opened = 0;
let compiled: { readonly module: object; readonly sha256: string } | undefined;

/**
 * The engine's package, made so that its memory can be saved and put in place again. For that it leans on how wasm-bindgen
 * builds such packages, as `engine-memory.test.ts` checks of the version that is installed:
 *
 * - `web.js` gives out the memory and the table of handles; what it knows itself is the same after every call.
 * - Of WebAssembly's globals only two change, and both are again what they were when a call has returned; not so after a trap.
 * - A new memory knows nothing of JavaScript's objects. What was made in another one is not known to it either, so that
 *   nothing is there that would be freed by the collector of garbage in memory that has become another.
 *
 * Each memory is an instance of the package of its own: importing it under another name evaluates it anew.
 */
export async function openEngineMemory(): Promise<EngineMemory> {
  opened += 1;
  const script = `${pathToFileURL(resolve('oxigraph/web.js')).href}?memory=${opened}`;
  const engine = (await import(/* @vite-ignore */ script)) as EnginePackage;
  const { module } = compiledEngine();
  return new EngineMemory(engine, engine.initSync({ module }));
}

/** SHA-256 of the engine's program and script, in hexadecimal digits: what is in memory means something to these alone. */
export function engineHash(): string {
  return compiledEngine().sha256;
}

function compiledEngine(): NonNullable<typeof compiled> {
  if (compiled === undefined) {
    const bytes = readFileSync(resolve('oxigraph/web_bg.wasm'));
    const script = readFileSync(resolve('oxigraph/web.js'));
    const sha256 = createHash('sha256').update(bytes).update(script).digest('hex');
    compiled = { module: new WebAssembly.Module(bytes), sha256 };
  }
  return compiled;
}

/** An engine with a memory of its own, of four gigabytes at the most. */
export class EngineMemory {
  readonly #engine: EnginePackage;
  readonly #exports: EngineExports;
  #store: Store | undefined;

  /** See `openEngineMemory`. */
  constructor(engine: EnginePackage, exports: EngineExports) {
    this.#engine = engine;
    this.#exports = exports;
  }

  /** The one store that is kept with the memory. */
  get store(): Store {
    return (this.#store ??= new this.#engine.Store());
  }

  /** Another store beside it. */
  newStore(): Store {
    return new this.#engine.Store();
  }

  /** Its memory, until it grows. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer);
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
    memory.grow(Math.ceil(missing / pageBytes));
    return this.bytes;
  }

  /** The other half of `makeRoom`. @throws {UnkeepableMemory} */
  restore({ store, handles, table: length }: EngineState): void {
    const { __wbindgen_externrefs: table } = this.#exports;
    // The engine would not accept that others had made the table longer than it did itself.
    if (table.length > length) throw new UnkeepableMemory('its table of handles is in use');
    table.grow(length - table.length);
    for (const [index, value] of handles) table.set(index, value);
    // The constructor would make another store.
    const restored = Object.create(this.#engine.Store.prototype) as Store;
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
