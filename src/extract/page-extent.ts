import { tellingRelations } from './wanted-relations.ts';

/** The part of a page that must be read. */
export type PageExtent =
  | 'all'
  | 'nothing'
  /** Up to `end`, if `</script` at `endTag` is an end tag; otherwise all. */
  | { readonly endTag: number; readonly end: number };

/**
 * What to look for in a page: the JSON-LD type, misspelt or with the plus sign as a character
 * reference (some template engines write it so), a base, and link relations. `describedby` is
 * searched anywhere (`aria-describedby`, in every second form, is not meant), others in tags.
 */
const landmarks =
  /(?<jsonLd>ld(?:\+|&(?:#0*43|#x0*2b|plus);?)json|json-ld)|(?<base><base[\s/>])|(?<!aria-)describedby|<link[\s/][^<>]*>/giu;
const relation = new RegExp(
  String.raw`[\s"'/]rel\s*=\s*(?:"[^"]*|'[^']*|[^\s"'/=]*)\b(?:${tellingRelations.join('|')})\b`,
  'iu',
);
const rdfType = /json|turtle|rdf\+xml|n-triples|n-quads|trig/iu;
const scriptEnd = /<\/script[\s/>]/giu;

/** Offset of the last landmark of each kind; -1 without one. */
interface LastLandmarks {
  readonly jsonLd: number;
  readonly base: number;
  readonly link: number;
}

/**
 * Finds how far a page must be read: to the end of the script after its last mention of JSON-LD.
 * Searching for a few words is twenty times faster than tokenizing, and most pages have their
 * JSON-LD in the head.
 * @param html the page, or its UTF-8 bytes as Latin-1: all landmarks are ASCII
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
    else if (!mark.startsWith('<') || isRelevantLink(mark)) link = index;
  }
  return { jsonLd, base, link };
}

/** Alternates matter only as RDF; many pages have those in other languages. */
function isRelevantLink(tag: string): boolean {
  return relation.test(tag) || (/alternate/iu.test(tag) && rdfType.test(tag));
}
