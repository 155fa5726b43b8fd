import type { Access } from './entry.ts';

/** A requested box: west may be greater than east, and longitudes may range from 0 to 360. */
export type AskedBox = readonly [west: number, south: number, east: number, north: number];

/** A question to a catalogue. `time` is one time or two with a slash, `..` if open; ages in Ma. */
export type Question =
  | { readonly kind: 'bbox-intersects' | 'bbox-within'; readonly box: AskedBox }
  | { readonly kind: 'time-overlaps' | 'time-within'; readonly time: string }
  | { readonly kind: 'age-overlaps'; readonly older: number; readonly younger: number }
  | { readonly kind: TextKind; readonly text: string }
  | { readonly kind: IriKind; readonly iri: string }
  | { readonly kind: 'geometry'; readonly wkt: string }
  | NamedQuestion
  | { readonly kind: 'words'; readonly all: readonly WordsAsked[] }
  | { readonly kind: 'combined'; readonly all: readonly Question[] }
  | { readonly kind: 'composed'; readonly all: readonly Question[] };

/**
 * Questions by names and identifiers in any spelling. `place`: all words in names and codes of
 * places, or an identifier. `variable-said`: a concept by its IRI, or words of names, codes and
 * descriptions. `variable-called`: all words in names and codes of one variable. An affiliation is
 * no person.
 */
export type NamedQuestion =
  | { readonly kind: AgentKind; readonly who: string; readonly role?: string }
  | { readonly kind: NameKind; readonly text: string }
  | { readonly kind: 'term-said'; readonly text: string; readonly scheme?: string }
  | {
      readonly kind: 'variable-said';
      readonly text: string;
      readonly unit?: string;
      readonly technique?: string;
    }
  | { readonly kind: 'access'; readonly access: Access | 'unknown' }
  | { readonly kind: 'modified-since'; readonly since: string }
  | { readonly kind: 'source'; readonly source: string };

/** What is typed as words: one of some phrases or beginnings, which must be there or must not. */
export interface WordsAsked {
  readonly any: readonly PhraseAsked[];
  readonly isExcluded?: boolean;
}

/** Words that stand side by side in one text. */
export interface PhraseAsked {
  readonly phrase: readonly string[];
  /** Whether the last word may go on. */
  readonly isPrefix?: boolean;
}

export type AgentKind = 'funder' | 'organization' | 'person';
export type NameKind = 'format' | 'identifier' | 'licence' | 'place' | 'variable-called';

/**
 * `keyword-words`: all words in titles, keywords, labels of terms and names of variables. `text`:
 * also in names of places and times, and in descriptions, including those of variables.
 * `exact-keyword`: one complete keyword. `variable-name`: all words in names and descriptions of one
 * variable.
 */
export type TextKind = 'exact-keyword' | 'keyword-words' | 'text' | 'variable-name';
export type IriKind = 'term' | 'type' | 'variable-concept';

export const questionKinds = [
  'bbox-intersects',
  'bbox-within',
  'time-overlaps',
  'time-within',
  'age-overlaps',
  'keyword-words',
  'text',
  'exact-keyword',
  'variable-name',
  'term',
  'type',
  'variable-concept',
  'combined',
  'geometry',
  'person',
  'organization',
  'funder',
  'licence',
  'format',
  'identifier',
  'place',
  'term-said',
  'variable-said',
  'variable-called',
  'access',
  'modified-since',
  'source',
  'words',
  'composed',
] as const satisfies readonly Question['kind'][];

/** The resources that a search finds, by `resourceName`. */
export type Ask = (question: Question) => Promise<ReadonlySet<string>>;

/** What a search must find, and what it may find, since some values can be rounded in two ways. */
export interface Answer {
  readonly sure: ReadonlySet<string>;
  readonly possible: ReadonlySet<string>;
}

/**
 * The name under which resources are compared: one for all spellings of an IRI.
 * @param iri of a resource, or the URL of its document where it has none
 */
export function resourceName(iri: string): string {
  const text = iri.trim();
  const [, doi] = /^(?:doi:|https?:\/\/(?:dx\.|www\.)?doi\.org\/)\s*(10\..+)$/iu.exec(text) ?? [];
  if (doi !== undefined) return `doi:${doi.toLowerCase()}`;
  const [, host, rest] = /^https?:\/\/([^/?#]+)(.*)$/iu.exec(text) ?? [];
  if (host === undefined || rest === undefined) return text;
  return `https://${host.toLowerCase()}${rest.replace(/\/$/u, '')}`;
}

/** What is wrong with an answer: `+name` is too much, `-name` is missing. */
export function differences(found: ReadonlySet<string>, { sure, possible }: Answer): string[] {
  const extra = [...found].filter((name) => !possible.has(name)).map((name) => `+${name}`);
  const missing = [...sure].filter((name) => !found.has(name)).map((name) => `-${name}`);
  return [...extra, ...missing];
}

/** Where two answers exclude each other: what is sure in one must be possible in the other. */
export function contradictions(first: Answer, second: Answer): string[] {
  const extra = [...first.sure].filter((name) => !second.possible.has(name));
  const missing = [...second.sure].filter((name) => !first.possible.has(name));
  return [...extra.map((name) => `+${name}`), ...missing.map((name) => `-${name}`)];
}
