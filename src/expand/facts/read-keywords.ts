import type { TermFacts, Text } from '../../model/search-facts.ts';
import { isNil } from '../../facts/text/nil.ts';
import type { FactNode, FactValue } from './fact-node.ts';
import {
  distinct,
  distinctBy,
  distinctTexts,
  iriOf,
  irisIn,
  keywordTexts,
  literalsIn,
  nameOrIri,
  textsIn,
  textsOf,
} from './fact-texts.ts';
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
  const subjects = resource.values(textTerms.about).filter(isSubject);
  // A node may be referred to any number of times.
  const values = [...new Set([...resource.values(textTerms.keywords), ...subjects])];
  const nodes = values.filter((value): value is FactNode => value.kind === 'node');
  const terms = [...nodes.flatMap(termsOf), ...values.flatMap(termOfText)];
  const keywords = [
    ...values.flatMap(keywordsIn),
    ...nodes.flatMap(labelsOf),
    ...nodes.flatMap(codesAsLabels),
    ...textsIn(resource, textTerms.alternativeTitles),
  ];
  return {
    keywords: distinctTexts(keywords, maxKeywords),
    terms: distinctBy(terms, (term) => JSON.stringify(term), maxTerms),
  };
}

function isSubject(value: FactValue): boolean {
  if (value.kind === 'literal') return true;
  return !value.types.some((type) => textTerms.noSubjects.some((none) => none === type));
}

/** An IRI in place of a keyword is a term. */
function keywordsIn(value: FactValue): readonly Text[] {
  return value.kind === 'literal' && iriOf(value) !== undefined ? [] : keywordTexts(value);
}

function labelsOf(node: FactNode): readonly Text[] {
  return textsIn(node, textTerms.allLabels);
}

/** The code of a term that has no name is what there is to find it by. */
function codesAsLabels(node: FactNode): readonly Text[] {
  return labelsOf(node).length > 0 ? [] : textsIn(node, textTerms.codes);
}

/** A term as the IRI of it, written as a text. */
function termOfText(value: FactValue): readonly TermFacts[] {
  const iri = value.kind === 'literal' ? iriOf(value) : undefined;
  return iri === undefined ? [] : [{ iri }];
}

/** One for each label with the first IRI, and one for each further IRI with the first label. */
function termsOf(node: FactNode): readonly TermFacts[] {
  // What was written as a text was no IRI.
  const own = node.writtenAs === undefined ? iriOf(node) : undefined;
  const others = irisIn(node, textTerms.addresses);
  const iris = [...(own === undefined ? [] : [own]), ...distinct(others, maxNames)];
  const labels = distinctTexts(labelsOf(node), maxNames);
  const [scheme] = distinct(node.values(textTerms.schemes).flatMap(schemeOf), 1);
  const [code] = distinct(literalsIn(node, textTerms.codes), 1);
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

/** A vocabulary by its IRI, else where it is found, else its name. */
function schemeOf(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return textsOf(value).map(({ text }) => text);
  const [link] = distinct(irisIn(value, textTerms.linksAndIdentifiers), 1);
  const [name] = distinct(
    textsIn(value, textTerms.labels).map(({ text }) => text),
    1,
  );
  const scheme = nameOrIri(value) ?? link ?? name;
  return scheme === undefined || isNil(scheme) ? [] : [scheme];
}
