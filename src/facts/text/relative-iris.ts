import { bareDoi } from '../../rdf/identifiers.ts';
import { withBlanks } from '../../rdf/iri.ts';
import { isNil } from './missing-values.ts';

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
