import type { Text } from '../../model/search-facts.ts';
import { isWrittenIri } from '../../rdf/iri.ts';
import { divideEvenly } from '../../text/collections.ts';
import { isNil, isRelativeAddress } from '../text/missing-values.ts';
import { plainText } from '../text/plain-text.ts';
import { factText, type FactValue, memoizePerNodeAndProperties, valuesOf } from './record-graph.ts';

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
export function distinctStrings(texts: readonly string[], max: number): readonly string[] {
  const stated = texts.filter((text) => !isNil(text));
  return stated.length < 2 ? stated : [...new Set(stated)].toSorted().slice(0, max);
}

/**
 * The readable text of a literal, or the text published in place of an IRI. Empty for nils;
 * truncated to `maxCharacters`.
 */
export function readableTexts(
  value: FactValue,
  maxCharacters = maxNameCharacters,
): readonly Text[] {
  if (value.kind === 'literal') return readableText(value.text, maxCharacters, value.language);
  return value.writtenAs === undefined ? [] : readableText(value.writtenAs, maxCharacters);
}

/** The keywords in a value that was written as text, even in place of an IRI. */
export function keywordTexts(value: FactValue): readonly Text[] {
  if (value.kind === 'node') return splitKeywords(value.writtenAs ?? '').map((text) => ({ text }));
  return splitKeywords(value.text).map((text) => textWithLanguage(text, value.language));
}

/** The literal texts of the properties, sorted, without duplicates and markup. */
export const textsUnder = memoizePerNodeAndProperties((node, properties) => {
  const literals = node.values(properties).filter((value) => value.kind === 'literal');
  return distinctTexts(
    literals.flatMap((value) => readableTexts(value)),
    maxValues,
  );
});

/** The trimmed literals of the properties, sorted, without duplicates and nils. */
export const literalsUnder = memoizePerNodeAndProperties((node, properties) => {
  const literals = node.values(properties).filter((value) => value.kind === 'literal');
  const texts = literals.map(({ text }) => text.trim());
  return distinctStrings(
    texts.filter(({ length }) => length <= maxNameCharacters),
    maxValues,
  );
});

/**
 * The IRIs among the values of the properties, also those written as text; sorted, without
 * duplicates.
 */
export const irisUnder = memoizePerNodeAndProperties((node, properties) => {
  return distinctStrings(node.values(properties).flatMap(irisOfValue), maxValues);
});

/** The IRI of a node, or of a text that can only be an IRI; empty for other values. */
export function irisOfValue(value: FactValue): readonly string[] {
  const text = value.kind === 'literal' ? value.text.trim() : value.iri;
  if (text === undefined || text.length > maxNameCharacters) return [];
  return (value.kind === 'node' || isWrittenIri(text)) && !isNil(text) ? [text] : [];
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
  const isAddress = value.kind === 'node' && isRelativeAddress(value.writtenAs ?? '');
  const text = (isAddress ? value.iri : factText(value))?.trim();
  return text === undefined || isNil(text) ? undefined : text;
}

/**
 * The distinct published texts and IRIs of the properties of a node, in order; empty for a literal.
 */
export function publishedTexts(value: FactValue, properties: readonly string[]): readonly string[] {
  const stated = new Set(valuesOf(value, properties).map(publishedText));
  return [...stated].filter((text) => text !== undefined);
}

/** As `publishedTexts`, with languages and duplicates. */
export function publishedNames(value: FactValue, properties: readonly string[]): readonly Text[] {
  return valuesOf(value, properties).flatMap((each) => {
    const text = publishedText(each);
    return text === undefined ? [] : textWithLanguage(text, literalLanguage(each));
  });
}

/** The language of a literal. */
export function literalLanguage(value: FactValue): string | undefined {
  return value.kind === 'literal' ? value.language : undefined;
}

/** A text with its language, if it has one. */
export function textWithLanguage(text: string, language: string | undefined): Text {
  return language === undefined ? { text } : { text, language };
}

function readableText(text: string, maxCharacters: number, language?: string): readonly Text[] {
  const plain = plainText(text.slice(0, maxCharacters * markupFactor));
  const cut = truncateText(plain, maxCharacters);
  return isNil(cut) ? [] : [textWithLanguage(cut, language)];
}

/** A text without the part beyond a length, and without half of a surrogate pair. */
function truncateText(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max);
  return (start.isWellFormed() ? start : start.slice(0, -1)).trim();
}

/** More keywords in one text are prose. */
const maxKeywords = 200;
const maxKeywordCharacters = 500;
/** A longer part is a description in the wrong place. */
const maxCutCharacters = 2000;
/** Limit for the text that is examined. */
const maxTextCharacters = maxKeywords * maxKeywordCharacters;

/** Separators of keywords; not the comma of `1,000` or `1,2-ethanediol`. */
const separators = /[;|\u{3001}\u{FF0C}\u{FF1B}]|(?<!\d),|,(?!\d)|,(?=\d{4})/u;
/**
 * Steps of a path such as `EARTH SCIENCE > OCEANS > SALINITY`, also without blanks; not `->`, `=>`
 * and `>5`.
 */
const pathSeparator = /(?<![-=<>])>(?![=>]| ?\d)/u;
/** Quick test: without any of these a text is a single keyword. */
const mayBeSplit = /[;|,>{\r\n\u{3001}\u{FF0C}\u{FF1B}]/u;
const lineEnds = /[\r\n]+/gu;
/** Keywords contain a letter or digit. */
const letterOrDigit = /[\p{L}\p{N}]/u;
/** A label that some programs put before a keyword: `{hgloc}Scheldt`. */
const label = /^\{[a-z\d_]{1,30}\}(?=.)/iu;

/**
 * Splits a text into keywords: the whole text without markup; its parts at commas, semicolons, bars
 * and line ends; the last step of paths. Phrases with a comma are kept whole and in parts; names
 * split at a comma cannot be recognised. Distinct and in order, without nils, at most 200 of at
 * most 500 characters. Longer texts only yield their parts, cut at 500 characters, or none beyond
 * 2,000.
 */
export function splitKeywords(text: string): readonly string[] {
  const start = text.slice(0, maxTextCharacters);
  const whole = plainText(start);
  if (!mayBeSplit.test(start) && !mayBeSplit.test(whole))
    return [cutKeyword(whole)].filter(isKeyword);
  // Keep line ends, which are separators here.
  const inLines = plainText(start.replaceAll(lineEnds, ' | '));
  const parts = distinctParts(inLines.split(separators));
  const bare = parts.map(removeLabel);
  const all = [...parts, ...bare, ...bare.map(lastPathStep)];
  const found = new Set([whole, removeLabel(whole), ...all.map(cutKeyword)]);
  return [...found].filter(isKeyword).slice(0, maxKeywords);
}

function isKeyword(text: string): boolean {
  return text.length <= maxKeywordCharacters && !isNil(text) && letterOrDigit.test(text);
}

function cutKeyword(part: string): string {
  return part.length > maxCutCharacters ? '' : truncateText(part, maxKeywordCharacters);
}

/** Limited, because a text can consist of separators only. */
function distinctParts(parts: readonly string[]): readonly string[] {
  return [...new Set(parts.map((part) => part.trim()))]
    .filter((part) => part !== '')
    .slice(0, maxKeywords);
}

function lastPathStep(path: string): string {
  return path.split(pathSeparator).at(-1)?.trim() ?? '';
}

function removeLabel(keyword: string): string {
  return keyword.replace(label, '').trim();
}

/**
 * Joins neighbouring texts with `; ` until at most `max` are left, keeping a common language.
 * @param texts sorted
 * @returns the input if it is not too long
 */
export function mergeNeighbouringTexts(texts: readonly Text[], max: number): readonly Text[] {
  if (texts.length <= max) return texts;
  return divideEvenly(texts, max).map((group) => {
    const [language, ...others] = new Set(group.map((each) => each.language));
    const text = group.map((each) => each.text).join('; ');
    return textWithLanguage(text, others.length > 0 ? undefined : language);
  });
}
