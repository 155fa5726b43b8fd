import { isNil } from '../text/nil.ts';
import { plainText } from '../text/plain-text.ts';
import type { Text } from '../../model/search-facts.ts';
import { identifierName } from '../../rdf/identifier-name.ts';
import { factText, type FactNode, type FactValue } from './fact-node.ts';
import { placeTerms } from './place-terms.ts';
import { describeTerm } from './read-terms.ts';

/** What a place is called. */
export interface PlaceNames {
  readonly names: readonly Text[];
  readonly identifiers: readonly string[];
}

/**
 * What a place is called by: names, also those of gazetteers, an address, the IRIs and codes of
 * registers.
 */
export function namesOfPlace(place: FactNode): PlaceNames {
  const terms = nameTerms(place);
  const nodes = [place, ...terms];
  const called = nodes.flatMap((node) => node.values(placeTerms.names).flatMap(textOf));
  const addresses = place.values(placeTerms.address).flatMap(addressTexts);
  const own = nodes.flatMap((node) => (node.iri === undefined ? [] : identifierOf(node.iri)));
  const given = nodes.flatMap((node) => node.values(placeTerms.identifiers).flatMap(identifiersOf));
  const codes = terms.flatMap((node) => describeTerm(node).codes);
  return { names: [...called, ...addresses], identifiers: [...own, ...given, ...codes] };
}

/**
 * Names that are terms: `"name": { "@type": "DefinedTerm", … }`, as CDIF has them from
 * gazetteers.
 */
function nameTerms(place: FactNode): readonly FactNode[] {
  return place.values(placeTerms.names).filter(isTerm);
}

function isTerm(value: FactValue): value is FactNode {
  return value.kind === 'node' && value.writtenAs === undefined;
}

/** The terms of gazetteers that the places of a resource are named with, or are, in their order. */
export function gazetteerTerms(resource: FactNode): readonly FactNode[] {
  const places = resource.values(placeTerms.coverage).filter(isTerm);
  return places.flatMap((place) => {
    const { schemes, codes } = describeTerm(place);
    const names = nameTerms(place);
    return schemes.length + codes.length > 0 ? [place].concat(names) : names;
  });
}

/** A text in place of a place: its name, or the IRI of it. */
export function namesOfText(value: FactValue): PlaceNames {
  const text = (factText(value) ?? '').trim();
  if (isNil(text)) return { names: [], identifiers: [] };
  return isIdentifier(text)
    ? { names: [], identifiers: [identifierName(text)] }
    : { names: textOf(value), identifiers: [] };
}

/** An address as text, or the town, region and country of one; streets are looked up by nobody. */
function addressTexts(address: FactValue): readonly Text[] {
  if (address.kind === 'literal') return textOf(address);
  return address.values(placeTerms.addressParts).flatMap((part) => {
    return isTerm(part) ? part.values(placeTerms.names).flatMap(textOf) : textOf(part);
  });
}

/** An identifier as text, IRI, or node with a value and a URL. */
function identifiersOf(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return identifierOf(value.text);
  const own = factText(value);
  const said = value.values(placeTerms.identifierValue).flatMap((each) => factText(each) ?? []);
  return [...(own === undefined ? [] : [own]), ...said].flatMap(identifierOf);
}

function identifierOf(text: string): readonly string[] {
  const trimmed = text.trim();
  return isNil(trimmed) ? [] : [identifierName(trimmed)];
}

/** By its scheme; anything else with a colon in it can be a name. */
function isIdentifier(text: string): boolean {
  return /^(?:https?:\/\/|urn:|hdl:|doi:|info:|ark:)\S+$/iu.test(text);
}

function textOf(value: FactValue): readonly Text[] {
  const text = isTerm(value) ? '' : plainText(factText(value) ?? '');
  if (isNil(text)) return [];
  const language = value.kind === 'literal' ? value.language : undefined;
  return [{ text, ...(language !== undefined && { language }) }];
}
