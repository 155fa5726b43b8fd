import { tellingRelations } from './wanted-relations.ts';

/** How much of a page has to be read. */
export type PageExtent =
  | 'all'
  | 'nothing'
  /** Up to `end`, if `</script` at `endTag` turns out to be an end tag; otherwise all. */
  | { readonly endTag: number; readonly end: number };

/**
 * What a page is read for: the type of JSON-LD, misspelt or the plus sign perhaps as a character reference, as some template engines
 * write it; a base; and a link relation. That of metadata is looked for wherever it stands (`aria-describedby`, in every
 * second form, is none), the others in tags.
 */
const landmarks =
  /(?<jsonLd>ld(?:\+|&(?:#0*43|#x0*2b|plus);?)json|json-ld)|(?<base><base[\s/>])|(?<!aria-)describedby|<link[\s/][^<>]*>/giu;
const relation = new RegExp(
  String.raw`[\s"'/]rel\s*=\s*(?:"[^"]*|'[^']*|[^\s"'/=]*)\b(?:${tellingRelations.join('|')})\b`,
  'iu',
);
const rdfType = /json|turtle|rdf\+xml|n-triples|n-quads|trig/iu;
const scriptEnd = /<\/script[\s/>]/giu;

/** Where they are: the last of each kind, -1 where there is none. */
interface LastLandmarks {
  readonly jsonLd: number;
  readonly base: number;
  readonly link: number;
}

/**
 * Finds out how far a page is worth reading: to the end of the script after its last mention of JSON-LD. Looking for
 * a few words is twenty times faster than telling tags apart, and most pages have their JSON-LD in the head.
 * @param html the page, or its bytes as Latin-1 where it is in UTF-8: all that is looked for is ASCII
 * @returns offsets in `html`
 */
export function extentOf(html: string): PageExtent {
  const { jsonLd, base, link } = lastLandmarks(html);
  if (jsonLd === -1) return link === -1 ? 'nothing' : 'all';
  scriptEnd.lastIndex = jsonLd;
  const endTag = scriptEnd.exec(html)?.index ?? -1;
  const end = endTag === -1 ? 0 : html.indexOf('>', endTag) + 1;
  return end === 0 || base >= end || link >= end ? 'all' : { endTag, end };
}

function lastLandmarks(html: string): LastLandmarks {
  let jsonLd = -1;
  let base = -1;
  let link = -1;
  for (const { 0: mark, index, groups = {} } of html.matchAll(landmarks)) {
    if (groups['jsonLd'] !== undefined) jsonLd = index;
    else if (groups['base'] !== undefined) base = index;
    else if (!mark.startsWith('<') || isOfUse(mark)) link = index;
  }
  return { jsonLd, base, link };
}

/** Alternates are of use as RDF only; those in other languages stand in many pages. */
function isOfUse(tag: string): boolean {
  return relation.test(tag) || (/alternate/iu.test(tag) && rdfType.test(tag));
}
