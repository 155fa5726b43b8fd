import { isNil } from './nil.ts';
import { plainText } from './plain-text.ts';

/** More keywords in one text are prose. */
const maxKeywords = 200;
const maxCharacters = 500;
/** A longer part is a description in the wrong place. */
const maxCutCharacters = 2000;
/** Limit for the text that is examined. */
const maxTextCharacters = maxKeywords * maxCharacters;

/** Separators of keywords; not the comma of `1,000` or `1,2-ethanediol`. */
const separators = /[;|\u{3001}\u{FF0C}\u{FF1B}]|(?<!\d),|,(?!\d)|,(?=\d{4})/u;
/**
 * Steps of a path such as `EARTH SCIENCE > OCEANS > SALINITY`, also without blanks; not `->`, `=>`
 * and `>5`.
 */
const pathSeparator = /(?<![-=<>])>(?![=>]| ?\d)/u;
/** Quick test: without any of these a text is a single keyword. */
const mayBeSplit = /[;|,>{\r\n\u{3001}\u{FF0C}\u{FF1B}]/u;
const lineEnds = /[\r\n]/u;
const allLineEnds = /[\r\n]+/gu;
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
export function keywordsOf(text: string): readonly string[] {
  const start = text.slice(0, maxTextCharacters);
  const whole = plainText(start);
  if (!mayBeSplit.test(start) && !mayBeSplit.test(whole))
    return [cutKeyword(whole)].filter(isKeyword);
  // Keep line ends, which are separators here.
  const inLines = lineEnds.test(start) ? plainText(start.replaceAll(allLineEnds, ' | ')) : whole;
  const parts = distinctParts(inLines.split(separators));
  const bare = parts.map(removeLabel);
  const all = [...parts, ...bare, ...bare.map(lastPathStep)];
  const found = new Set([whole, removeLabel(whole), ...all.map(cutKeyword)]);
  return [...found].filter(isKeyword).slice(0, maxKeywords);
}

function isKeyword(text: string): boolean {
  return text.length <= maxCharacters && !isNil(text) && letterOrDigit.test(text);
}

function cutKeyword(part: string): string {
  if (part.length <= maxCharacters) return part;
  if (part.length > maxCutCharacters) return '';
  const start = part.slice(0, maxCharacters);
  return (start.isWellFormed() ? start : start.slice(0, -1)).trim();
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
