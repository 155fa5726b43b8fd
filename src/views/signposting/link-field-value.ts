import type { LinkSet, SignpostingLink } from './signposting-record.ts';
import { parsedUrl } from '../../text/parsed-url.ts';

/**
 * The value of a `Link` header (RFC 8288 §3) with all links of a set, in ASCII. The context is the
 * sending resource.
 */
export function linkFieldValue({ links }: LinkSet): string {
  return links.map((link) => linkValue(link)).join(', ');
}

/**
 * One link of a `Link` header, or of a linkset (RFC 9264 §4.1) if it has an anchor.
 * @param anchor the link context, an absolute URL
 */
export function linkValue(
  { rel, target, type, profiles }: SignpostingLink,
  anchor?: string,
): string {
  const parameters = [
    ['rel', rel],
    ['anchor', anchor === undefined ? undefined : asciiUri(anchor)],
    ['type', type],
    // A blank-separated list, like the media type parameter (RFC 6906 §3.1).
    ['profile', profiles.length === 0 ? undefined : profiles.map(asciiUri).join(' ')],
  ] as const;
  return [
    `<${asciiUri(target)}>`,
    ...parameters.flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`])),
  ].join('; ');
}

/**
 * Converts an IRI to a URI (RFC 3987 §3.1) for HTTP headers: non-ASCII characters percent-encoded,
 * hosts as domain names; also encodes ASCII characters that would end a target or quoted value.
 */
export function asciiUri(iri: string): string {
  if (/^[\u{21}\u{23}-\u{3B}=\u{3F}-\u{5B}\u{5D}_a-z~]+$/u.test(iri)) return iri;
  const uri = parsedUrl(iri)?.href ?? iri;
  return uri.replaceAll(/[^\u{21}\u{23}-\u{3B}=\u{3F}-\u{5B}\u{5D}_a-z~]/gu, encodeURIComponent);
}
