import type { PushLayer } from '../../catalogue/push-ledger.ts';
import type { DerivedGraph } from '../../model/derived-graph.ts';
import type { UnitCounts } from './push-layer.ts';

/** How far a push is: the counts of each layer that has begun. */
export type PushProgress = ReadonlyMap<PushLayer, Readonly<UnitCounts>>;

/** What a push did or, in a dry run, would do. */
export interface PushReport {
  readonly store: string;
  /** The change of the catalogue that the store has now. */
  readonly change: number;
  /** Why everything was pushed; absent where only changes were. */
  readonly full?: FullReason;
  /** Counts of record graphs. */
  readonly records: Readonly<UnitCounts>;
  /** Counts of the parts of derived graphs: of a record, a run, a problem. */
  readonly graphs: Readonly<Partial<Record<DerivedGraph, UnitCounts>>>;
  /** Statements sent. */
  readonly statements: number;
  /** Graphs written, added to, or removed. */
  readonly writes: number;
  /** The first that the store refused. */
  readonly refused: readonly PushRefusal[];
  readonly ms: number;
}

/** A record graph, or a contribution to a derived graph, that a store refused. */
export interface PushRefusal {
  readonly graph: string;
  /** What contributes to the derived graph, such as `record` and its IRI. */
  readonly from?: string;
  /** The status of the response, and what it says. */
  readonly reason: string;
}

/** Why everything is pushed. */
export type FullReason =
  /** Nothing was pushed to this store from this catalogue before. */
  | 'first'
  /** The store has no marker: it was emptied, or is another one. */
  | 'no-marker'
  /** The marker is of an earlier push: before the store was restored, or by another address. */
  | 'older-marker'
  /** It was asked for. */
  | 'asked';
