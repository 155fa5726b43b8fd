import { decodeExtValue } from './ext-value.ts';
import { LinkCollector, maxLinks, type LinkReading } from './link-reading.ts';
import { linkValues, type LinkParameter, type LinkValue } from './link-values.ts';
import type { LinkAttributes } from './typed-links.ts';

/**
 * Parses a `Link` header, or several joined by commas (RFC 8288 §3, appendix B), into one typed
 * link for each relation. Broken links are skipped and reported in `faults` with their offset. The
 * deprecated `rev` is ignored.
 * @param base the final URL of the response: context of links without anchor, and base of relative
 * references
 * @param max the most typed links that are read
 */
export function parseLinkField(field: string, base: string, max = maxLinks): LinkReading {
  const links = new LinkCollector(base, max);
  for (const value of linkValues(field)) {
    const { offset } = value;
    const detail = value.kind === 'broken' ? value.detail : addLink(links, value);
    if (detail !== undefined) links.refuse({ offset, detail });
    if (links.isCut) break;
  }
  return links.reading;
}

/**  @returns the fault of the link, if any */
function addLink(links: LinkCollector, value: LinkValue): string | undefined {
  const names = new Set(value.parameters.map(({ name }) => name));
  // A link with only `rev` states the reverse relation.
  if (names.has('rev') && !names.has('rel')) return undefined;
  return links.add(attributesOf(value));
}

/**
 * The first of repeated parameters counts, except for languages and profiles, which may be several.
 */
function attributesOf({ target, parameters }: LinkValue): LinkAttributes {
  const first = new Map<string, string>();
  for (const { name, value } of parameters) if (!first.has(name)) first.set(name, value);
  return {
    href: target,
    rel: first.get('rel') ?? '',
    anchor: first.get('anchor'),
    type: extended('type', first),
    profiles: valuesOf('profile', parameters),
    title: extended('title', first),
    hreflang: valuesOf('hreflang', parameters),
  };
}

/** The value of a parameter, or of its extended form, which wins where it can be decoded (RFC 8288 §3.4.1). */
function extended(name: string, first: ReadonlyMap<string, string>): string | undefined {
  const value = first.get(`${name}*`);
  return (value === undefined ? undefined : decodeExtValue(value)) ?? first.get(name);
}

function valuesOf(wanted: string, parameters: readonly LinkParameter[]): readonly string[] {
  return parameters.filter(({ name }) => name === wanted).map(({ value }) => value);
}
