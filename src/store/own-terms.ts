import { isIri, repairIri } from '../rdf/iri.ts';
import { iriTerm, plainLiteral, typedLiteral } from '../rdf/n-quads.ts';
import { xsd } from '../rdf/vocabularies.ts';
import { wellFormed } from '../text/well-formed.ts';

/** The graphs that the program derives from the catalogue: `urn:cdif-graph:` and this name. */
export type OwnGraph = 'index' | 'views' | 'provenance' | 'problems';

/** All derived graphs, in the order in which they are written. */
export const ownGraphs = [
  'index',
  'views',
  'provenance',
  'problems',
] as const satisfies readonly OwnGraph[];

/** Terms as N-Quads has them, and how our own graphs are made of them. */
export type Term = string;

export function ownGraphIri(name: OwnGraph): string {
  return `urn:cdif-graph:${name}`;
}

/**
 * Statements of one subject as N-Quads in one of our graphs, each once; those without an object are left out.
 * @param subject an IRI
 */
export function about(
  graph: OwnGraph,
  subject: string,
  pairs: readonly (readonly [predicate: string, object: Term | undefined])[],
): string {
  const start = iriTerm(subject);
  const end = `${iriTerm(ownGraphIri(graph))} .\n`;
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
  return `urn:cdif-graph:source:${encodeURIComponent(wellFormed(name))}`;
}

/** A URL may hold what an IRI may not; the few that cannot be mended cannot be named in RDF. */
export function resource(url: string | undefined): Term | undefined {
  const iri = url === undefined ? undefined : repairIri(url);
  return iri === undefined ? undefined : iriTerm(iri);
}

/** What is an IRI as it stands becomes one, everything else a text. */
export function resourceOrText(value: string | undefined): Term | undefined {
  return value !== undefined && isIri(value) ? iriTerm(value) : text(value);
}

export function text(value: string | undefined): Term | undefined {
  return value === undefined ? undefined : plainLiteral(wellFormed(value));
}

export function dateTime(time: string): Term {
  return typedLiteral(time, iriTerm(xsd.dateTime));
}
