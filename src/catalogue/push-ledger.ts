import type { Database, RootDatabase } from 'lmdb';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeErrorReason } from '../files/output-file.ts';
import { Fault } from '../model/fault.ts';
import { dataFile, isPrivateCatalogue, ledgersDirectory } from './catalogue-directory.ts';
import { createDataFile, openEnvironment } from './catalogue-files.ts';
import { type DerivedGraph, derivedGraphs } from '../model/derived-graph.ts';
import { nodePrefix } from './derived/derived-terms.ts';
import { storageKey } from './keys.ts';
import { compressionDictionary, type MetaDatabase, treeStats } from './layout.ts';
import { checkFile } from './lmdb-file.ts';
import { WriterLock } from './writer-lock.ts';

/** What a push sends: the record graphs, and each derived graph. */
export const pushLayers = ['records', ...derivedGraphs] as const;

/** One of `pushLayers`. */
export type PushLayer = (typeof pushLayers)[number];

/** What a store has, or may have, of one unit of a layer. */
export interface PushedUnit {
  /** Unique in its layer: of the records the IRI of the graph, else `DerivedUnit.key`. */
  readonly key: string;
  /**
   * Digest of what determined the statements in the store; undefined where it is not known whether
   * the store has them, since their writing was begun and not seen to end.
   */
  readonly inputs: string | undefined;
  /**
   * The parts that the store has or may have, by name: a digest of the statements, of which the
   * store has all, `maybe` of it, or `maybeAny`.
   */
  readonly parts: ReadonlyMap<string, string>;
}

/** Stands for statements of which the store has all or some, or nothing. */
export function maybe(digest: string): string {
  return digest.endsWith(maybeAny) ? digest : digest + maybeAny;
}

/** Stands for any statements. */
export const maybeAny = '?';

/** A record graph that the store may have in any version. */
export function doubtfulGraph(graph: string): PushedUnit {
  return { key: graph, inputs: undefined, parts: new Map([[graph, maybeAny]]) };
}

/** Whether the store has the statements of a digest. */
export function isSure(digest: string): boolean {
  return !digest.endsWith(maybeAny);
}

/** What is known of a store. */
export interface PushHead {
  /** The store's name for messages. */
  readonly store: string;
  /** The tokens of which the marker in the store must have one. */
  readonly tokens: readonly string[];
  /** The latest tokens of earlier pushes, which an older state of the store has. */
  readonly former: readonly string[];
  /** Derived graphs that may or may not have been removed from the store. */
  readonly emptying?: readonly DerivedGraph[] | undefined;
  /** The state that the store has; absent since a push began, until it ends. */
  readonly done?: PushedState | undefined;
}

/** What a push brought a store to. */
interface PushedState {
  /** The change of the catalogue. */
  readonly change: number;
  /** The data file of the catalogue: see `fileState`. */
  readonly file: string;
  /** The selection and settings of the push, as text. */
  readonly settings: string;
  /** When the push ended: ISO 8601, UTC. */
  readonly at: string;
}

/** A store that the catalogue was pushed to. */
export interface PushedStore extends Partial<Pick<PushedState, 'at' | 'change'>> {
  readonly store: string;
}

/**
 * The stores that a catalogue was pushed to, by name; without change where no push has ended.
 * @param catalogue its directory
 */
export async function pushedStores(catalogue: string): Promise<readonly PushedStore[]> {
  const heads = await headsOfLedgers(catalogue);
  return heads
    .map(({ store, done }) =>
      done === undefined ? { store } : { store, change: done.change, at: done.at },
    )
    .toSorted((one, other) => (one.store < other.store ? -1 : 1));
}

/**
 * Whether a token is of a push of this catalogue to any address.
 * @param opened the store whose ledger is open, which is left out
 */
export async function isTokenOfOtherLedger(
  token: string,
  { catalogue, store: opened }: Omit<LedgerOptions, 'now'>,
): Promise<boolean> {
  const heads = await headsOfLedgers(catalogue, opened);
  return heads.some(({ tokens, former }) => tokens.includes(token) || former.includes(token));
}

/** The heads of all ledgers. Damaged ones are left out: the next push reports that. */
async function headsOfLedgers(catalogue: string, except?: string): Promise<readonly PushHead[]> {
  const folder = join(catalogue, ledgersDirectory);
  if (!existsSync(folder)) return [];
  const opened = except === undefined ? undefined : ledgerPath(catalogue, except);
  const paths = readdirSync(folder).map((name) => join(folder, name));
  const heads: PushHead[] = [];
  for (const path of paths.filter((each) => each !== opened)) {
    try {
      const ledger = PushLedger.readFrom(path);
      if (ledger === undefined) continue;
      heads.push(ledger.head);
      await ledger.close();
    } catch (error) {
      if (!(error instanceof PushLedgerFault)) throw error;
    }
  }
  return heads;
}

/** The record of what a store has cannot be used. */
class PushLedgerFault extends Fault {
  override readonly name = 'PushLedgerFault' as const;
}

/** How a ledger is opened. */
interface LedgerOptions {
  /** The directory of the catalogue. */
  readonly catalogue: string;
  /** What is pushed to, as `TripleStore.name`, with the graph prefix. */
  readonly store: string;
  readonly now: () => Date;
}

/**
 * What a SPARQL store has of the catalogue, unit by unit, so that a push sends only what differs,
 * and goes on where another one was killed: before statements are written or removed, the ledger
 * says that they may be there, and afterwards that they are. It is an LMDB environment of its own,
 * because the catalogue is read from one long snapshot meanwhile. If it is lost, everything is
 * pushed again.
 */
export class PushLedger {
  readonly #environment: RootDatabase;
  readonly #path: string;
  readonly #meta: Database<PushHead, string>;
  readonly #layers: Readonly<Record<PushLayer, LayerDatabases>>;
  readonly #lock: WriterLock | undefined;

  private constructor(environment: RootDatabase, path: string, lock?: WriterLock) {
    this.#environment = environment;
    this.#path = path;
    this.#lock = lock;
    this.#meta = environment.openDB({ name: 'meta', encoding: 'json' });
    const layers = pushLayers.map((layer) => [layer, openLayer(environment, layer)] as const);
    // It has an entry for each layer.
    this.#layers = Object.fromEntries(layers) as Record<PushLayer, LayerDatabases>;
  }

  /**
   * Opens the ledger of a store for a push, and creates it before the first one.
   * @throws {CatalogueLockedFault} while another process pushes to that store; {PushLedgerFault}
   */
  static open({ catalogue, store, now }: LedgerOptions): PushLedger {
    const path = ledgerPath(catalogue, store);
    try {
      mkdirSync(path, { recursive: true, ...(isPrivateCatalogue(catalogue) && { mode: 0o700 }) });
      createDataFile(path, isPrivateCatalogue(catalogue));
    } catch (error) {
      throw notWritable(path, error);
    }
    return orFault(path, () => {
      const environment = openSound(path, false);
      try {
        const meta: unknown = environment.openDB({ name: 'meta', encoding: 'json' });
        // It has the lock, as in the catalogue.
        const data = { environment, meta: meta as MetaDatabase };
        const lock = new WriterLock(data, path, { now, what: `store ${store}` });
        const ledger = new PushLedger(environment, path, lock);
        if (ledger.#meta.get('head') === undefined)
          ledger.#meta.putSync('head', { store, tokens: [], former: [] });
        return ledger;
      } catch (error) {
        void environment.close();
        throw error;
      }
    });
  }

  /** Opens the ledger of a store to read it; undefined before the first push. @throws as `open` */
  static read({ catalogue, store }: Omit<LedgerOptions, 'now'>): PushLedger | undefined {
    return PushLedger.readFrom(ledgerPath(catalogue, store));
  }

  /** As `read`, from the directory of a ledger. */
  static readFrom(path: string): PushLedger | undefined {
    if (!existsSync(join(path, dataFile))) return undefined;
    return orFault(path, () => {
      const environment = openSound(path, true);
      // Missing where the first push was killed before all databases were there.
      const meta: unknown = environment.openDB({ name: 'meta', encoding: 'json' });
      const isComplete =
        (meta as Database<PushHead, string> | undefined)?.get('head') !== undefined;
      if (isComplete) return new PushLedger(environment, path);
      void environment.close();
      return undefined;
    });
  }

  get head(): PushHead {
    return this.#meta.get('head') ?? { store: '', tokens: [], former: [] };
  }

  /**
   * Keeps what is known of the store; replaced tokens become former ones. Durable when it returns,
   * like all writes.
   */
  keepHead(head: Omit<PushHead, 'former' | 'store'>): void {
    this.#change(() => {
      const { store, tokens, former } = this.head;
      const all = [...former, ...tokens].filter((token) => !head.tokens.includes(token));
      this.#meta.putSync('head', { store, ...head, former: all.slice(-maxFormerTokens) });
    });
  }

  /** `PushedUnit.inputs` of a unit, which takes less time than to read all of it. */
  inputsOf(layer: PushLayer, key: string): string | undefined {
    const row = this.#layers[layer].units.get(storageKey(key));
    return row === undefined ? undefined : readHead(row).inputs;
  }

  unit(layer: PushLayer, key: string): PushedUnit | undefined {
    const { units, parts } = this.#layers[layer];
    const row = units.get(storageKey(key));
    if (row === undefined) return undefined;
    return { ...readHead(row), parts: readParts(parts.get(storageKey(key)) ?? '') };
  }

  /** Whether the store has something of a layer for sure. */
  hasSure(layer: PushLayer): boolean {
    for (const { value } of this.#layers[layer].units.getRange()) {
      if (readHead(value).inputs !== undefined) return true;
    }
    return false;
  }

  /** How many units of a layer there are. */
  countUnits(layer: PushLayer): number {
    return treeStats(this.#layers[layer].units).entryCount;
  }

  /** The keys of all units of a layer. */
  *keys(layer: PushLayer): Iterable<string> {
    for (const { value } of this.#layers[layer].units.getRange()) yield readHead(value).key;
  }

  /** How many units of a layer have a part that the store surely has. */
  sharersOf(layer: PushLayer, part: string): number {
    return this.#layers[layer].sharers.get(partKey(part)) ?? 0;
  }

  /**
   * Keeps what the store has, or may have, of units; one of which it has nothing is forgotten.
   * @param former what the ledger has of each of them, in the same order
   */
  keep(
    layer: PushLayer,
    units: readonly PushedUnit[],
    former: readonly (PushedUnit | undefined)[],
  ): void {
    const { units: rows, parts, sharers } = this.#layers[layer];
    this.#change(() => {
      for (const [at, unit] of units.entries()) {
        const key = storageKey(unit.key);
        const formerly = sureParts(former[at]?.parts ?? noParts);
        const now = sureParts(unit.parts);
        if (unit.inputs === undefined && unit.parts.size === 0) {
          rows.removeSync(key);
          parts.removeSync(key);
        } else {
          rows.putSync(key, `${unit.inputs ?? ''}\n${unit.key}`);
          parts.putSync(key, writeParts(unit.parts));
        }
        for (const part of now) if (!formerly.has(part)) addSharer(sharers, part, 1);
        for (const part of formerly) if (!now.has(part)) addSharer(sharers, part, -1);
      }
    });
  }

  /** Takes nothing for sure that the ledger says of the records. */
  doubtRecords(): void {
    const { units } = this.#layers.records;
    let last = '';
    for (;;) {
      const range = { start: last, exclusiveStart: true, limit: unitsAtOnce };
      const rows = [...units.getRange(range)];
      if (rows.length === 0) return;
      const keys = rows.map(({ value }) => readHead(value).key);
      const former = keys.map((key) => this.unit('records', key));
      this.keep('records', keys.map(doubtfulGraph), former);
      last = rows.at(-1)?.key ?? last;
    }
  }

  /**
   * Removes a derived graph from the store, and forgets it. If that is interrupted,
   * `head.emptying` has it.
   * @param drop removes its graph
   */
  async empty(layer: DerivedGraph, drop: () => Promise<void>): Promise<void> {
    const { tokens, emptying = [] } = this.head;
    this.keepHead({ tokens, emptying: [...new Set([...emptying, layer])] });
    await drop();
    const { units, parts, sharers } = this.#layers[layer];
    this.#change(() => {
      units.clearSync();
      parts.clearSync();
      sharers.clearSync();
      const left = (this.head.emptying ?? []).filter((each) => each !== layer);
      this.#meta.putSync('head', { ...this.head, emptying: left });
    });
  }

  async close(): Promise<void> {
    this.#lock?.release();
    await this.#environment.close();
  }

  /** @throws {CatalogueLockedFault} where another process took over; {PushLedgerFault} */
  #change(change: () => void): void {
    try {
      this.#environment.transactionSync(() => {
        this.#lock?.assertHeld();
        change();
      });
    } catch (error) {
      if (error instanceof Fault) throw error;
      throw notWritable(this.#path, error);
    }
  }
}

const maxFormerTokens = 100;

/** The databases of a layer. */
interface LayerDatabases {
  /** By key of the unit: a line for the digest of its inputs, and one for the whole key. */
  readonly units: Database<string, string>;
  /** By key of the unit: a line for each part. */
  readonly parts: Database<string, string>;
  /** By digest of the part: how many units surely have it. */
  readonly sharers: Database<number, string>;
}

/** How many units one commit changes. */
const unitsAtOnce = 1000;

const noParts: PushedUnit['parts'] = new Map();

function openLayer(environment: RootDatabase, layer: PushLayer): LayerDatabases {
  const compression = { threshold: 200, dictionary: compressionDictionary };
  return {
    units: environment.openDB({ name: layer, encoding: 'string' }),
    parts: environment.openDB({ name: `${layer}-parts`, encoding: 'string', compression }),
    sharers: environment.openDB({ name: `${layer}-sharers`, encoding: 'json' }),
  };
}

function sureParts(parts: PushedUnit['parts']): ReadonlySet<string> {
  return new Set([...parts].flatMap(([name, digest]) => (isSure(digest) ? [name] : [])));
}

function addSharer(sharers: LayerDatabases['sharers'], part: string, more: number): void {
  const key = partKey(part);
  const count = (sharers.get(key) ?? 0) + more;
  if (count > 0) sharers.putSync(key, count);
  else sharers.removeSync(key);
}

/** 128 bits, so that collisions cannot be constructed. */
function partKey(part: string): string {
  return hash('sha256', part, 'base64').slice(0, 22);
}

function readHead(row: string): Omit<PushedUnit, 'parts'> {
  const end = row.indexOf('\n');
  return { key: row.slice(end + 1), inputs: end === 0 ? undefined : row.slice(0, end) };
}

function writeParts(parts: PushedUnit['parts']): string {
  return Array.from(parts, ([name, digest]) => `${digest} ${shortenPart(name)}`).join('\n');
}

function readParts(row: string): PushedUnit['parts'] {
  const lines = row === '' ? [] : row.split('\n');
  return new Map(
    lines.map((line) => {
      const blank = line.indexOf(' ');
      return [lengthenPart(line.slice(blank + 1)), line.slice(0, blank)];
    }),
  );
}

const contentPart = new RegExp(`^<${nodePrefix}([a-z]+):([\\da-f]{32})>$`, 'u');
const shortPart = /^([a-z]+):([\w-]{22})$/u;

/** Most parts are nodes named by a hash, which takes a third less space so. */
function shortenPart(name: string): string {
  const [, kind, digest] = contentPart.exec(name) ?? [];
  if (kind === undefined || digest === undefined) return name;
  return `${kind}:${Buffer.from(digest, 'hex').toString('base64url')}`;
}

function lengthenPart(text: string): string {
  const [, kind, digest] = shortPart.exec(text) ?? [];
  if (kind === undefined || digest === undefined) return text;
  return `<${nodePrefix}${kind}:${Buffer.from(digest, 'base64url').toString('hex')}>`;
}

function ledgerPath(catalogue: string, store: string): string {
  return join(catalogue, ledgersDirectory, hash('sha256', store).slice(0, 16));
}

/** Opens an environment that LMDB can read; of another it would abort the process. */
function openSound(path: string, readOnly: boolean): RootDatabase {
  const fault = checkFile(join(path, dataFile));
  if (fault !== undefined) throw new Error(fault.detail);
  return openEnvironment(path, readOnly);
}

function notWritable(path: string, error: unknown): PushLedgerFault {
  return new PushLedgerFault(
    `what the store has cannot be recorded in ${path}: ${writeErrorReason(error)}; ` +
      'when this can be written to, push again, which continues',
    { cause: error },
  );
}

/** @throws {PushLedgerFault} for an error that is no fault */
function orFault<Result>(path: string, open: () => Result): Result {
  try {
    return open();
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new PushLedgerFault(
      `what the store has, as earlier pushes recorded it in ${path}, cannot be read: ` +
        `${error instanceof Error ? error.message : String(error)}; ` +
        'delete that directory, and push with --full',
      { cause: error },
    );
  }
}
