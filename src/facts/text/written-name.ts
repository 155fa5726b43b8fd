import { bareDoi } from '../../rdf/identifier-name.ts';

/** `www.a.example`, `a.org/7`: a URL that lacks its scheme. */
const bareAddress =
  /^(?:www\.|(?:[a-z\d-]+\.)+(?:com|edu|eu|gov|info|int|io|net|org|[a-z]{2})\/)/iu;

/** Whether a text was no relative IRI: it has blanks, is a DOI, or a URL without its scheme. */
export function looksWritten(text: string): boolean {
  return /\s/u.test(text) || bareDoi.test(text) || bareAddress.test(text);
}

/** Whether what JSON-LD took for a relative IRI may have been meant as the address of a file. */
export function isRelativeAddress(written: string): boolean {
  return /[/?#:]|\.[a-z]+$/iu.test(written);
}

/** Whether a text ends as the names of files do; that may have blanks. */
export function endsAsFile(text: string): boolean {
  return /\.[a-z][a-z\d]{0,7}$/iu.test(text);
}
