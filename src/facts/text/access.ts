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

/** A longer text is a contract, and speaks of access in passing. */
const maxCharacters = 500;
/** What is looked at to find so much text behind markup. */
const markupFactor = 10;

/** The words of an address are no words of its sentence. */
const webAddress = /https?:\/\/\S+/giu;
const partEnd = /[.,;:!?]\s|[()[\]|–—]|\s-\s/u;

/** What a phrase says; `nothing` of an embargo that is over. */
type Meaning = Access | 'nothing';

interface Phrase {
  readonly words: readonly string[];
  readonly meaning: Meaning;
}

const fillerWords: ReadonlySet<string> = new Set(words(fillers));
const negationWords: ReadonlySet<string> = new Set(words(negations));
const negation = 'no';
/** `not all publicly available`, in words. */
const negationReach = 2;

const wholes: ReadonlyMap<string, Access> = new Map(
  accesses.flatMap((access) =>
    phrasesIn(wholeStatements[access]).map((phrase) => [phrase.join(' '), access] as const),
  ),
);

/** By their first word, the longest first. */
const accessPhrases = byFirstWord([
  ...accesses.flatMap((access) => phrasesOf(statements[access], access)),
  ...phrasesOf(pastStatements, 'nothing'),
]);
const licencePhrases = byFirstWord(phrasesOf(openLicences, 'open'));

const meanings: Readonly<Record<Meaning, Access | undefined>> = {
  open: 'open',
  restricted: 'restricted',
  embargoed: 'embargoed',
  nothing: undefined,
};
/** What a phrase says behind a negation: who needs no login has access, and no embargo is no access. */
const opposites: Readonly<Record<Meaning, Access | undefined>> = {
  open: 'restricted',
  restricted: 'open',
  embargoed: undefined,
  nothing: undefined,
};

/** Of several statements the one that leaves least: nobody yet, only some, everybody. */
export function leastAccess(said: readonly (Access | undefined)[]): Access | undefined {
  return (['embargoed', 'restricted', 'open'] as const).find((access) => said.includes(access));
}

/**
 * What a text says of the access to data: the IRI of a term of a usual vocabulary, or words in which
 * it is said in so many words (`docs/access.md`). Undefined where it says something else, says it in
 * other words, or is longer than 500 characters.
 */
export const accessOf = remembered((text: string): Access | undefined => {
  return accessOfIri(text) ?? leastAccess(partsOf(text).map((part) => accessOfPart(part)));
});

/** As `accessOf`, of a text that says nothing else. */
export function mereAccessOf(text: string): Access | undefined {
  return accessOfIri(text) ?? (partsOf(text).every(isWholePhrase) ? accessOf(text) : undefined);
}

function isWholePhrase(part: readonly string[]): boolean {
  const [first = '', ...others] = part;
  if (first === '' || wholes.has(part.join(' '))) return true;
  // `unrestricted access` is no more than `unrestricted`.
  const length = others.at(-1) === 'access' ? [part.length, others.length] : [part.length];
  const phrases = accessPhrases.get(first) ?? [];
  return phrases.some(({ words: own }) => length.includes(own.length) && startsAt(part, 0, own));
}

/** Whether `isAccessibleForFree` is true or false: as JSON has it, as text, or as schema.org's IRI. */
export function freeOf(text: string): boolean | undefined {
  const value = text.trim().toLowerCase();
  const [, name] = /^(?:https?:\/\/schema\.org\/|schema:)?(true|false)$/u.exec(value) ?? [];
  if (name !== undefined) return name === 'true';
  if (value === '1' || value === 'yes') return true;
  return value === '0' || value === 'no' ? false : undefined;
}

/**
 * Whether a licence, as `licenceOf` writes it, is one that anybody can take: all that SPDX lists and
 * we know, and those of Creative Commons and of the public domain without a version. Who may use the
 * data, and for what, is another matter.
 */
export const isOpenLicence = remembered((licence: string): boolean => {
  if (isSpdxLicence(licence)) return true;
  const address = addressOf(licence);
  if (openLicencePlaces.some((place) => address.startsWith(place))) return true;
  return partsOf(licence).some((part) => meaningsIn(part, licencePhrases).includes('open'));
});

function accessOfIri(text: string): Access | undefined {
  const address = addressOf(text);
  return (
    accessIris.get(address) ?? (address.startsWith(inspireLimitations) ? 'restricted' : undefined)
  );
}

function addressOf(text: string): string {
  const address = text.trim().toLowerCase();
  return trimEndOf(address.replace(/^https?:\/\/(?:www\.)?/u, ''), '/');
}

/** The words of each part of the sentences of a text, without fillers. */
function partsOf(text: string): readonly (readonly string[])[] {
  const plain = plainText(text.slice(0, maxCharacters * markupFactor));
  if (plain.length > maxCharacters) return [];
  const parts: (readonly string[])[] = [];
  for (const part of plain.replaceAll(webAddress, ' ').split(partEnd).map(tellingIn)) {
    // `Embargo: none`
    const isNo = part.length === 1 && part[0] === negation;
    parts.push(isNo ? [...part, ...(parts.pop() ?? [])] : part);
  }
  return parts;
}

/** The words of a text without fillers, and with one word for all negations. */
function tellingIn(text: string): readonly string[] {
  const telling = words(text).filter((word) => !fillerWords.has(word));
  return telling.map((word) => (negationWords.has(word) ? negation : word));
}

function accessOfPart(part: readonly string[]): Access | undefined {
  return wholes.get(part.join(' ')) ?? leastAccess(meaningsIn(part, accessPhrases));
}

function meaningsIn(
  part: readonly string[],
  phrases: ReadonlyMap<string, readonly Phrase[]>,
): readonly (Access | undefined)[] {
  const found: (Access | undefined)[] = [];
  // Behind the last phrase: a negation that belongs to that one turns no other round.
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

function phrasesIn(list: string): readonly (readonly string[])[] {
  return list.split('|').map(tellingIn);
}

function phrasesOf(list: string, meaning: Meaning): readonly Phrase[] {
  return phrasesIn(list).map((phrase) => ({ words: phrase, meaning }));
}

function byFirstWord(phrases: readonly Phrase[]): ReadonlyMap<string, readonly Phrase[]> {
  const found = new Map<string, Phrase[]>();
  for (const phrase of phrases.toSorted((one, other) => other.words.length - one.words.length)) {
    const [first = ''] = phrase.words;
    found.set(first, [...(found.get(first) ?? []), phrase]);
  }
  return found;
}
