import { words } from '../facts/text/fold.ts';
import { tellingWords } from '../facts/text/function-words.ts';
import { periodBounds } from '../facts/time/period-bounds.ts';
import type { Text } from '../model/search-facts.ts';
import { iriTerm, plainLiteral, taggedLiteral, typedLiteral } from '../rdf/n-quads.ts';
import { xsd } from '../rdf/vocabularies.ts';
import { wellFormed } from '../text/well-formed.ts';
import { dateTime, type Term } from './own-terms.ts';

/** A text with its language. */
export function literal({ text, language }: Text): Term {
  const sound = wellFormed(text);
  return language === undefined ? plainLiteral(sound) : taggedLiteral(sound, language);
}

/** An xsd:double, also of what is infinite. */
export function double(value: number): Term {
  const text = Number.isFinite(value) ? String(value) : value > 0 ? 'INF' : '-INF';
  return typedLiteral(text, iriTerm(xsd.double));
}

/** When a time begins, as xsd:dateTime. @param time as `Period` writes it */
export function startOf(time: string | undefined): Term | undefined {
  const start =
    time === undefined ? undefined : periodBounds({ start: time, end: time }).startDateTime;
  return start === undefined ? undefined : dateTime(start);
}

/** The words by which the titles of an entry are looked up, each once: those that tell something, as each title has its own. */
export function titleWords(titles: readonly Text[]): readonly string[] {
  return [...new Set(titles.flatMap(({ text }) => tellingWords(text)))];
}

/** All words of a text that entries share, each once: `In` is the name of a variable. */
export function wordsOf(text: string): readonly string[] {
  return [...new Set(words(text))];
}

/** All words in one text with blanks around each, so that a word is found as such. */
export function foldedTexts(texts: readonly Text[]): Term | undefined {
  const all = texts.flatMap(({ text }) => words(text));
  return all.length === 0 ? undefined : plainLiteral(wellFormed(` ${all.join(' ')} `));
}
