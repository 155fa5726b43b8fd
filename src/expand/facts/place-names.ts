import { isNil } from '../../facts/text/nil.ts';
import { plainText } from '../../facts/text/plain-text.ts';
import type { Text } from '../../model/search-facts.ts';
import { identifierName } from '../../rdf/identifier-name.ts';
import { factText, type FactNode, type FactValue } from './fact-node.ts';
import { placeTerms } from './place-terms.ts';

/** What a place is called. */
export interface PlaceNames {
  readonly names: readonly Text[];
  readonly identifiers: readonly string[];
}

/** What a place is called by: names, an address, the IRIs and codes of registers. */
export function namesOfPlace(place: FactNode): PlaceNames {
  const addresses = place.values(placeTerms.address).flatMap(addressTexts);
  const called = place.values(placeTerms.names).flatMap(textOf);
  const identified = place.values(placeTerms.identifiers).flatMap(identifiersOf);
  const own = place.iri === undefined ? [] : identifierOf(place.iri);
  return { names: [...called, ...addresses], identifiers: [...own, ...identified] };
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
    return part.kind === 'node' && part.writtenAs === undefined
      ? part.values(placeTerms.names).flatMap(textOf)
      : textOf(part);
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
  const text = plainText(factText(value) ?? '');
  if (isNil(text)) return [];
  const language = value.kind === 'literal' ? value.language : undefined;
  return [{ text, ...(language !== undefined && { language }) }];
}
