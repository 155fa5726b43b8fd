import { prefixedName } from '../rdf/prefixes.ts';
import { literalParts } from '../rdf/literal-term.ts';

/** An N-Quads term in Turtle or TriG, with prefixed names for IRIs and datatypes. */
export function turtleTerm(term: string): string {
  if (term.startsWith('<')) return prefixedName(term.slice(1, -1)) ?? term;
  // Strings have the same escapes in both (Turtle `STRING_LITERAL_QUOTE`), blank nodes the same
  // labels.
  if (!term.endsWith('>')) return term;
  const { escaped, datatype } = literalParts(term);
  const name = datatype === undefined ? undefined : prefixedName(datatype.slice(1, -1));
  return name === undefined ? term : `"${escaped}"^^${name}`;
}
