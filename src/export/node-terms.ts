import { literalParts, unescaped } from '../rdf/literal-term.ts';
import { isBlank } from '../rdf/statement.ts';

/** What names without a colon are completed with. */
export const nodeVocabulary = 'http://schema.org/';

const inVocabulary = `<${nodeVocabulary}`;

/** Names that are neither a keyword nor an IRI to any reader, whatever follows the vocabulary otherwise. */
const plainName = /^[A-Za-z][A-Za-z\d]*$/;

/** What `@id` has for an IRI or a blank node. */
export function nodeId(term: string): string {
  return isBlank(term) ? term : unescaped(term.slice(1, -1));
}

/** The name of a property, a class or a datatype: without the vocabulary where it is of it. */
export function nodeName(term: string): string {
  if (!term.startsWith(inVocabulary)) return nodeId(term);
  const name = term.slice(inVocabulary.length, -1);
  return plainName.test(name) ? name : nodeId(term);
}

/**
 * The JSON text of a value. Literals stay as they are written: no native numbers or booleans, and JSON literals
 * (rdf:JSON) as text with their datatype, since a reader would write either of them anew.
 */
export function nodeValue(term: string): string {
  if (!term.startsWith('"')) return `{"@id":${JSON.stringify(nodeId(term))}}`;
  const { escaped, language, datatype } = literalParts(term);
  const text = JSON.stringify(unescaped(escaped));
  if (language !== undefined) return `{"@value":${text},"@language":"${language}"}`;
  if (datatype === undefined) return text;
  return `{"@value":${text},"@type":${JSON.stringify(nodeName(datatype))}}`;
}
