import { createHash } from 'node:crypto';
import type { RecordEntry } from '../model/receipt.ts';
import type { ExtractionRoute } from '../model/record.ts';
import type { Retrieval } from '../model/response.ts';
import type { RunReport } from '../model/run.ts';
import type { Target } from '../model/target.ts';

/** What is kept of a record beside its texts. Provenance is derived from this. */
export interface RecordFacts {
  readonly graph: string;
  readonly documentUrl: string;
  readonly route: ExtractionRoute;
  /** With these two the graph can be made again from its text. */
  readonly key?: string;
  readonly baseIri: string;
  readonly quads: number;
  /** Of the JSON text in UTF-8, in hexadecimal. */
  readonly sha256: string;
  readonly target: Target;
  readonly retrieval: Retrieval;
  readonly run: string;
}

/** What is kept of a run. Without a report it is under way, or was ended by force. */
export interface RunFacts {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly report?: RunReport;
}

export function factsOf({ graph, target, retrieval, run }: RecordEntry): RecordFacts {
  return {
    graph: graph.graph,
    documentUrl: graph.documentUrl,
    route: graph.route,
    ...(graph.key === undefined ? {} : { key: graph.key }),
    baseIri: graph.baseIri,
    quads: graph.quads,
    sha256: createHash('sha256').update(graph.json).digest('hex'),
    target,
    retrieval,
    run,
  };
}

/**
 * Whether two looks at a record whose statements are the same found it at the same place in the same form. When it was
 * looked at does not count, nor how often: our copy is still the one that was made then.
 */
export function sameOrigin(one: RecordFacts, other: RecordFacts): boolean {
  return (
    one.target.source === other.target.source &&
    one.documentUrl === other.documentUrl &&
    one.route === other.route &&
    one.baseIri === other.baseIri &&
    one.sha256 === other.sha256
  );
}
