import { isIri } from '../../rdf/iri.ts';
import { remembered } from '../../text/remembered.ts';
import { trimEndOf } from '../../text/trim-end.ts';
import { creativeCommonsIn } from './creative-commons.ts';
import { plainText } from './plain-text.ts';
import { spdxIdOfName, spdxIds } from './spdx-name.ts';
import { spdxIdOfIri } from './spdx-of-iri.ts';

/** A text that says more than a few sentences is a contract, and names licences in passing. */
const maxSentenceCharacters = 2000;
const maxCharacters = 1000;

const webAddress = /https?:\/\/[^\s<>"']+/giu;
/** `CC BY 2.0 CA`: a ported licence; SPDX lists only some of them. */
const countryVersion = /\b[123]\.\d[\s-]+(?:[A-Z]{2}|IGO)\b/u;
const spdxPlace = 'https://spdx.org/licenses/';

/**
 * What a licence is called: the IRI of SPDX (`https://spdx.org/licenses/CC-BY-4.0`) where a name,
 * an identifier or an IRI says which it is, or a sentence names exactly one; an IRI that says
 * nothing we know as published, any other text without its markup, at most 1,000 characters of it.
 */
export const licenceOf = remembered((text: string): string => {
  const start = text.slice(0, maxSentenceCharacters);
  const plain = plainText(start);
  const id = spdxIdOfIri(plain) ?? spdxIdOfName(plain) ?? idInSentence(plain, start);
  if (id !== undefined) return spdxPlace + id;
  const iri = text.trim();
  return iri.length <= maxCharacters && isIri(iri) ? iri : plain.slice(0, maxCharacters);
});

/** Whether a licence, as `licenceOf` writes it, is in SPDX's list. */
export function isSpdxLicence(licence: string): boolean {
  return licence.startsWith(spdxPlace) && spdxIds.has(licence.slice(spdxPlace.length));
}

/** @param written the text with its markup, in which links have addresses */
function idInSentence(text: string, written: string): string | undefined {
  if (!/\s/u.test(written) || countryVersion.test(text)) return undefined;
  const addresses = [...(text.match(webAddress) ?? []), ...(written.match(webAddress) ?? [])];
  const named = addresses.map((address) => spdxIdOfIri(trimEndOf(address, '),.;')));
  // Words of an address are no words of the sentence.
  const rest = text.replaceAll(webAddress, ' . ');
  const ids = new Set([...named, ...creativeCommonsIn(rest)]);
  ids.delete(undefined);
  const [id] = ids;
  return ids.size === 1 && id !== undefined && spdxIds.has(id) ? id : undefined;
}
