import type { Text } from '../../model/search-facts.ts';
import type { FactLiteral, FactNode, FactValue } from './fact-node.ts';
import { iriOf, irisIn, literalsIn, nameOrIri, textsIn } from './fact-texts.ts';
import { readOnce } from './read-once.ts';
import { textTerms } from './text-terms.ts';

/** The use of a term for a resource. */
export type TermUse = keyof typeof textTerms.terms;

/** A keyword or vocabulary term under a property of a resource. */
export interface StatedTerm {
  readonly use: TermUse;
  readonly value: FactValue;
}

/** A term given as a node. */
export interface DescribedTerm {
  /** All names, distinct and sorted. */
  readonly labels: readonly Text[];
  /** Its own IRI first. */
  readonly iris: readonly string[];
  readonly schemes: readonly TermScheme[];
  readonly codes: readonly string[];
}

/** The vocabulary of a term. */
export interface TermScheme {
  readonly name?: string | undefined;
  readonly iri?: string | undefined;
}

const uses = Object.keys(textTerms.terms) as readonly TermUse[]; // its own names

/** The subjects, additional types, keywords and techniques of a resource, by use, in order. */
export function readTerms(resource: FactNode): readonly StatedTerm[] {
  return uses.flatMap((use) => {
    const values = resource.values(textTerms.terms[use]).flatMap(openLanguageMap);
    // A node may have any number of references.
    return Array.from(new Set(values), (value) => ({ use, value }));
  });
}

/**
 * The texts of a language map under a context that does not define one: with schema.org's context,
 * languages become properties (`{"keywords": {"en": "fish", "de": "Fisch"}}`).
 */
function openLanguageMap(value: FactValue): readonly FactValue[] {
  if (value.kind === 'literal' || value.iri !== undefined || value.types.length > 0) return [value];
  const texts = value.properties.map((property) => readLanguageTexts(value, property));
  return texts.length > 0 && texts.every((each) => each.length > 0) ? texts.flat() : [value];
}

function readLanguageTexts(map: FactNode, property: string): readonly FactLiteral[] {
  const [, language] = languageProperty.exec(property) ?? [];
  if (language === undefined) return [];
  const texts = map.values([property]).filter((value) => value.kind === 'literal');
  return texts.map(({ text }) => ({ kind: 'literal', text, language: language.toLowerCase() }));
}

const languageProperty = /^http:\/\/schema\.org\/([a-z]{2}(?:-[A-Za-z]{2})?)$/u;

/** The names, IRIs, vocabularies and codes of a term. */
export const describeTerm = readOnce((node): DescribedTerm => {
  // The IRI of a text in place of an IRI is no real IRI.
  const own = node.writtenAs === undefined ? iriOf(node) : undefined;
  return {
    labels: textsIn(node, textTerms.allLabels),
    iris: [...(own === undefined ? [] : [own]), ...irisIn(node, textTerms.addresses)],
    schemes: node.values(textTerms.schemes).flatMap(readTermScheme),
    codes: literalsIn(node, textTerms.codes),
  };
});

function readTermScheme(value: FactValue): readonly TermScheme[] {
  const said = nameOrIri(value);
  const own = said !== undefined && iriOf(value) === said ? said : undefined;
  const names = value.kind === 'literal' ? [] : textsIn(value, textTerms.labels);
  const links = value.kind === 'literal' ? [] : irisIn(value, textTerms.linksAndIdentifiers);
  const iri = own ?? links[0];
  const name = names[0]?.text ?? (own === undefined ? said : undefined);
  return iri === undefined && name === undefined ? [] : [{ name, iri }];
}
