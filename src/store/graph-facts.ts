import { canonicalJson } from '../text/canonical-json.ts';
import type { GraphFacts, RecordFacts } from './rows.ts';

/**
 * Builds the facts with a fixed member order, so that equal facts are nearly always equal as text.
 * @param changed see `GraphFacts`; absent for the facts of the record alone
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

/** Whether two values are equal as JSON, whatever the order of their members. */
export function sameFacts(one: unknown, other: unknown): boolean {
  return (
    JSON.stringify(one) === JSON.stringify(other) || canonicalJson(one) === canonicalJson(other)
  );
}
