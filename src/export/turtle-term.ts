import { prefixedName } from '../rdf/prefixes.ts';
import { literalParts } from '../rdf/literal-term.ts';

/** A term of N-Quads as Turtle and TriG have it: with a prefixed name for an IRI or a datatype where there is one. */
export function turtleTerm(term: string): string {
  if (term.startsWith('<')) return prefixedName(term.slice(1, -1)) ?? term;
  // Strings have the same escapes in both (Turtle `STRING_LITERAL_QUOTE`), blank nodes the same labels.
  if (!term.endsWith('>')) return term;
  const { escaped, datatype } = literalParts(term);
  const name = datatype === undefined ? undefined : prefixedName(datatype.slice(1, -1));
  return name === undefined ? term : `"${escaped}"^^${name}`;
}
