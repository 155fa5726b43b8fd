import { identifierName } from './identifier-name.ts';
import { isIri, repairIri } from './iri.ts';

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
