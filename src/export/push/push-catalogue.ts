import { derivedGraphIri, markerGraph } from '../../catalogue/derived/derived-terms.ts';
import { type DerivedGraph, derivedGraphs } from '../../model/derived-graph.ts';
import {
  doubtfulGraph,
  isTokenOfOtherLedger,
  type PushLayer,
  PushLedger,
} from '../../catalogue/push-ledger.ts';
import { fileState } from '../../catalogue/catalogue-directory.ts';
import type { Selection, Snapshot } from '../../catalogue/snapshot.ts';
import type { CatalogueGraphs } from '../../catalogue/store.ts';
import { type LockWait, openUnlocked } from '../../catalogue/writer-lock.ts';
import { runTogether } from '../../engine/store/at-once.ts';
import { StoreFault } from '../../engine/store/store-fault.ts';
import type { GraphWrite, RefusedWrite, TripleStore } from '../../engine/store/triple-store.ts';
import { version } from '../../version.ts';
import {
  markerStatements,
  newMarkerToken,
  readPushedGraphs,
  readMarkerToken,
} from './push-marker.ts';
import {
  derivedLayer,
  LayerNeedsReplacement,
  type LayerSettings,
  recordLayer,
} from './pushed-layers.ts';
import {
  emptyLedger,
  type LayerLedger,
  noUnits,
  type PushedLayer,
  pushLayer,
  type UnitCounts,
} from './push-layer.ts';
import type { FullReason, PushProgress, PushReport, PushRefusal } from './push-outcome.ts';

/** What is pushed, and how. */
export interface PushOptions {
  /** The directory of the catalogue, where the ledger of the store is kept. */
  readonly path: string;
  readonly selection?: Selection | undefined;
  /** What the names of all graphs begin with in the store; by default nothing. */
  readonly graphPrefix?: string | undefined;
  /** Whether nothing is written, and differences are only counted. */
  readonly dryRun?: boolean | undefined;
  /** Whether everything is written, whatever the store is known to have. */
  readonly full?: boolean | undefined;
  /** How to wait while another process pushes to the store; by default not at all. */
  readonly wait?: LockWait | undefined;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: PushProgress) => void) | undefined;
}

const maxReportedRefusals = 20;

/**
 * Brings a SPARQL store to the present state of a catalogue. Everything is pushed the first time,
 * and when the store was emptied or restored, as its marker shows; then what has changed since. A
 * push that was killed is continued by the next one.
 * @throws {CatalogueLockedFault} while another process pushes to the store; {StoreFault};
 * {CatalogueFault}; the signal's reason when it is aborted
 */
export async function pushCatalogue(
  catalogue: CatalogueGraphs,
  store: TripleStore,
  options: PushOptions,
): Promise<PushReport> {
  await catalogue.assertSound(options.signal);
  const { path, graphPrefix = '', now } = options;
  const opening = {
    catalogue: path,
    store: `${store.name}${graphPrefix && ` ${graphPrefix}`}`,
    now,
  };
  const ledger =
    options.dryRun === true
      ? PushLedger.read(opening)
      : await openUnlocked(() => PushLedger.open(opening), options.wait);
  // Before the snapshot, so that a commit between them is not taken for pushed.
  const file = fileState(path);
  try {
    return await catalogue.ofOneState(async (snapshot) =>
      new Push(snapshot, store, { ...options, graphPrefix, opening, ledger, file }).run(),
    );
  } finally {
    await ledger?.close();
  }
}

interface OpenPush extends PushOptions {
  readonly graphPrefix: string;
  /** The catalogue, and the name of the store. */
  readonly opening: { readonly catalogue: string; readonly store: string };
  /** Undefined in a dry run before the first push. */
  readonly ledger: PushLedger | undefined;
  /** See `fileState`. */
  readonly file: string;
}

/** The state that is pushed, and what was found of each layer. */
interface StateToPush {
  readonly change: number;
  readonly full: FullReason | undefined;
  readonly counts: Map<PushLayer, UnitCounts>;
}

function refusalOf(layer: PushLayer, key: string, reason: string): PushRefusal {
  return layer === 'records'
    ? { graph: key, reason }
    : { graph: derivedGraphIri(layer), from: key, reason };
}

function allRefused(store: string, layer: PushLayer, refusals: readonly PushRefusal[]): StoreFault {
  const what = layer === 'records' ? 'record graphs' : `contributions to the ${layer} graph`;
  const { graph = '', from = graph, reason = '' } = refusals.at(-1) ?? {};
  return new StoreFault(
    `${store} refuses each of the first ${refusals.length} ${what}, at last ${from}: ${reason}`,
  );
}

/** One push. */
class Push {
  readonly #snapshot: Snapshot;
  readonly #store: TripleStore;
  readonly #options: OpenPush;
  readonly #startedAt = performance.now();
  readonly #refused: PushRefusal[] = [];
  /** Why a layer was given up. */
  #givenUp: StoreFault | undefined;
  readonly #progress = new Map<PushLayer, UnitCounts>();
  #writes = 0;
  /** The token of the marker before this push. */
  #found: string | undefined;
  #begun: Promise<void> | undefined;
  /** The token of this push, once it has written its marker. */
  #token: string | undefined;

  constructor(snapshot: Snapshot, store: TripleStore, options: OpenPush) {
    this.#snapshot = snapshot;
    this.#store = store;
    this.#options = options;
  }

  async run(): Promise<PushReport> {
    const { change } = this.#snapshot.totals();
    const full = await this.#fullReason();
    const counts = new Map<PushLayer, UnitCounts>();
    if (!this.#isDone(change, full)) await this.#pushAll({ change, full, counts });
    return this.#report(change, full, counts);
  }

  /**
   * Whether the store has this state, by the ledger alone. The change does not tell states apart
   * where the catalogue was replaced by another one, or by its backup.
   */
  #isDone(change: number, full: FullReason | undefined): boolean {
    const { ledger, file } = this.#options;
    const done = ledger?.head.done;
    const isSame = done?.change === change && done.file === file;
    return full === undefined && isSame && done.settings === this.#settings();
  }

  async #pushAll({ change, full, counts }: StateToPush): Promise<void> {
    const isDry = this.#options.dryRun === true;
    if (!isDry) await this.#prepare(full);
    const pushOne = async (layer: PushLayer, signal: AbortSignal): Promise<void> => {
      const isWanted = layer === 'records' || !this.#without.includes(layer);
      if (isWanted) counts.set(layer, await this.#pushLayer(layer, full, signal));
      else if (!isDry) await this.#dropLayer(layer, full, signal);
    };
    // Derived graphs are made while the store stores record graphs, which takes most of the time.
    const records = async (signal: AbortSignal) => pushOne('records', signal);
    const derived = async (signal: AbortSignal) => {
      for (const layer of derivedGraphs) await pushOne(layer, signal);
    };
    await runTogether([records, derived], this.#options.signal);
    if (this.#givenUp !== undefined) throw this.#givenUp;
    if (!isDry) await this.#finish(change, counts);
  }

  /** Removes what the ledger does not know, or what an earlier push was removing. */
  async #prepare(full: FullReason | undefined): Promise<void> {
    if (full !== undefined) await this.#startOver();
    const { emptying = [] } = this.#options.ledger?.head ?? {};
    for (const graph of emptying) await this.#emptyLayer(graph);
  }

  get #without(): readonly DerivedGraph[] {
    return this.#options.selection?.without ?? [];
  }

  /** What the statements in the store depend on beside the catalogue. */
  #settings(): string {
    const { sources } = this.#options.selection ?? {};
    return JSON.stringify([this.#unitSettings(), sources?.toSorted(), this.#without.toSorted()]);
  }

  #unitSettings(): string {
    const { dialect, needsSkolemIris } = this.#store;
    return `${version} ${dialect.name} ${needsSkolemIris}`;
  }

  async #fullReason(): Promise<FullReason | undefined> {
    const { ledger, full, graphPrefix, signal, opening } = this.#options;
    if (full === true) return 'asked';
    const tokens = ledger?.head.tokens ?? [];
    const token = await readMarkerToken(this.#store, graphPrefix + markerGraph, signal);
    this.#found = token;
    if (token === undefined) return tokens.length === 0 ? 'first' : 'no-marker';
    if (tokens.includes(token)) return undefined;
    const isOwn = ledger?.head.former.includes(token) === true;
    if (isOwn || (await isTokenOfOtherLedger(token, opening))) return 'older-marker';
    throw new StoreFault(
      `the marker in ${this.#store.name} is of no push that this catalogue knows: another ` +
        'catalogue was pushed there, or this one was copied or restored from a backup; push with ' +
        '--full to replace those graphs, or with a --graph-prefix to keep them',
    );
  }

  /**
   * Forgets what the store had, and removes the derived graphs from it. The ledger keeps the names
   * of record graphs, also of earlier pushes, so that they are replaced or removed. A push that is
   * killed meanwhile starts over again.
   */
  async #startOver(): Promise<void> {
    const { ledger, graphPrefix, signal } = this.#options;
    if (ledger === undefined) return;
    ledger.keepHead({ tokens: [], emptying: derivedGraphs });
    ledger.doubtRecords();
    for await (const graphs of readPushedGraphs(this.#store, graphPrefix, signal)) {
      const unknown = graphs.filter((graph) => ledger.unit('records', graph) === undefined);
      ledger.keep('records', unknown.map(doubtfulGraph), []);
    }
    // First, since another catalogue may have pushed the graphs, which must notice.
    await this.#sendAll([{ kind: 'drop', graph: graphPrefix + markerGraph }]);
    this.#found = undefined;
  }

  /** Removes a derived graph, so that the ledger and the store have nothing of it. */
  async #emptyLayer(graph: DerivedGraph, signal = this.#options.signal): Promise<void> {
    await this.#options.ledger?.empty(graph, async () => {
      await this.#begin(signal);
      await this.#sendAll([this.#dropOf(graph)], signal);
    });
  }

  #dropOf(graph: DerivedGraph): GraphWrite {
    return { kind: 'drop', graph: this.#options.graphPrefix + derivedGraphIri(graph) };
  }

  /** Marks the store before the first write, so that a later push knows what it may have. */
  async #begin(signal: AbortSignal | undefined): Promise<void> {
    this.#begun ??= this.#mark(signal);
    return this.#begun;
  }

  async #mark(signal: AbortSignal | undefined): Promise<void> {
    const { ledger, graphPrefix } = this.#options;
    if (ledger === undefined) return;
    const token = newMarkerToken();
    const found = this.#found === undefined ? [] : [this.#found];
    // Another lane may change what is being emptied.
    ledger.keepHead({ tokens: [...found, token], emptying: ledger.head.emptying });
    const graph = graphPrefix + markerGraph;
    await this.#sendAll([{ kind: 'replace', graph, triples: markerStatements(token) }], signal);
    const kept = await readMarkerToken(this.#store, graph, signal);
    if (kept !== token) {
      throw new StoreFault(
        `${this.#store.name} accepts graphs, but does not return them: it has no ${graph} after ` +
          'that was written; check the URL, and whether queries reach the same store',
      );
    }
    // A store that is restored from a backup has an earlier one.
    ledger.keepHead({ tokens: [token], emptying: ledger.head.emptying });
    this.#token = token;
  }

  async #finish(change: number, counts: ReadonlyMap<PushLayer, UnitCounts>): Promise<void> {
    const { ledger, graphPrefix, now, file } = this.#options;
    if (ledger === undefined) return;
    const at = now().toISOString();
    const isComplete = [...counts.values()].every(({ refused }) => refused === 0);
    const done = isComplete ? { change, file, settings: this.#settings(), at } : undefined;
    if (this.#token === undefined) {
      ledger.keepHead({ tokens: ledger.head.tokens, done });
      return;
    }
    await this.#assertAlone(this.#token);
    const token = newMarkerToken();
    ledger.keepHead({ tokens: [this.#token, token] });
    const triples = markerStatements(token, isComplete ? { change, at } : undefined);
    await this.#sendAll([{ kind: 'replace', graph: graphPrefix + markerGraph, triples }]);
    ledger.keepHead({ tokens: [token], done });
  }

  /**
   * Removes the marker of another push to the same graphs, so that both start over.
   * @throws {StoreFault} where the marker in the store is not that of this push
   */
  async #assertAlone(token: string): Promise<void> {
    const { graphPrefix, signal } = this.#options;
    const graph = graphPrefix + markerGraph;
    if ((await readMarkerToken(this.#store, graph, signal)) === token) return;
    await this.#sendAll([{ kind: 'drop', graph }]);
    throw new StoreFault(
      `${this.#store.name} was changed by others during the push: ${graph} was replaced or ` +
        'removed, for instance by a push of another catalogue; push again when that has ended, ' +
        'and give each catalogue a --graph-prefix or a store of its own',
    );
  }

  async #pushLayer(
    name: PushLayer,
    full: FullReason | undefined,
    signal: AbortSignal,
  ): Promise<UnitCounts> {
    const settings = this.#layerSettings();
    const layer = name === 'records' ? recordLayer(settings) : derivedLayer(name, settings);
    const ledger = this.#comparedLedger(name, full);
    try {
      return await this.#pushOnce(layer, ledger, signal);
    } catch (error) {
      if (!(error instanceof LayerNeedsReplacement) || name === 'records') throw error;
      const isDry = this.#options.dryRun === true;
      if (!isDry) await this.#emptyLayer(name, signal);
      return this.#pushOnce(layer, isDry ? emptyLedger : ledger, signal);
    }
  }

  /** Gives a layer up, but not the others, where the store refuses whatever it gets of it. */
  async #pushOnce(
    layer: PushedLayer,
    ledger: LayerLedger,
    signal: AbortSignal,
  ): Promise<UnitCounts> {
    const { name } = layer;
    const { dryRun, onProgress } = this.#options;
    const refusals: PushRefusal[] = [];
    let isAccepted = ledger.hasSure(name);
    let givenUp: StoreFault | undefined;
    const send = async (writes: readonly GraphWrite[]) => {
      await this.#begin(signal);
      const refused = await this.#send(writes, signal);
      isAccepted ||= refused.length < writes.length;
      return refused;
    };
    const onRefused = (key: string, { reason }: { readonly reason: string }): void => {
      if (refusals.length < maxReportedRefusals) refusals.push(refusalOf(name, key, reason));
      if (isAccepted || refusals.length < maxReportedRefusals) return;
      givenUp = allRefused(this.#store.name, name, refusals);
      throw givenUp;
    };
    try {
      const counts = await pushLayer(layer, {
        ledger,
        settings: this.#unitSettings(),
        send: dryRun === true ? undefined : send,
        onRefused,
        onProgress: (found) => onProgress?.(this.#progress.set(name, found)),
        signal,
      });
      this.#refused.push(...refusals);
      return counts;
    } catch (error) {
      if (givenUp === undefined || error !== givenUp) throw error;
      this.#givenUp ??= givenUp;
      return { ...noUnits, refused: refusals.length };
    }
  }

  /** What is compared with: in a dry run, nothing of what a push would remove first. */
  #comparedLedger(name: PushLayer, full: FullReason | undefined): LayerLedger {
    const { dryRun, ledger } = this.#options;
    const emptied: readonly PushLayer[] = ledger?.head.emptying ?? [];
    const startsOver = full !== undefined || emptied.includes(name);
    return ledger === undefined || (dryRun === true && startsOver) ? emptyLedger : ledger;
  }

  #layerSettings(): LayerSettings {
    const { selection, graphPrefix } = this.#options;
    return {
      snapshot: this.#snapshot,
      store: this.#store,
      graphPrefix,
      sources: selection?.sources,
    };
  }

  /** Removes a derived graph that is no longer wanted. */
  async #dropLayer(
    layer: DerivedGraph,
    full: FullReason | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { ledger } = this.#options;
    const [one] = ledger?.keys(layer) ?? [];
    if (one !== undefined && full === undefined) await this.#emptyLayer(layer, signal);
  }

  /** @throws {StoreFault} where the store refuses one of the writes */
  async #sendAll(writes: readonly GraphWrite[], signal?: AbortSignal): Promise<void> {
    const [refused] = await this.#send(writes, signal);
    if (refused === undefined) return;
    const { write, reason } = refused;
    const what = write.kind === 'drop' ? 'to remove' : 'to take';
    throw new StoreFault(`${this.#store.name} refuses ${what} ${write.graph}: ${reason}`);
  }

  async #send(
    writes: readonly GraphWrite[],
    signal = this.#options.signal,
  ): Promise<readonly RefusedWrite[]> {
    const refused = await this.#store.write(writes, signal);
    this.#writes += writes.length - refused.length;
    return refused;
  }

  #report(
    change: number,
    full: FullReason | undefined,
    counts: ReadonlyMap<PushLayer, UnitCounts>,
  ): PushReport {
    const graphs: Partial<Record<DerivedGraph, UnitCounts>> = {};
    for (const graph of derivedGraphs) {
      const found = counts.get(graph);
      if (found !== undefined) graphs[graph] = found;
    }
    const all = [...counts.values()];
    return {
      store: this.#store.name,
      change,
      ...(full && { full }),
      records: counts.get('records') ?? { ...noUnits },
      graphs,
      statements: all.reduce((sum, { statements }) => sum + statements, 0),
      writes: this.#writes,
      refused: this.#refused.slice(0, maxReportedRefusals),
      ms: Math.round(performance.now() - this.#startedAt),
    };
  }
}
