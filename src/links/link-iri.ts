import { repairIri } from '../rdf/iri.ts';
import { parsedUrl } from '../text/parsed-url.ts';

/** A line break and the blanks of the next line, which are no part of a target (RFC 3986 appendix C). */
const fold = /[\r\n][ \t\r\n]*/gu;

/**
 * Matches most targets, which are absolute and normalised already. Parsing takes ten times as long.
 */
const ordinary =
  /^https?:\/\/(?!\S*(?:\/\.|xn--))(?:[a-z\d-]+\.)+[a-z]{2,}\/[\w\-.~!$&()*+,;=:@/]*(?:\?[\w\-.~!$&()*+,;=:@/?]*)?(?:#[\w\-.~!$&()*+,;=:@/?]*)?$/u;

/**
 * The absolute IRI of a target or anchor, with its fragment. http and https IRIs get the WHATWG
 * spelling in which URLs are fetched, so that they compare equal; IRIs of other schemes (`urn:`,
 * `doi:`, `mailto:`) stay.
 * @param base the base of relative references
 * @returns undefined where the reference has no valid IRI
 */
export function linkIri(reference: string, base: string): string | undefined {
  if (ordinary.test(reference)) return reference;
  const text = reference.replaceAll(fold, '');
  const url = parsedUrl(text, base);
  return url && repairIri(url.href);
}
