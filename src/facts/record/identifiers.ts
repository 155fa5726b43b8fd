import { bareDoi, identifierName, resolvableUrl } from '../../rdf/identifiers.ts';
import { trimEndCharacters } from '../../text/clean-text.ts';
import { isNil } from '../text/missing-values.ts';
import { type FactNode, factText, type FactValue, nodesUnder } from './fact-node.ts';
import {
  distinctStrings,
  literalsUnder,
  maxNameCharacters,
  publishedText,
  publishedTexts,
} from './fact-texts.ts';
import { textTerms } from './properties.ts';

const maxIdentifiers = 100;

const handle = { name: 'Handle', prefix: 'hdl:' };
/** Usual names and prefixes (`identifierName`) of resolvable identifiers, by name in lower case. */
const identifierSchemes = new Map([
  ['doi', { name: 'DOI', prefix: 'doi:' }],
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
  return distinctStrings(names, maxIdentifiers);
}

function isRegistered(address: string): boolean {
  return /^(?:doi|hdl|ark):/u.test(identifierName(address));
}

/** The identifiers of a node, as published. */
export function readPublishedIdentifiers(node: FactNode): readonly string[] {
  const texts = node.values(textTerms.identifiers).flatMap(readIdentifierTexts);
  return texts.map((text) => text.trim()).filter((text) => !isNil(text));
}

/** The published text or IRI of an identifier, or the contents of a `PropertyValue`. */
function readIdentifierTexts(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return [value.text];
  const prefixes = value.values(textTerms.propertyIds).flatMap(prefixOfScheme).toSorted();
  const values = literalsUnder(value, textTerms.identifierValues).map((text) => {
    // Without prefix, `10.5/x` could be anything.
    const [prefix = ''] = /^10\.\d|^\d[\w.]*\//u.test(text) ? prefixes : [];
    return prefix + text;
  });
  const links = [
    ...nodesUnder(value, textTerms.identifierValues),
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

const schemes = [...textTerms.propertyIds, ...textTerms.schemes];

/** An identifier as people write it. */
export interface StatedIdentifier {
  /** The usual name: `DOI`, `Handle`, `ARK`, `IGSN`. */
  readonly scheme?: string;
  readonly value: string;
  /** Where it resolves. */
  readonly url?: string;
}

/** The identifiers of a node with their schemes, in order. */
export function statedIdentifiers(node: FactNode): readonly StatedIdentifier[] {
  return node.values(textTerms.identifiers).flatMap(readStatedIdentifier);
}

function readStatedIdentifier(value: FactValue): readonly StatedIdentifier[] {
  const [scheme] = publishedTexts(value, schemes).map(shortSchemeName);
  const stated = readIdentifierValue(value);
  if (stated === undefined) return [];
  const prefix = isGlobalName(stated) ? undefined : findScheme(scheme)?.prefix;
  const isWhole = prefix === undefined || stated.toLowerCase().startsWith(prefix);
  const whole = isWhole ? stated : prefix + stated;
  const url = resolvableUrl(whole) ?? publishedTexts(value, textTerms.links).find(isGlobalName);
  const known = scheme ?? schemeOfIdentifier(whole);
  return [
    {
      ...(known === undefined ? {} : { scheme: known }),
      value: stated,
      // Not repeated if the identifier already is a web address.
      ...(url === undefined || /^https?:/iu.test(stated) ? {} : { url }),
    },
  ];
}

function readIdentifierValue(value: FactValue): string | undefined {
  const [inside] = publishedTexts(value, textTerms.valuesAndCodes);
  const [other] = publishedTexts(value, otherValues);
  return inside ?? publishedText(value) ?? other;
}

const otherValues = [...textTerms.identifiersAndSame, ...textTerms.links, ...textTerms.labels];

/** The short name of a scheme: `DOI` for `https://registry.identifiers.org/registry/doi`. */
function shortSchemeName(scheme: string): string {
  const last = trimEndCharacters(scheme, '/#:').split(/[/#:]/u).at(-1) ?? '';
  const short = isGlobalName(scheme) ? last : scheme;
  return findScheme(short)?.name ?? (/^[a-z]{2,6}$/u.test(short) ? short.toUpperCase() : short);
}

function schemeOfIdentifier(identifier: string): string | undefined {
  const [, scheme = ''] = /^(doi|hdl|ark):/u.exec(identifierName(identifier)) ?? [];
  return findScheme(scheme)?.name;
}

function findScheme(name = '') {
  return identifierSchemes.get(name.toLowerCase());
}

/** Whether a text is an IRI with a global meaning. */
export function isGlobalName(text: string): boolean {
  return /^(?:https?|urn|doi|hdl|ark|info|ftp):\S+$/iu.test(text);
}
