import { formatOf, formatSpellings } from '../facts/text/format.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import { repairIri } from '../rdf/iri.ts';
import { agentKeys } from '../search/asked-names.ts';
import type { DerivedParameter } from './parameters.ts';
import { distinctWords } from './simple-values.ts';
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
      return said.flatMap((agent) => agentKeys(agent).iri ?? []).map(iriTermOf);
    case 'words of agent':
      return distinctWords(said.flatMap((agent) => agentKeys(agent).name ?? []).join(' ')).map(
        stringTerm,
      );
    case 'spellings of format':
      return said.flatMap((format) => formatSpellings(formatOf(format))).map(stringTerm);
  }
}
