import { isNil } from './nil.ts';
import { plainText } from './plain-text.ts';

/** Whoever has more keywords in one text has written a text. */
const maxKeywords = 200;
const maxCharacters = 500;
/** Longer than this, without separators, it is a description in the wrong place. */
const maxCutCharacters = 2000;
/** What is looked at of a text: as many keywords of that length as there may be. */
const maxTextCharacters = maxKeywords * maxCharacters;

/** Between keywords that were written as one text: not the comma of `1,000` or `1,2-ethanediol`. */
const separators = /[;|\u{3001}\u{FF0C}\u{FF1B}]|(?<!\d),|,(?!\d)|,(?=\d{4})/u;
/** A path such as `EARTH SCIENCE > OCEANS > SALINITY`; `>` without blanks is one as well, but not `->`, `=>` and `>5`. */
const steps = /(?<![-=<>])>(?![=>]| ?\d)/u;
/** Without any of these a text is one keyword, as most are. */
const divisible = /[;|,>{\r\n\u{3001}\u{FF0C}\u{FF1B}]/u;
const lineEnds = /[\r\n]/u;
const allLineEnds = /[\r\n]+/gu;
/** What is left of separators alone says nothing. */
const sayable = /[\p{L}\p{N}]/u;
/** A label of what a keyword is, as some programs put before it: `{hgloc}Scheldt`. */
const label = /^\{[a-z\d_]{1,30}\}(?=.)/iu;

/**
 * The keywords in a text: the whole of it, without markup; each of its parts where it has separators (comma, semicolon,
 * bar, line end); the last step of a path. A natural phrase with a comma is there as a whole and in parts. A name that was cut
 * at its comma stays as it is, since nobody can tell. Each once, in the order in which they stand, none that is nil, at most
 * 200 of at most 500 characters; a text that is longer is there in its parts only, each cut there, and none that has more than
 * 2,000.
 */
export function keywordsOf(text: string): readonly string[] {
  const start = text.slice(0, maxTextCharacters);
  const whole = plainText(start);
  if (!divisible.test(start) && !divisible.test(whole)) return [cut(whole)].filter(isKeyword);
  // Line ends are no blanks here.
  const inLines = lineEnds.test(start) ? plainText(start.replaceAll(allLineEnds, ' | ')) : whole;
  const parts = distinctParts(inLines.split(separators));
  const bare = parts.map(withoutLabel);
  const all = [...parts, ...bare, ...bare.map(leafOf)];
  const found = new Set([whole, withoutLabel(whole), ...all.map(cut)]);
  return [...found].filter(isKeyword).slice(0, maxKeywords);
}

function isKeyword(text: string): boolean {
  return text.length <= maxCharacters && !isNil(text) && sayable.test(text);
}

function cut(part: string): string {
  if (part.length <= maxCharacters) return part;
  if (part.length > maxCutCharacters) return '';
  const start = part.slice(0, maxCharacters);
  return (start.isWellFormed() ? start : start.slice(0, -1)).trim();
}

/** As many as may be keywords: a text of nothing but separators has any number. */
function distinctParts(parts: readonly string[]): readonly string[] {
  return [...new Set(parts.map(trimmed))].filter((part) => part !== '').slice(0, maxKeywords);
}

function trimmed(part: string): string {
  return part.trim();
}

function leafOf(path: string): string {
  return trimmed(path.split(steps).at(-1) ?? '');
}

function withoutLabel(keyword: string): string {
  return keyword.replace(label, '').trim();
}
