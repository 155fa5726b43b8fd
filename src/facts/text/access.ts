import { accesses, type Access } from '../../model/search-facts.ts';
import { remembered } from '../../text/remembered.ts';
import { trimEndOf } from '../../text/trim-end.ts';
import {
  accessIris,
  fillers,
  inspireLimitations,
  negations,
  openLicencePlaces,
  openLicences,
  pastStatements,
  statements,
  wholeStatements,
} from './access-phrases.ts';
import { words } from './fold.ts';
import { isSpdxLicence } from './licence.ts';
import { plainText } from './plain-text.ts';

/** A longer text is a contract that mentions access in passing. */
const maxCharacters = 500;
/** Markup may make a text so many times longer. */
const markupFactor = 10;

/** Removed, because words in an address are no statements. */
const webAddress = /https?:\/\/\S+/giu;
const partEnd = /[.,;:!?]\s|[()[\]|–—]|\s-\s/u;

/** The meaning of a phrase; `nothing` for an expired embargo. */
type Meaning = Access | 'nothing';

interface Phrase {
  readonly words: readonly string[];
  readonly meaning: Meaning;
}

const fillerWords: ReadonlySet<string> = new Set(words(fillers));
const negationWords: ReadonlySet<string> = new Set(words(negations));
const negation = 'no';
/** Words between a negation and its phrase, as in `not all publicly available`. */
const negationReach = 2;

const wholePhrases: ReadonlyMap<string, Access> = new Map(
  accesses.flatMap((access) =>
    parsePhrases(wholeStatements[access]).map((phrase) => [phrase.join(' '), access] as const),
  ),
);

/** By first word, the longest first. */
const accessPhrases = groupByFirstWord([
  ...accesses.flatMap((access) => createPhrases(statements[access], access)),
  ...createPhrases(pastStatements, 'nothing'),
]);
const licencePhrases = groupByFirstWord(createPhrases(openLicences, 'open'));

const meanings: Readonly<Record<Meaning, Access | undefined>> = {
  open: 'open',
  restricted: 'restricted',
  embargoed: 'embargoed',
  nothing: undefined,
};
/** The meaning of a negated phrase: without login means open, no embargo means nothing. */
const opposites: Readonly<Record<Meaning, Access | undefined>> = {
  open: 'restricted',
  restricted: 'open',
  embargoed: undefined,
  nothing: undefined,
};

/** The most restrictive of several statements. */
export function leastAccess(said: readonly (Access | undefined)[]): Access | undefined {
  return (['embargoed', 'restricted', 'open'] as const).find((access) => said.includes(access));
}

/**
 * Classifies a text about access: the IRI of a known term, or known phrases (`docs/access.md`).
 * Undefined for other texts, and beyond 500 characters.
 */
export const accessOf = remembered((text: string): Access | undefined => {
  return (
    classifyIri(text) ??
    leastAccess(
      splitIntoParts(text).map((part) => {
        return wholePhrases.get(part.join(' ')) ?? leastAccess(findMeanings(part, accessPhrases));
      }),
    )
  );
});

/** As `accessOf`, only for texts without any other content. */
export function mereAccessOf(text: string): Access | undefined {
  return (
    classifyIri(text) ?? (splitIntoParts(text).every(isWholePhrase) ? accessOf(text) : undefined)
  );
}

function isWholePhrase(part: readonly string[]): boolean {
  const [first = '', ...others] = part;
  if (first === '' || wholePhrases.has(part.join(' '))) return true;
  // `unrestricted access` equals `unrestricted`.
  const length = others.at(-1) === 'access' ? [part.length, others.length] : [part.length];
  const phrases = accessPhrases.get(first) ?? [];
  return phrases.some(({ words: own }) => length.includes(own.length) && startsAt(part, 0, own));
}

/** Reads `isAccessibleForFree`: a JSON boolean, a text, or schema.org's IRI. */
export function freeOf(text: string): boolean | undefined {
  const value = text.trim().toLowerCase();
  const [, name] = /^(?:https?:\/\/schema\.org\/|schema:)?(true|false)$/u.exec(value) ?? [];
  if (name !== undefined) return name === 'true';
  if (value === '1' || value === 'yes') return true;
  return value === '0' || value === 'no' ? false : undefined;
}

/**
 * Whether a licence (output of `licenceOf`) is available to everyone: known SPDX licences, and
 * unversioned ones of Creative Commons and the public domain. Permitted uses do not matter.
 */
export const isOpenLicence = remembered((licence: string): boolean => {
  if (isSpdxLicence(licence)) return true;
  const address = normalizeAddress(licence);
  if (openLicencePlaces.some((place) => address.startsWith(place))) return true;
  return splitIntoParts(licence).some((part) =>
    findMeanings(part, licencePhrases).includes('open'),
  );
});

function classifyIri(text: string): Access | undefined {
  const address = normalizeAddress(text);
  return (
    accessIris.get(address) ?? (address.startsWith(inspireLimitations) ? 'restricted' : undefined)
  );
}

function normalizeAddress(text: string): string {
  const address = text.trim().toLowerCase();
  return trimEndOf(address.replace(/^https?:\/\/(?:www\.)?/u, ''), '/');
}

/** The words of each part of the sentences, without fillers. */
function splitIntoParts(text: string): readonly (readonly string[])[] {
  const plain = plainText(text.slice(0, maxCharacters * markupFactor));
  if (plain.length > maxCharacters) return [];
  const parts: (readonly string[])[] = [];
  for (const part of plain.replaceAll(webAddress, ' ').split(partEnd).map(significantWordsIn)) {
    // `Embargo: none`
    const isNo = part.length === 1 && part[0] === negation;
    parts.push(isNo ? [...part, ...(parts.pop() ?? [])] : part);
  }
  return parts;
}

/** The words of a text without fillers, with one word for all negations. */
function significantWordsIn(text: string): readonly string[] {
  const telling = words(text).filter((word) => !fillerWords.has(word));
  return telling.map((word) => (negationWords.has(word) ? negation : word));
}

function findMeanings(
  part: readonly string[],
  phrases: ReadonlyMap<string, readonly Phrase[]>,
): readonly (Access | undefined)[] {
  const found: (Access | undefined)[] = [];
  // Start after the last phrase: its negation does not apply to later phrases.
  let from = 0;
  for (let at = 0; at < part.length; at += 1) {
    const phrase = phrases.get(part[at] ?? '')?.find((each) => startsAt(part, at, each.words));
    if (phrase === undefined) continue;
    const isNegated = part.slice(Math.max(from, at - negationReach), at).includes(negation);
    const { meaning, words: phraseWords } = phrase;
    found.push(isNegated ? opposites[meaning] : meanings[meaning]);
    from = at + phraseWords.length;
    at = from - 1;
  }
  return found;
}

function startsAt(part: readonly string[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((word, index) => part[at + index] === word);
}

function parsePhrases(list: string): readonly (readonly string[])[] {
  return list.split('|').map(significantWordsIn);
}

function createPhrases(list: string, meaning: Meaning): readonly Phrase[] {
  return parsePhrases(list).map((phrase) => ({ words: phrase, meaning }));
}

function groupByFirstWord(phrases: readonly Phrase[]): ReadonlyMap<string, readonly Phrase[]> {
  const found = new Map<string, Phrase[]>();
  for (const phrase of phrases.toSorted((one, other) => other.words.length - one.words.length)) {
    const [first = ''] = phrase.words;
    found.set(first, [...(found.get(first) ?? []), phrase]);
  }
  return found;
}
