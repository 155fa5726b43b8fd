import { bareDoi } from '../../rdf/identifiers.ts';
import { withBlanks } from '../../rdf/iri.ts';
import { trimEndCharacters } from '../../text/clean-text.ts';

/** What programs and people write for missing values. `Na` is sodium, and not listed. */
const nilWords: ReadonlySet<string> = new Set(
  `missing | n.a | n/a | nan | nil | no data | none | not a number | not applicable |
    not available | not defined | not known | not provided | not specified | not supplied |
    null | tba | tbd | to be added | to be announced | to be defined | to be determined | todo |
    undefined | unknown | unspecified`
    .split('|')
    .map((word) => word.trim()),
);

/** Names and IRIs of missing values, and template placeholders, are not longer. */
const maxCharacters = 300;
/** For the words, including surrounding punctuation. */
const maxWordCharacters = 24;

const onlyMarks = /^[-?\u{2010}-\u{2015}]*$/u;
const notAvailable = /^(?:na|NA)$/u;
/**
 * Nil IRIs of the draft (`nil:…`) and of OGC, with any scheme or resolver, or as URN (CDIF: missing
 * values).
 */
const nilIri = /^(?:nil:|urn:ogc:def:nil:|(?=\S*\/def\/nil(?:\/|$)))\S*$/iu;
/** Template placeholders that were not filled in: `{kw4}`, `{{license}}`, `${title}`, `%NAME%`. */
const templatePlaceholder = /^(?:\$?\{[^{}]*\}|\{\{[^{}]*\}\}|%[A-Z_]+%|<%[^%]*%>)$/u;

// Quick test, because every text of every record is checked: most texts start with none of these,
// and contain no register of nils.
const beginnings = [...new Set([...nilWords].map((word) => word.charAt(0)))].join('');
const perhapsNil = new RegExp(String.raw`^(?:$|[${beginnings}]|[^a-z\d])|/nil`, 'iu');
const surroundingMark = /^["'([<]|["')\]>.]$/u;
const marksBefore = /^["'([<]+/u;
const marksBehind = `"')]>.`;
const wordSeparator = /[\s_-]/u;
const wordSeparators = /[\s_-]+/gu;

/**
 * Whether a text states a missing value: empty, a word for it in any case, perhaps in quotes or
 * brackets, a nil IRI, only dashes or question marks, or a template placeholder.
 */
export function isNil(text: string): boolean {
  const value = text.trim();
  if (value.length > maxCharacters || !perhapsNil.test(value)) return false;
  if (value.length <= maxWordCharacters && isNilWord(value)) return true;
  return nilIri.test(value) || templatePlaceholder.test(value);
}

/**
 * What `isNil` calls nil, as patterns in the syntax of SPARQL's REGEX, for SHACL. They have no limit
 * of length.
 */
export const nilPatterns = {
  /** In any case: words, marks and IRIs. */
  anyCase: [
    '^[\\s?\u{2010}-\u{2015}-]*$',
    String.raw`^[\s"'(\[<_-]*(${nilWordPattern()})[\s"')\]>._-]*$`,
    String.raw`^\s*((nil:|urn:ogc:def:nil:)\S*|\S*/def/nil(/\S*)?)\s*$`,
  ].join('|'),
  exactCase: String.raw`^\s*(na|NA|%[A-Z_]+%)\s*$`,
  template: String.raw`^\s*(\$?\{[^{}]*\}|\{\{[^{}]*\}\}|<%[^%]*%>)\s*$`,
} as const;

function nilWordPattern(): string {
  const words = [...nilWords].map((word) => word.replaceAll('.', '[.]'));
  return words.join('|').replaceAll(' ', String.raw`[\s_-]+`);
}

/** Whether a text is a nil IRI, by which CDIF states a missing value. */
export function isNilIri(text: string): boolean {
  return text.length <= maxCharacters && nilIri.test(text.trim());
}

/** Whether a text is the placeholder of a template that was not filled in: `{name}`. */
export function isTemplatePlaceholder(text: string): boolean {
  return text.length <= maxCharacters && templatePlaceholder.test(text.trim());
}

function isNilWord(value: string): boolean {
  if (onlyMarks.test(value) || notAvailable.test(value)) return true;
  const bare = surroundingMark.test(value)
    ? trimEndCharacters(value.replace(marksBefore, ''), marksBehind)
    : value;
  const word = wordSeparator.test(bare) ? bare.replaceAll(wordSeparators, ' ').trim() : bare;
  return nilWords.has(word.toLowerCase());
}

/**
 * Returns the relative reference that an IRI was resolved from; undefined if it is not below the
 * folder of the base.
 */
export type RelativeReferenceReader = (iri: string) => string | undefined;

/** Everything up to the last slash of the path. */
const folderOf = /^[a-z][a-z\d+.-]*:\/\/[^?#]*\//iu;

/**
 * Creates a reader of relative references.
 * @param base the base IRI, in the spelling of `URL`
 */
export function createRelativeReferenceReader(base: string): RelativeReferenceReader {
  const [folder] = folderOf.exec(base) ?? [];
  return (iri) => {
    // An empty reference denotes the document itself (RFC 3986 §4.4).
    if (iri === base) return '';
    return folder !== undefined && iri.startsWith(folder) ? iri.slice(folder.length) : undefined;
  };
}

/** Whether a text can name a record or resource: not empty, no blank node, no placeholder. */
export type NameTest = (text: string) => boolean;

/**
 * Creates a name test.
 * @param base base IRI of the texts, to recognise placeholders such as a relative `nan`
 */
export function createNameTest(base: string): NameTest {
  const placeholder = createPlaceholderReader(base);
  return (text) => !text.trimStart().startsWith('_:') && placeholder(text) === undefined;
}

/**
 * Creates a reader of placeholders published as names: `nan` of `https://bog.example/nan`. It
 * returns undefined for names and blank nodes.
 * @param base as for `createNameTest`
 */
export function createPlaceholderReader(base: string): (name: string) => string | undefined {
  const relativeText = createRelativeReferenceReader(base);
  return (text) => {
    const name = text.trim();
    if (isNil(name)) return name;
    const written = withBlanks(relativeText(name) ?? '');
    return written !== '' && isNil(written) ? written : undefined;
  };
}

/** A URL without scheme: `www.a.example`, `a.org/7`. */
const bareAddress =
  /^(?:www\.|(?:[a-z\d-]+\.)+(?:com|edu|eu|gov|info|int|io|net|org|[a-z]{2})\/)/iu;

/**
 * Whether a presumed relative IRI was meant as text: it has blanks, is a DOI, or a URL without
 * scheme.
 */
export function looksLikePlainText(text: string): boolean {
  return /\s/u.test(text) || bareDoi.test(text) || bareAddress.test(text);
}

/** Whether a presumed relative IRI may be a file address. */
export function isRelativeAddress(written: string): boolean {
  return /[/?#:]|\.[a-z]+$/iu.test(written);
}

/** Whether a text ends with a file extension; such names may contain blanks. */
export function endsAsFile(text: string): boolean {
  return /\.[a-z][a-z\d]{0,7}$/iu.test(text);
}
