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
/** Names of one term. */
const maxNames = 50;

/**
 * What a resource is about in single words and terms: keywords in texts, whole and in parts (`keywordsOf`); terms of
 * vocabularies with all their labels, which are keywords as they stand; other names of the resource.
 */
export function readKeywords(resource: FactNode): KeywordFacts {
  const stated = readTerms(resource).filter((term) => isSearched(term));
  // One may stand under several properties.
  const values = [...new Set(stated.map(({ value }) => value))];
  const nodes = values.filter((value): value is FactNode => value.kind === 'node');
  const terms = [...nodes.flatMap(termsOf), ...values.flatMap(termOfText)];
  const keywords = [
    ...values.flatMap(keywordsIn),
    ...nodes.flatMap((node) => describeTerm(node).labels),
    ...nodes.flatMap(codesAsLabels),
    ...textsIn(resource, textTerms.alternativeTitles),
  ];
  return {
    keywords: distinctTexts(keywords, maxKeywords),
    terms: distinctBy(terms, (term) => JSON.stringify(term), maxTerms),
  };
}

/**
 * What a resource is about can be a thing with a record of its own. Types are searched by
 * themselves.
 */
function isSearched({ use, value }: StatedTerm): boolean {
  if (use !== 'about' || value.kind === 'literal') return use !== 'type';
  return !value.types.some((type) => textTerms.noSubjects.some((none) => none === type));
}

/** An IRI in place of a keyword is a term. */
function keywordsIn(value: FactValue): readonly Text[] {
  return value.kind === 'literal' && iriOf(value) !== undefined ? [] : keywordTexts(value);
}

/** The code of a term that has no name is what there is to find it by. */
function codesAsLabels(node: FactNode): readonly Text[] {
  return describeTerm(node).labels.length > 0 ? [] : textsIn(node, textTerms.codes);
}

/** A term as the IRI of it, written as a text. */
function termOfText(value: FactValue): readonly TermFacts[] {
  const iri = value.kind === 'literal' ? iriOf(value) : undefined;
  return iri === undefined ? [] : [{ iri }];
}

/** One for each label with the first IRI, and one for each further IRI with the first label. */
function termsOf(node: FactNode): readonly TermFacts[] {
  const described = describeTerm(node);
  const [own, ...others] = described.iris;
  const iris = [...(own === undefined ? [] : [own]), ...others.slice(0, maxNames)];
  const labels = described.labels.slice(0, maxNames);
  // By its IRI, else where it is found, else its name.
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
    termWith(label, iri, more),
    ...labels.slice(1).map((other) => termWith(other, iri, more)),
    ...iris.slice(1).map((other) => termWith(label, other, more)),
  ];
}

function termWith(
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
