import { isNil } from '../text/nil.ts';
import { plainText } from '../text/plain-text.ts';
import type { Text } from '../../model/search-facts.ts';
import { identifierName } from '../../rdf/identifier-name.ts';
import { factText, type FactNode, type FactValue } from './fact-node.ts';
import { literalLanguage, textIn } from './fact-texts.ts';
import { placeTerms } from './place-terms.ts';
import { describeTerm } from './read-terms.ts';

/** The names and identifiers of a place. */
export interface PlaceNames {
  readonly names: readonly Text[];
  readonly identifiers: readonly string[];
}

/** Reads names (also from gazetteers), addresses, and the IRIs and codes of registers. */
export function namesOfPlace(place: FactNode): PlaceNames {
  const terms = readNameTerms(place);
  const nodes = [place, ...terms];
  const called = nodes.flatMap((node) => node.values(placeTerms.names).flatMap(readNameText));
  const addresses = place.values(placeTerms.address).flatMap(readAddressTexts);
  const own = nodes.flatMap((node) =>
    node.iri === undefined ? [] : normalizeIdentifier(node.iri),
  );
  const given = nodes.flatMap((node) =>
    node.values(placeTerms.identifiers).flatMap(readIdentifierValues),
  );
  const codes = terms.flatMap((node) => describeTerm(node).codes);
  return { names: [...called, ...addresses], identifiers: [...own, ...given, ...codes] };
}

/** Names given as terms: `"name": { "@type": "DefinedTerm", … }`, CDIF's form for gazetteers. */
function readNameTerms(place: FactNode): readonly FactNode[] {
  return place.values(placeTerms.names).filter(isDescribedNode);
}

function isDescribedNode(value: FactValue): value is FactNode {
  return value.kind === 'node' && value.writtenAs === undefined;
}

/** The gazetteer terms that name the places of a resource, or are these places, in order. */
export function gazetteerTerms(resource: FactNode): readonly FactNode[] {
  const places = resource.values(placeTerms.coverage).filter(isDescribedNode);
  return places.flatMap((place) => {
    const { schemes, codes } = describeTerm(place);
    const names = readNameTerms(place);
    return schemes.length + codes.length > 0 ? [place].concat(names) : names;
  });
}

/** Reads a text in place of a place node: a name or an IRI. */
export function namesOfText(value: FactValue): PlaceNames {
  const text = (factText(value) ?? '').trim();
  if (isNil(text)) return { names: [], identifiers: [] };
  return isIdentifier(text)
    ? { names: [], identifiers: [identifierName(text)] }
    : { names: readNameText(value), identifiers: [] };
}

/** An address as text, or its town, region and country; nobody searches by street. */
function readAddressTexts(address: FactValue): readonly Text[] {
  if (address.kind === 'literal') return readNameText(address);
  return address.values(placeTerms.addressParts).flatMap((part) => {
    return isDescribedNode(part)
      ? part.values(placeTerms.names).flatMap(readNameText)
      : readNameText(part);
  });
}

/** An identifier as text, IRI, or node with a value and a URL. */
function readIdentifierValues(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return normalizeIdentifier(value.text);
  const own = factText(value);
  const said = value.values(placeTerms.identifierValue).flatMap((each) => factText(each) ?? []);
  return [...(own === undefined ? [] : [own]), ...said].flatMap(normalizeIdentifier);
}

function normalizeIdentifier(text: string): readonly string[] {
  const trimmed = text.trim();
  return isNil(trimmed) ? [] : [identifierName(trimmed)];
}

/** Decides by the scheme; other texts with a colon can be names. */
function isIdentifier(text: string): boolean {
  return /^(?:https?:\/\/|urn:|hdl:|doi:|info:|ark:)\S+$/iu.test(text);
}

function readNameText(value: FactValue): readonly Text[] {
  const text = isDescribedNode(value) ? '' : plainText(factText(value) ?? '');
  if (isNil(text)) return [];
  return [textIn(text, literalLanguage(value))];
}
