import { identifierName } from './identifier-name.ts';
import { isIri, repairIri } from './iri.ts';
import { replacementCharacter } from '../text/well-formed.ts';

/** Whether a text is an IRI of a kind that can be recognised: `dc:title` and `Depth:mean` can be anything. */
export function isWrittenIri(text: string): boolean {
  return /^(?:https?:\/\/|urn:[a-z\d])/iu.test(text) && isIri(text);
}

/**
 * An IRI as it is written, and in the one spelling that it shares with others where that is another one (`identifierName`). Two that
 * mean the same have one of them in common.
 * @returns none where the text cannot be mended to be one
 */
export function iriSpellings(text: string): readonly string[] {
  return [...new Set([repairIri(text), repairIri(identifierName(text))])].filter(
    (iri) => iri !== undefined,
  );
}

/** Encoded bytes, of which at least one is a blank. */
const encodedBlank = /%(?:20|09|0A|0D|C2%A0)/iu;
const encodedBytes = /(?:%[\dA-F]{2})+/giu;

/**
 * The text of which an IRI was made by encoding its blanks: decoded where it has some; else as it
 * is.
 */
export function withBlanks(iri: string): string {
  if (!encodedBlank.test(iri)) return iri;
  return iri.replaceAll(encodedBytes, (bytes) => {
    const text = Buffer.from(bytes.replaceAll('%', ''), 'hex').toString();
    return text.includes(replacementCharacter) ? bytes : text;
  });
}
