import type { RecordGraph } from '../model/record.ts';
import type { RunReport } from '../model/run.ts';
import { canonicalJson } from '../text/canonical-json.ts';

/** What is kept of a record beside its statements. */
export type GraphFacts = Omit<RecordGraph, 'nquads'>;

/** What is kept of a run. Without a report it is under way, or was ended by force. */
export interface RunFacts {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The runs that it goes on with, the latest first; see `unfinished-runs.ts`. Runs of older catalogues do not say it. */
  readonly continues?: readonly string[];
  readonly report?: RunReport;
}

/** Always with its members in the same order, so that equal facts are nearly always equal texts. */
export function factsOf(graph: RecordGraph): GraphFacts {
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
  };
}

export function sameFacts(one: unknown, other: unknown): boolean {
  return (
    JSON.stringify(one) === JSON.stringify(other) || canonicalJson(one) === canonicalJson(other)
  );
}
