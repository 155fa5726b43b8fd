import type { Text } from '../../model/search-facts.ts';
import { isNil } from '../text/nil.ts';
import { keywordsOf } from '../text/split-keywords.ts';
import { plainText } from '../text/plain-text.ts';
import { isRelativeAddress } from '../text/written-name.ts';
import { isWrittenIri } from '../../rdf/iri-spellings.ts';
import { readOnceEach } from './read-once.ts';
import { factText, type FactNode, type FactValue } from './fact-node.ts';

export { isWrittenIri };

/** Of a name, in UTF-16 units. */
export const maxNameCharacters = 1000;

/** Of one kind in one node. Others are left out, the last in order. */
const maxValues = 200;

/** What is looked at to find so much text behind markup. */
const markupFactor = 10;

/** Each once, sorted by UTF-16 unit, so many at most: neither locale nor place in the document counts. */
export function distinctTexts(texts: readonly Text[], max = Infinity): readonly Text[] {
  return distinctBy(texts, ({ text, language = '' }) => `${text}\0${language}`, max);
}

/** Of each key one, sorted by the UTF-16 units of the keys, so many at most: the place in the document does not count. */
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

/** Each once, sorted by UTF-16 unit, so many at most, none that says that there is none. */
export function distinct(texts: readonly string[], max: number): readonly string[] {
  const said = texts.filter((text) => !isNil(text));
  return said.length < 2 ? said : [...new Set(said)].toSorted().slice(0, max);
}

/**
 * The text of a value for people: of a literal its own, of a node that is only named what may have been written in place of
 * its name. None where it is nil or longer than so many characters.
 */
export function textsOf(value: FactValue, maxCharacters = maxNameCharacters): readonly Text[] {
  if (value.kind === 'literal') return readable(value.text, maxCharacters, value.language);
  return value.writtenAs === undefined ? [] : readable(value.writtenAs, maxCharacters);
}

/** The keywords in a value that was written as text, though perhaps where an IRI belongs. */
export function keywordTexts(value: FactValue): readonly Text[] {
  if (value.kind === 'node') return keywordsOf(value.writtenAs ?? '').map((text) => ({ text }));
  return keywordsOf(value.text).map((text) => textIn(text, value.language));
}

/** The texts of some properties of a node, without those of nodes: each once, sorted. */
export const textsIn = readOnceEach((node, properties) => {
  const texts: Text[] = [];
  for (const value of node.values(properties)) {
    if (value.kind === 'literal') texts.push(...textsOf(value));
  }
  return distinctTexts(texts, maxValues);
});

/** The literals of some properties as written, but for blanks around: each once, sorted, none that is nil. */
export const literalsIn = readOnceEach((node, properties) => {
  const texts: string[] = [];
  for (const value of node.values(properties)) {
    const text = value.kind === 'literal' ? value.text.trim() : undefined;
    if (text !== undefined && text.length <= maxNameCharacters) texts.push(text);
  }
  return distinct(texts, maxValues);
});

/** The IRIs among the values of some properties, whether they were written as IRI or as text: each once, sorted. */
export const irisIn = readOnceEach((node, properties) => {
  const iris: string[] = [];
  for (const value of node.values(properties)) {
    const iri = iriOf(value);
    if (iri !== undefined) iris.push(iri);
  }
  return distinct(iris, maxValues);
});

/** The IRI that a value is; of a text only one that nobody would write for something else. */
export function iriOf(value: FactValue): string | undefined {
  const text = value.kind === 'literal' ? value.text.trim() : value.iri;
  if (text === undefined || text.length > maxNameCharacters) return undefined;
  return (value.kind === 'node' || isWrittenIri(text)) && !isNil(text) ? text : undefined;
}

/** What is written in place of a name of which nothing else is said, or the IRI, as `factText`; not a nil. */
export function nameOrIri(value: FactValue): string | undefined {
  const text = factText(value)?.trim();
  return text === undefined || text.length > maxNameCharacters || isNil(text) ? undefined : text;
}

/** The texts of values, as `factText`, without blanks around; none that is nil. */
export function factTexts(values: readonly FactValue[]): readonly string[] {
  return values.flatMap((value) => factText(value)?.trim() ?? []).filter((text) => !isNil(text));
}

/**
 * What a value says, as published: the text, or the IRI. A text that JSON-LD took for the address
 * of a file beside the document is one.
 * @returns undefined for a blank node and a nil
 */
export function publishedText(value: FactValue): string | undefined {
  const text = (value.kind === 'literal' ? value.text : (plainName(value) ?? value.iri))?.trim();
  return text === undefined || isNil(text) ? undefined : text;
}

function plainName({ writtenAs }: FactNode): string | undefined {
  return writtenAs === undefined || isRelativeAddress(writtenAs) ? undefined : writtenAs;
}

/**
 * What the values of some properties of a node say, each once, in their order; of a literal
 * nothing.
 */
export function publishedTexts(value: FactValue, properties: readonly string[]): readonly string[] {
  if (value.kind === 'literal') return [];
  const said = value.values(properties).map(publishedText);
  return [...new Set(said)].filter((text) => text !== undefined);
}

/** The same with the languages of the texts. */
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

/** A text with its language, where it has one. */
export function textIn(text: string, language: string | undefined): Text {
  return language === undefined ? { text } : { text, language };
}

function readable(text: string, maxCharacters: number, language?: string): readonly Text[] {
  const plain = plainText(text.slice(0, maxCharacters * markupFactor));
  const cut = plain.length > maxCharacters ? wholeCharacters(plain, maxCharacters) : plain;
  if (isNil(cut)) return [];
  return [textIn(cut, language)];
}

function wholeCharacters(text: string, max: number): string {
  const start = text.slice(0, max);
  return (start.isWellFormed() ? start : start.slice(0, -1)).trim();
}
