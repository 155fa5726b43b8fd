import { rdfSyntaxOf, type RdfSyntax } from '../../model/media-type.ts';
import { xmlRootOf } from './xml-root.ts';

const rdfNamespace = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** Leading comment lines. */
const comments = /(?:\s*#[^\n\r]*[\n\r])*\s*/uy;
/** RDF 1.1 Turtle §6.5: the forms with an at sign are case-sensitive, those of SPARQL are not. */
const directive = /(?:@prefix|@base)\s|(?:prefix\s+[^\s:<>]*:|base)\s*</iuy;
/** Two terms in angle brackets, or a blank node before the second, and the rest of the line. */
const statement = /(?:<[^\s<>"{}|^`\\]*>|_:[^\s<>]+)\s*<[^\s<>"{}|^`\\]*>([^\n\r]*)/uy;

/**
 * The RDF syntax of a document, by media type and beginning: XML under the type of another syntax
 * is RDF/XML, and vice versa. Without a specific type, directives mean Turtle, and a complete
 * statement of full IRIs on one line means N-Quads.
 * @param start the first characters of the document
 */
export function rdfSyntaxAt(essence: string, start: string): RdfSyntax | undefined {
  const declared = rdfSyntaxOf(essence);
  const found = sniffSyntax(start);
  if (declared === undefined || found === undefined) return declared ?? found;
  return (declared === 'rdf-xml') === (found === 'rdf-xml') ? declared : found;
}

function sniffSyntax(start: string): RdfSyntax | undefined {
  const root = xmlRootOf(start);
  if (root?.namespace === rdfNamespace) return 'rdf-xml';
  comments.lastIndex = 0;
  comments.test(start);
  const { lastIndex: at } = comments;
  directive.lastIndex = at;
  if (directive.test(start)) return 'turtle';
  statement.lastIndex = at;
  const [found, rest = ''] = statement.exec(start) ?? [];
  if (found === undefined) return undefined;
  return /\.\s*(?:#|$)/u.test(rest) ? 'n-quads' : 'turtle';
}
