import { isNil } from '../text/nil.ts';
import { bareDoi, identifierName } from '../../rdf/identifier-name.ts';
import { factText, nodesIn, type FactNode, type FactValue } from './fact-node.ts';
import { distinct, literalsIn, maxNameCharacters } from './fact-texts.ts';
import { textTerms } from './text-terms.ts';

const maxIdentifiers = 100;

/** A scheme of resolvable identifiers. */
export interface IdentifierScheme {
  /** The usual name. */
  readonly name: string;
  /** The prefix of its identifiers (`identifierName`). */
  readonly prefix: string;
}

const doi = { name: 'DOI', prefix: 'doi:' };
const handle = { name: 'Handle', prefix: 'hdl:' };
/** By name in lower case. */
export const identifierSchemes: ReadonlyMap<string, IdentifierScheme> = new Map([
  ['doi', doi],
  ['hdl', handle],
  ['handle', handle],
  ['ark', { name: 'ARK', prefix: 'ark:' }],
]);

/**
 * The names of a resource besides its IRI, in the spelling of `identifierName`: identifiers and
 * `sameAs`, as text, IRI or `PropertyValue`. A `url` is an address, and counts only if it is a DOI,
 * Handle or ARK.
 */
export function readIdentifiers(resource: FactNode): readonly string[] {
  const identifiers = new Set(resource.values(textTerms.identifiersAndSame));
  const own = resource.iri === undefined ? undefined : identifierName(resource.iri);
  const registered = resource
    .values(textTerms.links)
    .flatMap(publishedIdentifier)
    .filter(isRegistered);
  const names = [...[...identifiers].flatMap(readIdentifierTexts), ...registered]
    .filter((text) => text.length <= maxNameCharacters && !isNil(text))
    .map(identifierName)
    .filter((name) => name !== own);
  return distinct(names, maxIdentifiers);
}

function isRegistered(address: string): boolean {
  return /^(?:doi|hdl|ark):/u.test(identifierName(address));
}

/** The identifiers of a node, as published. */
export function identifiersIn(node: FactNode): readonly string[] {
  const texts = node.values(textTerms.identifiers).flatMap(readIdentifierTexts);
  return texts.map((text) => text.trim()).filter((text) => !isNil(text));
}

/** The published text or IRI of an identifier, or the contents of a `PropertyValue`. */
function readIdentifierTexts(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return [value.text];
  const prefixes = value.values(textTerms.propertyIds).flatMap(prefixOfScheme).toSorted();
  const values = literalsIn(value, textTerms.identifierValues).map((text) => {
    // Without prefix, `10.5/x` could be anything.
    const [prefix = ''] = /^10\.\d|^\d[\w.]*\//u.test(text) ? prefixes : [];
    return prefix + text;
  });
  const links = [
    ...nodesIn(value, textTerms.identifierValues),
    ...value.values(textTerms.links),
  ].flatMap(publishedIdentifier);
  return [...publishedIdentifier(value), ...values, ...links];
}

function prefixOfScheme(propertyId: FactValue): readonly string[] {
  const id = (factText(propertyId) ?? '')
    .slice(0, maxNameCharacters)
    .trim()
    .replace(/[/#!:]{1,3}$/u, '');
  const [last = ''] = id
    .toLowerCase()
    .split(/[^a-z]/u)
    .slice(-1);
  const scheme = identifierSchemes.get(last);
  return scheme === undefined ? [] : [scheme.prefix];
}

/** A DOI without prefix was expanded to a relative IRI. Other such texts are no names elsewhere. */
function publishedIdentifier(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return [value.text];
  const { iri, writtenAs } = value;
  if (writtenAs !== undefined && bareDoi.test(writtenAs)) return [writtenAs];
  return iri === undefined ? [] : [iri];
}
