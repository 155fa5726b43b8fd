import { literalParts, unescaped } from '../rdf/literal-term.ts';
import { isBlank } from '../rdf/statement.ts';

/** The `@vocab` that completes names without a colon. */
export const nodeVocabulary = 'http://schema.org/';

const inVocabulary = `<${nodeVocabulary}`;

/** Names that no JSON-LD processor takes for a keyword or an IRI. */
const plainName = /^[A-Za-z][A-Za-z\d]*$/;

/** The `@id` of an IRI or a blank node. */
export function nodeId(term: string): string {
  return isBlank(term) ? term : unescaped(term.slice(1, -1));
}

/** The name of a property, class or datatype, shortened if it is in the vocabulary. */
export function nodeName(term: string): string {
  if (!term.startsWith(inVocabulary)) return nodeId(term);
  const name = term.slice(inVocabulary.length, -1);
  return plainName.test(name) ? name : nodeId(term);
}

/**
 * The JSON text of a value. Literals keep their lexical form: no native numbers or booleans, and
 * JSON literals (rdf:JSON) as text with their datatype, because processors would rewrite both.
 */
export function nodeValue(term: string): string {
  if (!term.startsWith('"')) return `{"@id":${JSON.stringify(nodeId(term))}}`;
  const { escaped, language, datatype } = literalParts(term);
  const text = JSON.stringify(unescaped(escaped));
  if (language !== undefined) return `{"@value":${text},"@language":"${language}"}`;
  if (datatype === undefined) return text;
  return `{"@value":${text},"@type":${JSON.stringify(nodeName(datatype))}}`;
}
