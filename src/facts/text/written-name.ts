import { bareDoi } from '../../rdf/identifier-name.ts';

/** A URL without scheme: `www.a.example`, `a.org/7`. */
const bareAddress =
  /^(?:www\.|(?:[a-z\d-]+\.)+(?:com|edu|eu|gov|info|int|io|net|org|[a-z]{2})\/)/iu;

/**
 * Whether a presumed relative IRI was meant as text: it has blanks, is a DOI, or a URL without
 * scheme.
 */
export function looksWritten(text: string): boolean {
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
