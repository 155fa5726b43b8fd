import { createNameTest } from '../expand/records/usable-name.ts';
import type { AnswerTerm } from '../query/tsv-answer.ts';

/**
 * By what IRI the publisher names something; undefined of blank nodes and texts, and where a nil stands in its place.
 * @param graph of the record, whose document relative references were resolved against
 */
export function usableIri(term: AnswerTerm | undefined, graph: string): string | undefined {
  if (term?.kind !== 'iri') return undefined;
  return createNameTest(graph.replace(/#.*/su, ''))(term.value) ? term.value : undefined;
}
