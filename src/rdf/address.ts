import { resolveReferences } from '../text/character-references.ts';
import { trimBlanks } from '../text/clean-text.ts';
import { repairIri } from './iri.ts';

/** Without blanks, and with the `//` that no other text has there. */
const webAddress = /^[a-z][a-z\d+.-]{0,30}:\/\/[^\s"]+$/iu;

/**
 * An IRI that is valid and leads somewhere: as by `repairIri`, without blanks and invisible
 * characters around it, and with character references resolved (`&amp;`), which no address means.
 * @returns undefined where the result is no absolute IRI
 */
export function mendPublishedIri(text: string): string | undefined {
  return repairIri(trimBlanks(resolveReferences(text)));
}

/**
 * The address that a text is, mended as by `mendPublishedIri` but not encoded; any other text unchanged. Only
 * a whole text is an address.
 */
export function mendAddress(text: string): string {
  const mended = trimBlanks(resolveReferences(text));
  return mended !== text && webAddress.test(mended) ? mended : text;
}
