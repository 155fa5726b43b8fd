import type { RecordGraph } from '../model/record.ts';
import type { RunReport } from '../model/run.ts';
import { canonicalJson } from '../text/canonical-json.ts';

/** What is known of a record without its statements and what it can be searched by. */
export type RecordFacts = Omit<RecordGraph, 'nquads' | 'search'>;

/** What is kept of it. */
export interface GraphFacts extends RecordFacts {
  /** The change by which its statements came; absent where that was before such numbers were kept. */
  readonly changed?: number;
}

/** What is kept of a run. Without a report it is under way, or was ended by force. */
export interface RunFacts {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The runs that it goes on with, the latest first; see `unfinished-runs.ts`. Runs of older catalogues do not say it. */
  readonly continues?: readonly string[];
  /** The sources that it is for, and whether it asks for everything (`--full`). Runs of older catalogues do not say it. */
  readonly sources?: readonly string[];
  readonly full?: boolean;
  /** The sources that its configuration names. Runs of older catalogues do not say it. */
  readonly configured?: readonly string[];
  readonly report?: RunReport;
  /** The change by which it ended; absent where it has not, or had before such numbers were kept. */
  readonly change?: number;
}

/**
 * Always with its members in the same order, so that equal facts are nearly always equal texts.
 * @param changed see `GraphFacts`; without it the facts are those of the record alone
 */
export function factsOf(graph: RecordFacts, changed?: number): GraphFacts {
  return {
    graph: graph.graph,
    documentUrl: graph.documentUrl,
    ...(graph.key === undefined ? {} : { key: graph.key }),
    document: graph.document,
    quads: graph.quads,
    ...(graph.recordIri === undefined ? {} : { recordIri: graph.recordIri }),
    describes: graph.describes,
    profiles: graph.profiles,
    memberOf: graph.memberOf,
    ...(changed === undefined ? {} : { changed }),
  };
}

export function sameFacts(one: unknown, other: unknown): boolean {
  return (
    JSON.stringify(one) === JSON.stringify(other) || canonicalJson(one) === canonicalJson(other)
  );
}
