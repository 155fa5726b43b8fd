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
 * bare URL as a target. A linkset in another object, an array of link contexts, and a single one
 * are read as well, and reported as `foundIn`. Other JSON is not a linkset.
 * @param root the parsed JSON
 * @param base the final URL of the linkset
 * @param max the most typed links that are read
 */
export function readLinksetJson(root: unknown, base: string, max = maxLinks): ParsedLinkset {
  const found = findContexts(root);
  if (found === undefined) {
    return { kind: 'malformed', fault: { detail: 'JSON without an array "linkset"' } };
  }
  const { contexts, foundIn } = found;
  const collector = new LinkCollector(base, max);
  for (const [index, context] of listed(contexts).entries()) {
    if (isObject(context)) addLinks(collector, context, `linkset[${index}]`);
    else collector.refuse({ detail: `linkset[${index}] is no object` });
    if (collector.isCut) break;
  }
  const { links, faults, isCut } = collector;
  return { kind: 'linkset', links, faults, isCut, ...(foundIn === undefined ? {} : { foundIn }) };
}

/** Link contexts as written, and the place where they are, in words, if it is not the usual one. */
interface FoundContexts {
  readonly contexts: object;
  readonly foundIn?: string;
}

/** How many objects may be around a linkset, as in the responses of an interface. */
const maxWrappers = 2;

function findContexts(root: unknown): FoundContexts | undefined {
  const contexts = contextsOf(root);
  if (contexts !== undefined) return { contexts };
  const wrapped = findWrapped(root, []);
  if (wrapped !== undefined) return wrapped;
  const isPlain = Array.isArray(root) ? root.length > 0 && root.every(isContext) : isContext(root);
  if (!isPlain || typeof root !== 'object' || root === null) return undefined;
  const form = Array.isArray(root) ? 'an array of link contexts' : 'a link context';
  return { contexts: root, foundIn: `${form} in place of an object with "linkset"` };
}

function contextsOf(value: unknown): object | undefined {
  const contexts = isObject(value) ? value['linkset'] : undefined;
  return typeof contexts === 'object' && contexts !== null ? contexts : undefined;
}

/** Finds the first linkset in members of an object or items of an array, and in theirs. */
function findWrapped(value: unknown, path: readonly string[]): FoundContexts | undefined {
  if (path.length > maxWrappers || typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const inside = [...path, key];
    const contexts = contextsOf(member);
    if (contexts !== undefined) return { contexts, foundIn: `"linkset" in "${inside.join('.')}"` };
    const found = findWrapped(member, inside);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a value is an object with a relation whose targets have an `href`. */
function isContext(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.values(value).some((targets) =>
    listed(targets).some((target) => isObject(target) && typeof target['href'] === 'string'),
  );
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
