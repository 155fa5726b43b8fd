import type { Text } from '../../model/search-facts.ts';
import { isNil } from '../text/nil.ts';
import { keywordsOf } from '../text/split-keywords.ts';
import { plainText } from '../text/plain-text.ts';
import { isRelativeAddress } from '../text/written-name.ts';
import { isWrittenIri } from '../../rdf/iri-spellings.ts';
import { readOnceEach } from './read-once.ts';
import { factText, type FactNode, type FactValue } from './fact-node.ts';

export { isWrittenIri };

/** Limit for names, in UTF-16 units. */
export const maxNameCharacters = 1000;

/** Limit for values of one kind in a node; the last in order are dropped. */
const maxValues = 200;

/** Markup may make a text so many times longer. */
const markupFactor = 10;

/**
 * Distinct texts sorted by UTF-16 unit, at most `max`, independent of locale and document order.
 */
export function distinctTexts(texts: readonly Text[], max = Infinity): readonly Text[] {
  return distinctBy(texts, ({ text, language = '' }) => `${text}\0${language}`, max);
}

/**
 * One value for each key, sorted by the UTF-16 units of the keys, at most `max`; independent of the
 * document order.
 */
export function distinctBy<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
  max = Infinity,
): readonly Value[] {
  if (values.length < 2) return values;
  const byKey = new Map<string, Value>();
  for (const value of values) byKey.set(keyOf(value), value);
  const keys = [...byKey.keys()].toSorted().slice(0, max);
  return keys.map((key) => byKey.get(key)).filter((value) => value !== undefined);
}

/** Distinct texts sorted by UTF-16 unit, at most `max`, without nils. */
export function distinct(texts: readonly string[], max: number): readonly string[] {
  const said = texts.filter((text) => !isNil(text));
  return said.length < 2 ? said : [...new Set(said)].toSorted().slice(0, max);
}

/**
 * The readable text of a literal, or the text published in place of an IRI. Empty for nils;
 * truncated to `maxCharacters`.
 */
export function textsOf(value: FactValue, maxCharacters = maxNameCharacters): readonly Text[] {
  if (value.kind === 'literal') return readableText(value.text, maxCharacters, value.language);
  return value.writtenAs === undefined ? [] : readableText(value.writtenAs, maxCharacters);
}

/** The keywords in a value that was written as text, even in place of an IRI. */
export function keywordTexts(value: FactValue): readonly Text[] {
  if (value.kind === 'node') return keywordsOf(value.writtenAs ?? '').map((text) => ({ text }));
  return keywordsOf(value.text).map((text) => textIn(text, value.language));
}

/** The literal texts of the properties, sorted, without duplicates and markup. */
export const textsIn = readOnceEach((node, properties) => {
  const texts: Text[] = [];
  for (const value of node.values(properties)) {
    if (value.kind === 'literal') texts.push(...textsOf(value));
  }
  return distinctTexts(texts, maxValues);
});

/** The trimmed literals of the properties, sorted, without duplicates and nils. */
export const literalsIn = readOnceEach((node, properties) => {
  const texts: string[] = [];
  for (const value of node.values(properties)) {
    const text = value.kind === 'literal' ? value.text.trim() : undefined;
    if (text !== undefined && text.length <= maxNameCharacters) texts.push(text);
  }
  return distinct(texts, maxValues);
});

/**
 * The IRIs among the values of the properties, also those written as text; sorted, without
 * duplicates.
 */
export const irisIn = readOnceEach((node, properties) => {
  const iris: string[] = [];
  for (const value of node.values(properties)) {
    const iri = iriOf(value);
    if (iri !== undefined) iris.push(iri);
  }
  return distinct(iris, maxValues);
});

/** The IRI of a node, or of a text that can only be an IRI. */
export function iriOf(value: FactValue): string | undefined {
  const text = value.kind === 'literal' ? value.text.trim() : value.iri;
  if (text === undefined || text.length > maxNameCharacters) return undefined;
  return (value.kind === 'node' || isWrittenIri(text)) && !isNil(text) ? text : undefined;
}

/** The text published in place of an IRI, or else the IRI, as `factText`; undefined for nils. */
export function nameOrIri(value: FactValue): string | undefined {
  const text = factText(value)?.trim();
  return text === undefined || text.length > maxNameCharacters || isNil(text) ? undefined : text;
}

/** The trimmed texts of values, as `factText`, without nils. */
export function factTexts(values: readonly FactValue[]): readonly string[] {
  return values.flatMap((value) => factText(value)?.trim() ?? []).filter((text) => !isNil(text));
}

/**
 * The published text or IRI of a value. A text that JSON-LD took for the address of a file beside
 * the document stays an IRI.
 * @returns undefined for blank nodes and nils
 */
export function publishedText(value: FactValue): string | undefined {
  const text = (
    value.kind === 'literal' ? value.text : (textInPlaceOfIri(value) ?? value.iri)
  )?.trim();
  return text === undefined || isNil(text) ? undefined : text;
}

function textInPlaceOfIri({ writtenAs }: FactNode): string | undefined {
  return writtenAs === undefined || isRelativeAddress(writtenAs) ? undefined : writtenAs;
}

/**
 * The distinct published texts and IRIs of the properties of a node, in order; empty for a literal.
 */
export function publishedTexts(value: FactValue, properties: readonly string[]): readonly string[] {
  if (value.kind === 'literal') return [];
  const said = value.values(properties).map(publishedText);
  return [...new Set(said)].filter((text) => text !== undefined);
}

/** As `publishedTexts`, with languages and duplicates. */
export function publishedNames(value: FactValue, properties: readonly string[]): readonly Text[] {
  if (value.kind === 'literal') return [];
  return value.values(properties).flatMap((each) => {
    const text = publishedText(each);
    return text === undefined ? [] : textIn(text, literalLanguage(each));
  });
}

/** The language of a literal. */
export function literalLanguage(value: FactValue): string | undefined {
  return value.kind === 'literal' ? value.language : undefined;
}

/** A text with its language, if it has one. */
export function textIn(text: string, language: string | undefined): Text {
  return language === undefined ? { text } : { text, language };
}

function readableText(text: string, maxCharacters: number, language?: string): readonly Text[] {
  const plain = plainText(text.slice(0, maxCharacters * markupFactor));
  const cut = plain.length > maxCharacters ? truncateText(plain, maxCharacters) : plain;
  if (isNil(cut)) return [];
  return [textIn(cut, language)];
}

function truncateText(text: string, max: number): string {
  const start = text.slice(0, max);
  return (start.isWellFormed() ? start : start.slice(0, -1)).trim();
}
