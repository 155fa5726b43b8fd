import { genidPrefix } from '../../export/skolemize.ts';
import type { AnswerTerm } from '../../query/tsv-answer.ts';
import { iriTerm } from '../../rdf/n-quads.ts';
import { isBlank, statementsOf, type StatementText } from '../../rdf/statement.ts';

/**
 * The statements of a graph with each label of a blank node in an IRI, since an engine gives blank nodes other labels, at random.
 * Our labels are numbered in the order of the document, by which resources that have nothing else are told apart.
 */
export function withLabels({ graph, nquads }: StatementText): string {
  const ending = ` ${iriTerm(graph)} .\n`;
  let labelled = '';
  for (const { subject, predicate, object } of statementsOf({ graph, nquads })) {
    labelled += `${labelledTerm(subject)} ${predicate} ${labelledTerm(object)}${ending}`;
  }
  return labelled;
}

function labelledTerm(term: string): string {
  return isBlank(term) ? iriTerm(genidPrefix + term.slice(2)) : term;
}

/** The blank node that such an IRI stands for; undefined of all other terms, also of blank nodes as an engine calls them. */
export function blankLabelOf(term: AnswerTerm | undefined): string | undefined {
  if (term?.kind !== 'iri' || !term.value.startsWith(genidPrefix)) return undefined;
  return `_:${term.value.slice(genidPrefix.length)}`;
}
