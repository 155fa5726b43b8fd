import { iriTerm, type Statement } from '../../rdf/n-quads.ts';
import type { StoreDialect } from './store-dialects.ts';

/** The operation of SPARQL 1.1 Update that removes a graph, if it is there. */
export function dropOperation(graph: string): string {
  return `DROP SILENT GRAPH ${iriTerm(graph)}`;
}

/**
 * Statements of one graph as operations `INSERT DATA` or `DELETE DATA`. A statement that is longer
 * than the limit has an operation of its own.
 * @param statements without blank nodes
 */
export function* dataOperations(
  { verb, graph }: { readonly verb: 'INSERT' | 'DELETE'; readonly graph: string },
  statements: Iterable<Statement>,
  limits: StoreDialect['operation'],
): Generator<string> {
  const operation = (triples: string): string =>
    `${verb} DATA { GRAPH ${iriTerm(graph)} {\n${triples}} }`;
  let [triples, count] = ['', 0];
  for (const { subject, predicate, object } of statements) {
    const triple = `${subject} ${predicate} ${formatSparqlTerm(object)} .\n`;
    const isFull =
      count === limits.statements || triples.length + triple.length > limits.characters;
    if (isFull && count > 0) {
      yield operation(triples);
      [triples, count] = ['', 0];
    }
    triples += triple;
    count += 1;
  }
  if (count > 0) yield operation(triples);
}

/** The most subjects of one operation; Virtuoso 7.2 takes 0.05 s for so many. */
const subjectsPerOperation = 500;

/**
 * Operations that remove all statements of subjects from a graph.
 * @param subjects IRIs as terms
 * @param characters a limit for the subjects of one operation
 */
export function* deleteOperations(
  graph: string,
  subjects: readonly string[],
  characters: number,
): Generator<string> {
  const pattern = `GRAPH ${iriTerm(graph)} { ?s ?p ?o }`;
  const operation = (values: string): string =>
    `DELETE { ${pattern} } WHERE { VALUES ?s {\n${values}} ${pattern} }`;
  let [values, count] = ['', 0];
  for (const subject of subjects) {
    const isFull = count === subjectsPerOperation || values.length + subject.length >= characters;
    if (isFull && count > 0) {
      yield operation(values);
      [values, count] = ['', 0];
    }
    values += `${subject}\n`;
    count += 1;
  }
  if (count > 0) yield operation(values);
}

/**
 * An N-Quads term in SPARQL syntax. The escapes are the same, but SPARQL decodes `\u` before all
 * others (§19.2), so a backslash before a `u` would be ambiguous.
 */
function formatSparqlTerm(term: string): string {
  if (!term.includes('\\')) return term;
  return term.replaceAll(/\\(.)([uU]?)/gsu, (escape, of: string, next: string) =>
    of === '\\' && next !== '' ? `\\\\\\u00${next === 'u' ? '75' : '55'}` : escape,
  );
}
