import type { TermFacts, Text } from '../../model/search-facts.ts';
import type { FactNode, FactValue } from './fact-node.ts';
import { distinct, distinctBy, distinctTexts, iriOf, keywordTexts, textsIn } from './fact-texts.ts';
import { describeTerm, readTerms, type StatedTerm } from './read-terms.ts';
import { textTerms } from './text-terms.ts';

/** Keywords and terms of a resource. */
export interface KeywordFacts {
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
  const nodes = values.filter((value): value is FactNode => value.kind === 'node');
  const terms = [...nodes.flatMap(readTermFacts), ...values.flatMap(readTermIri)];
  const keywords = [
    ...values.flatMap(readKeywordTexts),
    ...nodes.flatMap((node) => describeTerm(node).labels),
    ...nodes.flatMap(codesOfUnnamedTerm),
    ...textsIn(resource, textTerms.alternativeTitles),
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
  return value.kind === 'literal' && iriOf(value) !== undefined ? [] : keywordTexts(value);
}

/** A term without name is found by its code. */
function codesOfUnnamedTerm(node: FactNode): readonly Text[] {
  return describeTerm(node).labels.length > 0 ? [] : textsIn(node, textTerms.codes);
}

/** A term whose IRI is written as text. */
function readTermIri(value: FactValue): readonly TermFacts[] {
  const iri = value.kind === 'literal' ? iriOf(value) : undefined;
  return iri === undefined ? [] : [{ iri }];
}

/**
 * One entry for each label with the first IRI, and one for each further IRI with the first label.
 */
function readTermFacts(node: FactNode): readonly TermFacts[] {
  const described = describeTerm(node);
  const [own, ...others] = described.iris;
  const iris = [...(own === undefined ? [] : [own]), ...others.slice(0, maxNames)];
  const labels = described.labels.slice(0, maxNames);
  // The vocabulary by IRI, else by address, else by name.
  const schemes = described.schemes.flatMap((each) => each.iri ?? each.name ?? []);
  const [scheme] = distinct(schemes, 1);
  const [code] = described.codes;
  const more = {
    ...(scheme === undefined ? {} : { scheme }),
    ...(code === undefined ? {} : { code }),
  };
  const [iri] = iris;
  const [label] = labels;
  // A name alone is a keyword.
  if (iri === undefined && scheme === undefined && code === undefined) return [];
  return [
    createTermFacts(label, iri, more),
    ...labels.slice(1).map((other) => createTermFacts(other, iri, more)),
    ...iris.slice(1).map((other) => createTermFacts(label, other, more)),
  ];
}

function createTermFacts(
  label: Text | undefined,
  iri: string | undefined,
  more: Pick<TermFacts, 'code' | 'scheme'>,
): TermFacts {
  return {
    ...(label === undefined ? {} : { label }),
    ...(iri === undefined ? {} : { iri }),
    ...more,
  };
}
