import { formatOf, formatSpellings } from '../facts/text/format.ts';
import { registeredAgent } from '../facts/text/agent-iri.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import { repairIri } from '../rdf/iri.ts';
import type { DerivedParameter } from './parameters.ts';
import { distinctWords, iriOfAgent } from './simple-values.ts';
import { iriTermOf, type SparqlTerm, stringTerm } from './sparql-term.ts';

/** What follows from the values of other parameters; nothing where they have none. */
export function derivedColumn(
  { type, from }: DerivedParameter,
  values: ReadonlyMap<string, string>,
): readonly SparqlTerm[] {
  const said = from.flatMap((name) => values.get(name) ?? []);
  switch (type) {
    case 'identifier as IRI':
      return said.flatMap((name) => repairIri(identifierName(name)) ?? []).map(iriTermOf);
    case 'IRI of agent':
      return said.flatMap((agent) => iriOfAgent(agent) ?? []).map(iriTermOf);
    case 'words of agent':
      return wordsOfAgents(said).map(stringTerm);
    case 'spellings of format':
      return said.flatMap((format) => formatSpellings(formatOf(format))).map(stringTerm);
  }
}

const webOrUrn = /^\s*(?:https?:\/\/|urn:[a-z\d])/iu;

/** Of those that may be said by name: `ORNL:DAAC` can be an IRI as well. */
function wordsOfAgents(said: readonly string[]): readonly string[] {
  const named = said.filter((agent) => {
    return registeredAgent(agent) === undefined && !webOrUrn.test(agent);
  });
  return distinctWords(named.join(' '));
}
