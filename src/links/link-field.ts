import { decodeExtValue } from './ext-value.ts';
import { LinkCollector, maxLinks, type LinkReading } from './link-reading.ts';
import { linkValues, type LinkParameter, type LinkValue } from './link-values.ts';
import type { LinkAttributes } from './typed-links.ts';

/**
 * Reads the links of a `Link` field, or of several joined by commas (RFC 8288 §3 and appendix B). A link has one typed link
 * for each of its relations. What is broken is left out, and told among `faults` with its offset; the rest survives.
 * `rev`, which is deprecated and was never used for metadata, is not read.
 * @param base the final URL of the response: context of links without anchor, and what relative references resolve against
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

/** @returns what is wrong with the link, where something is */
function addLink(links: LinkCollector, value: LinkValue): string | undefined {
  const names = new Set(value.parameters.map(({ name }) => name));
  // All that such a link says is the reverse of something.
  if (names.has('rev') && !names.has('rel')) return undefined;
  return links.add(attributesOf(value));
}

/** Of parameters that occur twice the first counts, but for languages and profiles, of which there may be several. */
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
