import { repairIri } from '../rdf/iri.ts';
import { parsedUrl } from '../text/parsed-url.ts';

/** A line break and the blanks of the next line, which are no part of a target (RFC 3986 appendix C). */
const fold = /[\r\n][ \t\r\n]*/gu;

/** What most targets look like: absolute, and in that spelling already. Parsing them takes ten times as long. */
const ordinary =
  /^https?:\/\/(?!\S*(?:\/\.|xn--))(?:[a-z\d-]+\.)+[a-z]{2,}\/[\w\-.~!$&()*+,;=:@/]*(?:\?[\w\-.~!$&()*+,;=:@/?]*)?(?:#[\w\-.~!$&()*+,;=:@/?]*)?$/u;

/**
 * The absolute IRI of a target or an anchor, its fragment included. http and https IRIs have the spelling in which URLs are
 * fetched (WHATWG), so that they compare as such; those of any other scheme (`urn:`, `doi:`, `mailto:`) are as good.
 * @param base what a relative one is resolved against
 * @returns undefined where there is no valid IRI to be had
 */
export function linkIri(reference: string, base: string): string | undefined {
  if (ordinary.test(reference)) return reference;
  const text = reference.replaceAll(fold, '');
  const url = parsedUrl(text, base);
  return url && repairIri(url.href);
}
