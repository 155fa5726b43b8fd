import { trimEndOf } from '../../text/trim-end.ts';

/** What programs and people write where they have nothing to say. `Na` is sodium, and is let pass. */
const words: ReadonlySet<string> = new Set([
  'missing',
  'n.a',
  'n/a',
  'nan',
  'nil',
  'no data',
  'none',
  'not a number',
  'not applicable',
  'not available',
  'not defined',
  'not known',
  'not provided',
  'not specified',
  'not supplied',
  'null',
  'tba',
  'tbd',
  'to be added',
  'to be announced',
  'to be defined',
  'to be determined',
  'todo',
  'undefined',
  'unknown',
  'unspecified',
]);

/** No name or IRI of a missing value is longer, nor a place in a template. */
const maxCharacters = 300;
/** Of the words, with what may be around and between them. */
const maxWordCharacters = 24;

const marks = /^[-?\u{2010}-\u{2015}]*$/u;
const notAvailable = /^(?:na|NA)$/u;
/** The draft's `nil:…`, and OGC's names of missing values, as IRI of any scheme or resolver and as URN (CDIF: missing values). */
const nilIri = /^(?:nil:|urn:ogc:def:nil:|(?=\S*\/def\/nil(?:\/|$)))\S*$/iu;
/** A place in a template that was never filled in: `{kw4}`, `{{license}}`, `${title}`, `%NAME%`. */
const unfilled = /^(?:\$?\{[^{}]*\}|\{\{[^{}]*\}\}|%[A-Z_]+%|<%[^%]*%>)$/u;

// Asked of every text of every record: nearly all of them begin as nothing of the above does, and name no register of nils.
const beginnings = [...new Set([...words].map((word) => word.charAt(0)))].join('');
const perhapsNil = new RegExp(String.raw`^(?:$|[${beginnings}]|[^a-z\d])|/nil`, 'iu');
const around = /^["'([<]|["')\]>.]$/u;
const allBefore = /^["'([<]+/u;
const allBehind = `"')]>.`;
const separated = /[\s_-]/u;
const allSeparators = /[\s_-]+/gu;

/**
 * Whether a text says that there is no value: none at all, a word for it in any case and perhaps in quotes or brackets,
 * a nil IRI, only dashes or question marks, or a place in a template that was not filled in.
 */
export function isNil(text: string): boolean {
  const value = text.trim();
  if (value.length > maxCharacters || !perhapsNil.test(value)) return false;
  if (value.length <= maxWordCharacters && isNilWord(value)) return true;
  return nilIri.test(value) || unfilled.test(value);
}

/**
 * Whether a text is the IRI of a missing value, with which CDIF has publishers say that there is
 * none.
 */
export function isNilIri(text: string): boolean {
  return text.length <= maxCharacters && nilIri.test(text.trim());
}

function isNilWord(value: string): boolean {
  if (marks.test(value) || notAvailable.test(value)) return true;
  const bare = around.test(value) ? trimEndOf(value.replace(allBefore, ''), allBehind) : value;
  const word = separated.test(bare) ? bare.replaceAll(allSeparators, ' ').trim() : bare;
  return words.has(word.toLowerCase());
}
