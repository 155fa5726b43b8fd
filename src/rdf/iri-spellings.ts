import { identifierName } from './identifier-name.ts';
import { isIri, repairIri } from './iri.ts';
import { replacementCharacter } from '../text/well-formed.ts';

/** Whether a text is an IRI of a kind that can be recognised: `dc:title` and `Depth:mean` can be anything. */
export function isWrittenIri(text: string): boolean {
  return /^(?:https?:\/\/|urn:[a-z\d])/iu.test(text) && isIri(text);
}

/**
 * An IRI as written and, where it differs, in canonical spelling (`identifierName`). Two spellings
 * of one IRI share one of them.
 * @returns empty where the text cannot be repaired to an IRI
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
 * The text from which an IRI was made by encoding blanks: decoded where the IRI has encoded blanks,
 * else unchanged.
 */
export function withBlanks(iri: string): string {
  if (!encodedBlank.test(iri)) return iri;
  return iri.replaceAll(encodedBytes, (bytes) => {
    const text = Buffer.from(bytes.replaceAll('%', ''), 'hex').toString();
    return text.includes(replacementCharacter) ? bytes : text;
  });
}
