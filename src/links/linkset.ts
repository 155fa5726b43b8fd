import { parseLinkField } from './link-field.ts';
import { type LinkAttributes, LinkCollector, maxLinks, type ParsedLinkset } from './typed-links.ts';

/**
 * Reads an `application/linkset` (RFC 9264 §4.1): a `Link` header with line breaks. A link without
 * anchor is about the linkset itself. Non-empty text without any link is not a linkset; an empty
 * text is.
 * @param base the final URL of the linkset
 * @param max the most typed links that are read
 */
export function parseLinkset(text: string, base: string, max = maxLinks): ParsedLinkset {
  // A blank for a byte order mark that decoding left, so that offsets stay those of the text.
  const field = text.replace(/^\uFEFF/u, ' ');
  const { links, faults, isCut } = parseLinkField(field, base, max);
  const [fault] = faults;
  return fault !== undefined && links.length === 0
    ? { kind: 'malformed', fault }
    : { kind: 'linkset', links, faults, isCut };
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads an `application/linkset+json` (RFC 9264 §4.2). Tolerates relative anchors and targets,
 * contexts without anchor (which mean the linkset itself), one value in place of an array, and a
 * bare URL as a target. JSON without member `linkset` is not a linkset.
 * @param root the parsed JSON
 * @param base the final URL of the linkset
 * @param max the most typed links that are read
 */
export function readLinksetJson(root: unknown, base: string, max = maxLinks): ParsedLinkset {
  const contexts = isObject(root) ? root['linkset'] : undefined;
  if (typeof contexts !== 'object' || contexts === null) {
    return { kind: 'malformed', fault: { detail: 'JSON without an array "linkset"' } };
  }
  const collector = new LinkCollector(base, max);
  for (const [index, context] of listed(contexts).entries()) {
    if (isObject(context)) addLinks(collector, context, `linkset[${index}]`);
    else collector.refuse({ detail: `linkset[${index}] is no object` });
    if (collector.isCut) break;
  }
  const { links, faults, isCut } = collector;
  return { kind: 'linkset', links, faults, isCut };
}

/** Adds the links of a link context object (RFC 9264 §4.2.2). @param place its name in faults */
function addLinks(links: LinkCollector, context: JsonObject, place: string): void {
  const { anchor, ...relations } = context;
  if (anchor !== undefined && typeof anchor !== 'string') {
    links.refuse({ detail: `an anchor that is no text in ${place}` });
    return;
  }
  for (const [rel, targets] of Object.entries(relations)) {
    for (const target of listed(targets)) {
      if (links.isCut) return;
      const attributes = isObject(target) ? target : { href: target };
      const { href } = attributes;
      const fault =
        typeof href === 'string'
          ? links.add({ href, rel, anchor, ...attributesIn(attributes) })
          : 'a link without "href"';
      if (fault !== undefined) links.refuse({ detail: `${fault} in ${place}` });
    }
  }
}

/** The attributes of a link target object (RFC 9264 §4.2.4). */
function attributesIn(target: JsonObject): Omit<LinkAttributes, 'href' | 'rel' | 'anchor'> {
  return {
    type: textsIn(target['type'])[0],
    profiles: textsIn(target['profile']),
    title: textsIn(target['title*'])[0] ?? textsIn(target['title'])[0],
    hreflang: textsIn(target['hreflang']),
  };
}

/** The texts of a value or an array; an item may be `{"value": …, "language": …}`. */
function textsIn(value: unknown): readonly string[] {
  const texts = listed(value).map((item) => (isObject(item) ? item['value'] : item));
  return texts.filter((text) => typeof text === 'string');
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
