import type { LinkSet, SignpostingLink } from './signposting-record.ts';
import { parsedUrl } from '../../text/parsed-url.ts';

/** The value of a `Link` field (RFC 8288 §3) with all links of a set, in ASCII. What sends it is what they are links of. */
export function linkFieldValue({ links }: LinkSet): string {
  return links.map((link) => linkValue(link)).join(', ');
}

/**
 * One link as it stands in a `Link` field, or in a linkset (RFC 9264 §4.1) where an anchor is given.
 * @param anchor what it is a link of, an absolute URL
 */
export function linkValue(
  { rel, target, type, profiles }: SignpostingLink,
  anchor?: string,
): string {
  const parameters = [
    ['rel', rel],
    ['anchor', anchor === undefined ? undefined : asciiUri(anchor)],
    ['type', type],
    // A list with blanks between, as the parameter of media types is (RFC 6906 §3.1).
    ['profile', profiles.length === 0 ? undefined : profiles.map(asciiUri).join(' ')],
  ] as const;
  return [
    `<${asciiUri(target)}>`,
    ...parameters.flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`])),
  ].join('; ');
}

/**
 * An IRI as a URI (RFC 3987 §3.1), as fields of HTTP need it: all but ASCII percent-encoded, hosts as domain names. Of ASCII it
 * encodes what would end a target or a quoted value.
 */
export function asciiUri(iri: string): string {
  if (/^[\u{21}\u{23}-\u{3B}=\u{3F}-\u{5B}\u{5D}_a-z~]+$/u.test(iri)) return iri;
  const uri = parsedUrl(iri)?.href ?? iri;
  return uri.replaceAll(/[^\u{21}\u{23}-\u{3B}=\u{3F}-\u{5B}\u{5D}_a-z~]/gu, encodeURIComponent);
}
