import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  isSure,
  maybe,
  maybeAny,
  type PushedUnit,
  type PushLayer,
  type PushLedger,
} from '../../catalogue/push-ledger.ts';
import type { GraphWrite, RefusedWrite } from '../../engine/store/triple-store.ts';
import { countLines } from '../../text/text-position.ts';
import { TextSet } from '../../text/text-set.ts';

/** The unit of a layer, as the catalogue has it now. */
export interface PushUnit {
  readonly key: string;
  /** See `DerivedUnit.inputs`. */
  readonly inputs: () => string;
  /** The statements that the store gets, as N-Triples, by the name of the part. */
  readonly parts: () => ReadonlyMap<string, string>;
}

/** A layer of the catalogue, as a store gets it. */
export interface PushedLayer {
  readonly name: PushLayer;
  /** The units of the present state; undefined at each pause. */
  readonly units: () => Iterable<PushUnit | undefined>;
  /** The writes that bring the store from the former parts of some units to the present ones. */
  readonly writes: (changes: readonly PartChange[]) => readonly GraphWrite[];
}

/** What happens to a part: it is written, or removed, or first removed and then written. */
export interface PartChange {
  readonly name: string;
  /** Whether the store may have other statements under this name. */
  readonly isRemoved: boolean;
  /** N-Triples; undefined if the part is only removed. */
  readonly triples: string | undefined;
}

/** How many units of a layer were found to be new, changed, gone, or as they were. */
export interface UnitCounts {
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  /** Not accepted by the store. */
  refused: number;
  /** Statements that were sent. */
  statements: number;
}

/** Counts of nothing. */
export const noUnits: Readonly<UnitCounts> = {
  added: 0,
  changed: 0,
  removed: 0,
  unchanged: 0,
  refused: 0,
  statements: 0,
};

/** The ledger of a store that has nothing, for counting what a first push sends. */
export const emptyLedger: LayerLedger = {
  keep: () => undefined,
  sharersOf: () => 0,
  unit: () => undefined,
  inputsOf: () => undefined,
  countUnits: () => 0,
  hasSure: () => false,
  keys: () => [],
};

/** A unit that differs from what the store has; without parts where it is gone. */
interface Difference {
  readonly key: string;
  readonly inputs: string | undefined;
  readonly before: PushedUnit | undefined;
  readonly parts: ReadonlyMap<string, string>;
  /** Of the parts. */
  readonly digests: Digests;
  readonly statements: number;
}

/** The part of a ledger that a layer needs. */
export type LayerLedger = Pick<
  PushLedger,
  'countUnits' | 'hasSure' | 'inputsOf' | 'keep' | 'keys' | 'sharersOf' | 'unit'
>;

/** How a layer is compared and sent. */
interface LayerControl {
  readonly ledger: LayerLedger;
  /** What the statements depend on beside the catalogue, such as the dialect. */
  readonly settings: string;
  /** Undefined where differences are only counted. */
  readonly send: ((writes: readonly GraphWrite[]) => Promise<readonly RefusedWrite[]>) | undefined;
  readonly onRefused: (key: string, refused: RefusedWrite) => void;
  readonly onProgress: (counts: UnitCounts) => void;
  readonly signal: AbortSignal | undefined;
}

/** Limits of a batch, which is sent and recorded together. */
const maxUnits = 200;
const maxStatements = 20_000;
/** The first batch is small, and each next one twice as large, so that sending begins soon. */
const firstUnits = 25;
/** Milliseconds of work before the event loop may handle responses. */
const turnMs = 1;

/** Sends the units of a layer that differ from what the ledger says that the store has. */
export async function pushLayer(layer: PushedLayer, control: LayerControl): Promise<UnitCounts> {
  const counts = { ...noUnits };
  // While one batch is sent, the next one is made.
  let sending: Promise<void> = Promise.resolve();
  try {
    for await (const batch of batchesOf(layer, control, counts)) {
      await sending;
      sending = sendBatch(layer, batch, { ...control, counts });
      // Reported where it is awaited.
      sending.catch(() => undefined);
    }
  } finally {
    await sending;
  }
  return counts;
}

async function* batchesOf(
  layer: PushedLayer,
  control: LayerControl,
  counts: UnitCounts,
): AsyncGenerator<readonly Difference[]> {
  let [batch, statements, units]: [Difference[], number, number] = [[], 0, firstUnits];
  let since = performance.now();
  for (const difference of differencesOf(layer, control, counts)) {
    if (performance.now() - since > turnMs) {
      await setImmediate();
      control.signal?.throwIfAborted();
      control.onProgress(counts);
      since = performance.now();
    }
    if (difference === undefined) continue;
    batch.push(difference);
    statements += difference.statements;
    if (batch.length < units && statements < maxStatements) continue;
    yield batch;
    [batch, statements, units] = [[], 0, Math.min(2 * units, maxUnits)];
  }
  if (batch.length > 0) yield batch;
}

/** Units that differ, then those that are gone; undefined where a unit does not differ. */
function* differencesOf(
  layer: PushedLayer,
  { ledger, settings }: LayerControl,
  counts: UnitCounts,
): Generator<Difference | undefined> {
  let gone = ledger.countUnits(layer.name);
  for (const unit of layer.units()) {
    yield undefined;
    if (unit === undefined) continue;
    const inputs = hash('sha256', `${settings}\n${unit.inputs()}`, 'base64url').slice(0, 22);
    if (ledger.inputsOf(layer.name, unit.key) === inputs) {
      counts.unchanged += 1;
      gone -= 1;
    } else {
      const before = ledger.unit(layer.name, unit.key);
      if (before !== undefined) gone -= 1;
      const difference = differenceOf({ key: unit.key, inputs, before, parts: unit.parts() });
      counts[kindOf(difference)] += 1;
      yield difference;
    }
  }
  if (gone > 0) yield* removalsOf(layer, ledger, counts);
}

/** Units of the ledger that are gone. Mostly there are none, and the keys need not be held. */
function* removalsOf(
  layer: PushedLayer,
  ledger: LayerLedger,
  counts: UnitCounts,
): Generator<Difference | undefined> {
  const present = new TextSet();
  for (const unit of layer.units()) {
    yield undefined;
    if (unit !== undefined) present.add(unit.key);
  }
  for (const key of ledger.keys(layer.name)) {
    yield undefined;
    if (present.has(key)) continue;
    counts.removed += 1;
    const before = ledger.unit(layer.name, key);
    yield differenceOf({ key, inputs: undefined, before, parts: new Map() });
  }
}

function differenceOf(difference: Omit<Difference, 'digests' | 'statements'>): Difference {
  let statements = 0;
  const digests = new Map<string, string>();
  for (const [name, triples] of difference.parts) {
    statements += countLines(triples);
    digests.set(name, digestOf(triples));
  }
  return { ...difference, digests, statements };
}

/** Other inputs, such as another program version, often give the same statements. */
function kindOf({ before, digests }: Difference): 'added' | 'changed' | 'unchanged' {
  if (before === undefined) return 'added';
  const isSame =
    before.parts.size === digests.size &&
    [...digests].every(([name, digest]) => before.parts.get(name) === digest);
  return isSame ? 'unchanged' : 'changed';
}

/**
 * Sends the differences of some units. Before, the ledger says what the store may have meanwhile;
 * afterwards, that it has the present parts. If the store refuses something, each unit is sent
 * alone to find out which it is.
 */
async function sendBatch(
  layer: PushedLayer,
  batch: readonly Difference[],
  control: LayerControl & { readonly counts: UnitCounts },
): Promise<void> {
  const { ledger, counts, send } = control;
  const writes = layer.writes(partChanges(layer.name, batch, ledger));
  if (send === undefined) {
    counts.statements += countStatements(writes);
    return;
  }
  let former = batch.map(({ before }) => before);
  if (writes.length > 0) {
    const marked = batch.map(meanwhile);
    ledger.keep(layer.name, marked, former);
    former = marked;
    const [refused] = await send(writes);
    if (refused !== undefined) return sendHalves(layer, batch, { ...control, refused });
    counts.statements += countStatements(writes);
  }
  const sent = batch.map(({ key, inputs, digests }) => ({ key, inputs, parts: digests }));
  ledger.keep(layer.name, sent, former);
  control.onProgress(counts);
}

async function sendHalves(
  layer: PushedLayer,
  batch: readonly Difference[],
  control: LayerControl & { readonly counts: UnitCounts; readonly refused: RefusedWrite },
): Promise<void> {
  const [one, ...others] = batch;
  if (one !== undefined && others.length === 0) {
    control.counts.refused += 1;
    control.onRefused(one.key, control.refused);
    return;
  }
  const marked = batch.map((each) =>
    Object.assign({}, each, { before: control.ledger.unit(layer.name, each.key) }),
  );
  const middle = Math.ceil(batch.length / 2);
  await sendBatch(layer, marked.slice(0, middle), control);
  await sendBatch(layer, marked.slice(middle), control);
}

type Digests = ReadonlyMap<string, string>;

/** 60 bits: only versions of one part are compared. */
function digestOf(triples: string): string {
  return hash('sha256', triples, 'base64url').slice(0, 10);
}

/** What the store may have of a unit while its differences are being sent. */
function meanwhile({ key, before, digests }: Difference): PushedUnit {
  const parts = new Map<string, string>();
  for (const [name, former] of before?.parts ?? []) {
    const now = digests.get(name);
    parts.set(name, now === former ? former : now === undefined ? maybe(former) : maybeAny);
  }
  for (const [name, now] of digests) {
    const former = before?.parts.get(name);
    if (former === undefined || former === maybe(now)) parts.set(name, maybe(now));
  }
  return { key, inputs: undefined, parts };
}

/**
 * What happens to the parts of some units. A part that other units share has the same statements
 * there, so it is not written again, and not removed before the last of them.
 */
function partChanges(
  layer: PushLayer,
  batch: readonly Difference[],
  ledger: Pick<PushLedger, 'sharersOf'>,
): readonly PartChange[] {
  const changes = new Map<string, PartChange>();
  for (const { before, parts, digests } of batch) {
    for (const [name, triples] of parts) {
      const former = before?.parts.get(name);
      if (former === undefined && ledger.sharersOf(layer, name) > 0) continue;
      const now = digests.get(name) ?? '';
      const isRemoved = former !== undefined && former !== maybe(now);
      if (former !== now) changes.set(name, { name, triples, isRemoved });
    }
  }
  for (const [name, leaving] of leavingParts(batch)) {
    if (ledger.sharersOf(layer, name) > leaving) continue;
    changes.set(name, { name, isRemoved: true, triples: undefined });
  }
  return [...changes.values()];
}

/** Parts that no unit of the batch has any more, with the number of units that surely had them. */
function leavingParts(batch: readonly Difference[]): ReadonlyMap<string, number> {
  const leaving = new Map<string, number>();
  const staying = new Set(batch.flatMap(({ parts }) => [...parts.keys()]));
  for (const { before } of batch) {
    for (const [name, digest] of before?.parts ?? []) {
      if (staying.has(name)) continue;
      leaving.set(name, (leaving.get(name) ?? 0) + Number(isSure(digest)));
    }
  }
  return leaving;
}

function countStatements(writes: readonly GraphWrite[]): number {
  let statements = 0;
  for (const write of writes) {
    if ('triples' in write && write.kind !== 'delete') {
      statements += countLines(write.triples);
    }
  }
  return statements;
}
