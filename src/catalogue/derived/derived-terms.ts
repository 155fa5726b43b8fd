import { isIri, repairIri } from '../../rdf/iri.ts';
import { iriTerm, plainLiteral, typedLiteral } from '../../rdf/n-quads.ts';
import { xsd } from '../../rdf/vocabularies.ts';
import { replaceLoneSurrogates } from '../../text/clean-text.ts';

/** The graphs that the program derives from the catalogue: `urn:cdif-graph:` and this name. */
export type DerivedGraph = 'index' | 'views' | 'provenance' | 'problems';

/** All derived graphs, in the order in which they are written. */
export const derivedGraphs = [
  'index',
  'views',
  'provenance',
  'problems',
] as const satisfies readonly DerivedGraph[];

/** An N-Quads term. */
export type Term = string;

export function derivedGraphIri(name: DerivedGraph): string {
  return `urn:cdif-graph:${name}`;
}

/**
 * Writes the statements of one subject in a derived graph, each once; pairs without an object are
 * left out.
 * @param subject an IRI
 */
export function statementsAbout(
  graph: DerivedGraph,
  subject: string,
  pairs: readonly (readonly [predicate: string, object: Term | undefined])[],
): string {
  const start = iriTerm(subject);
  const end = `${iriTerm(derivedGraphIri(graph))} .\n`;
  const said = new Set<string>();
  for (const [predicate, object] of pairs) {
    if (object !== undefined) said.add(`${iriTerm(predicate)} ${object}`);
  }
  let lines = '';
  for (const each of said) lines += `${start} ${each} ${end}`;
  return lines;
}

export function runIri(run: string): string {
  return `urn:cdif-graph:run:${encodeURIComponent(run)}`;
}

export function sourceIri(name: string): string {
  return `urn:cdif-graph:source:${encodeURIComponent(replaceLoneSurrogates(name))}`;
}

/**
 * The term of a URL, percent-encoded where an IRI requires it; undefined for the few that cannot
 * be.
 */
export function resource(url: string | undefined): Term | undefined {
  const iri = url === undefined ? undefined : repairIri(url);
  return iri === undefined ? undefined : iriTerm(iri);
}

/** An IRI becomes an IRI term, any other text a literal. */
export function iriOrTextTerm(value: string | undefined): Term | undefined {
  return value !== undefined && isIri(value) ? iriTerm(value) : textTerm(value);
}

export function textTerm(value: string | undefined): Term | undefined {
  return value === undefined ? undefined : plainLiteral(replaceLoneSurrogates(value));
}

export function dateTimeTerm(time: string): Term {
  return typedLiteral(time, iriTerm(xsd.dateTime));
}
