import type { TermFacts, Text } from '../../model/search-facts.ts';
import { type FactNode, type FactValue, memoizePerNode, isOwnNode } from './record-graph.ts';
import {
  distinctBy,
  distinctStrings,
  distinctTexts,
  irisOfValue,
  irisUnder,
  keywordTexts,
  literalsUnder,
  nameOrIri,
  textsUnder,
} from './fact-texts.ts';
import { textTerms } from './properties.ts';

/** Keywords and terms of a resource. */
interface KeywordFacts {
  readonly keywords: readonly Text[];
  readonly terms: readonly TermFacts[];
}

const maxKeywords = 1000;
const maxTerms = 1000;
/** Limit for names and IRIs of one term. */
const maxNames = 50;

/**
 * Keywords and terms of a resource: texts, whole and in parts (`keywordsOf`); terms of vocabularies
 * and their labels, which are also keywords; alternative names of the resource.
 */
export function readKeywords(resource: FactNode): KeywordFacts {
  const stated = readTerms(resource).filter((term) => isSearched(term));
  // A term may be under several properties.
  const values = [...new Set(stated.map(({ value }) => value))];
  const nodes = values.filter((value) => value.kind === 'node');
  const written = values.filter((value) => value.kind === 'literal').flatMap(irisOfValue);
  const terms = [...nodes.flatMap(readTermFacts), ...written.map((iri) => ({ iri }))];
  const keywords = [
    ...values.flatMap(readKeywordTexts),
    ...nodes.flatMap((node) => describeTerm(node).labels),
    ...nodes.flatMap(codesOfUnnamedTerm),
    ...textsUnder(resource, textTerms.alternativeTitles),
  ];
  return {
    keywords: distinctTexts(keywords, maxKeywords),
    terms: distinctBy(terms, (term) => JSON.stringify(term), maxTerms),
  };
}

/** A subject may be a resource with its own record, and types have their own search. */
function isSearched({ use, value }: StatedTerm): boolean {
  if (use !== 'about' || value.kind === 'literal') return use !== 'type';
  return !value.types.some((type) => textTerms.noSubjects.some((none) => none === type));
}

/** An IRI in place of a keyword is a term. */
function readKeywordTexts(value: FactValue): readonly Text[] {
  const isIri = value.kind === 'literal' && irisOfValue(value).length > 0;
  return isIri ? [] : keywordTexts(value);
}

/** A term without name is found by its code. */
function codesOfUnnamedTerm(node: FactNode): readonly Text[] {
  return describeTerm(node).labels.length > 0 ? [] : textsUnder(node, textTerms.codes);
}

/**
 * One entry for each label with the first IRI, and one for each further IRI with the first label.
 */
function readTermFacts(node: FactNode): readonly TermFacts[] {
  const { iris, labels, schemes, codes } = describeTerm(node);
  const [iri, ...otherIris] = iris;
  const [label, ...otherLabels] = labels.slice(0, maxNames);
  // The vocabulary by IRI, else by address, else by name.
  const [scheme] = distinctStrings(
    schemes.flatMap((each) => each.iri ?? each.name ?? []),
    1,
  );
  const [code] = codes;
  // A name alone is a keyword.
  if (iri === undefined && scheme === undefined && code === undefined) return [];
  const term: TermFacts = {
    ...(label && { label }),
    ...(iri !== undefined && { iri }),
    ...(scheme !== undefined && { scheme }),
    ...(code !== undefined && { code }),
  };
  return [
    term,
    ...otherLabels.map((other) => Object.assign({}, term, { label: other })),
    ...otherIris.slice(0, maxNames).map((other) => Object.assign({}, term, { iri: other })),
  ];
}

/** The use of a term for a resource. */
export type TermUse = keyof typeof textTerms.terms;

/** A keyword or vocabulary term under a property of a resource. */
interface StatedTerm {
  readonly use: TermUse;
  readonly value: FactValue;
}

/** The vocabulary of a term. */
interface TermScheme {
  readonly name?: string | undefined;
  readonly iri?: string | undefined;
}

const uses = Object.keys(textTerms.terms) as readonly TermUse[]; // its own names

/** The subjects, additional types, keywords and techniques of a resource, by use, in order. */
export function readTerms(resource: FactNode): readonly StatedTerm[] {
  return uses.flatMap((use) => {
    // A node may have any number of references.
    const values = new Set(resource.values(textTerms.terms[use]));
    return Array.from(values, (value) => ({ use, value }));
  });
}

/** The sorted names, IRIs (its own first), vocabularies and codes of a term given as a node. */
export const describeTerm = memoizePerNode((node) => ({
  labels: textsUnder(node, textTerms.allLabels),
  // The IRI of a text in place of an IRI is no real IRI.
  iris: [...(isOwnNode(node) ? irisOfValue(node) : []), ...irisUnder(node, textTerms.addresses)],
  schemes: node.values(textTerms.schemes).flatMap(readTermScheme),
  codes: literalsUnder(node, textTerms.codes),
}));

function readTermScheme(value: FactValue): readonly TermScheme[] {
  const published = nameOrIri(value);
  const own = irisOfValue(value).find((each) => each === published);
  const iri = own ?? irisUnder(value, textTerms.linksAndIdentifiers)[0];
  const [named] = textsUnder(value, textTerms.labels);
  const name = named?.text ?? (own === undefined ? published : undefined);
  return iri === undefined && name === undefined ? [] : [{ name, iri }];
}
