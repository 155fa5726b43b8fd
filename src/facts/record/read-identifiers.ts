import { isNil } from '../text/nil.ts';
import { bareDoi, identifierName } from '../../rdf/identifier-name.ts';
import { factText, nodesIn, type FactNode, type FactValue } from './fact-node.ts';
import { distinct, literalsIn, maxNameCharacters } from './fact-texts.ts';
import { textTerms } from './text-terms.ts';

const maxIdentifiers = 100;

/** A scheme of identifiers that are resolved somewhere. */
export interface IdentifierScheme {
  /** As people call it. */
  readonly name: string;
  /** How its identifiers begin (`identifierName`). */
  readonly prefix: string;
}

const doi = { name: 'DOI', prefix: 'doi:' };
const handle = { name: 'Handle', prefix: 'hdl:' };
/** By what they are called, in lower case. */
export const identifierSchemes: ReadonlyMap<string, IdentifierScheme> = new Map([
  ['doi', doi],
  ['hdl', handle],
  ['handle', handle],
  ['ark', { name: 'ARK', prefix: 'ark:' }],
]);

/**
 * What a resource is known by beside its IRI, each in one spelling (`identifierName`): its identifiers and what it is the same
 * as, be it a text, an IRI or a `PropertyValue`. An address (`url`) is where something is, and names it only where a register of
 * names does so: as a DOI, Handle or ARK.
 */
export function readIdentifiers(resource: FactNode): readonly string[] {
  const identifiers = new Set(resource.values(textTerms.identifiersAndSame));
  const own = resource.iri === undefined ? undefined : identifierName(resource.iri);
  const registered = resource.values(textTerms.links).flatMap(writtenOf).filter(isRegistered);
  const names = [...[...identifiers].flatMap(identifiersOf), ...registered]
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
  const texts = node.values(textTerms.identifiers).flatMap(identifiersOf);
  return texts.map((text) => text.trim()).filter((text) => !isNil(text));
}

/**
 * What a value of an identifier property says: a text, an IRI, or what a `PropertyValue` holds; as
 * published.
 */
function identifiersOf(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return [value.text];
  const prefixes = value.values(textTerms.propertyIds).flatMap(prefixOf).toSorted();
  const values = literalsIn(value, textTerms.identifierValues).map((text) => {
    // Without its prefix, `10.5/x` could be anything.
    const [prefix = ''] = /^10\.\d|^\d[\w.]*\//u.test(text) ? prefixes : [];
    return prefix + text;
  });
  const links = [
    ...nodesIn(value, textTerms.identifierValues),
    ...value.values(textTerms.links),
  ].flatMap(writtenOf);
  return [...writtenOf(value), ...values, ...links];
}

function prefixOf(propertyId: FactValue): readonly string[] {
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

/** A DOI without prefix became an IRI relative to the document; so did other texts, but those name nothing elsewhere. */
function writtenOf(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return [value.text];
  const { iri, writtenAs } = value;
  if (writtenAs !== undefined && bareDoi.test(writtenAs)) return [writtenAs];
  return iri === undefined ? [] : [iri];
}
