import { isPageType, parseMediaType } from '../model/media-type.ts';
import type { Position } from '../model/problem.ts';
import type { SitemapDialect } from './sitemap-dialect.ts';
import type { Attributes, EntryElement, LabelElement } from './sitemap-elements.ts';
import type { SitemapEntry } from './sitemap-entry.ts';
import { lastmodOf, linksOf } from './sitemap-labels.ts';

/** Atom (RFC 4287). */
export const atom: SitemapDialect = {
  isEntry: (local, depth) => local === 'entry' && depth === 2,
  fields: new Map([
    ['content', 'own'],
    ['id', 'own'],
    ['published', 'own'],
    ['updated', 'own'],
  ]),
  entryOf(element) {
    const links = linksOf(element, 'xml:base');
    return {
      kind: 'url',
      ...readPlace(element),
      ...lastmodOf(element, 'updated', 'published'),
      ...(links.length === 0 ? {} : { links }),
    };
  },
  headDepth: 2,
  partOf: ({ isCompleteFeed }) => (isCompleteFeed ? undefined : 'feed'),
};

interface Place {
  readonly loc: string;
  readonly attributes: Attributes;
  readonly position: Position;
}

type PlaceOfEntry = Pick<SitemapEntry, 'loc' | 'bases' | 'base' | 'type' | 'position'>;

function readPlace(element: EntryElement): PlaceOfEntry {
  const { loc, attributes, position } = findEntryUrl(element) ?? {
    ...element,
    loc: '',
    attributes: {},
  };
  const { type, 'xml:base': base } = attributes;
  return {
    loc,
    bases: readBases(element.rootAttributes, element.attributes),
    ...(base === undefined ? {} : { base }),
    ...(type === undefined ? {} : { type }),
    position,
  };
}

/**
 * The URL of an entry: its `alternate` link (§4.2.7.2); else another link to its subject; else
 * external content (§4.1.3.2); else its id, if that is a URL (§4.2.6); else a link to its
 * description.
 */
function findEntryUrl({ labels, fields }: EntryElement): Place | undefined {
  const linked = (rels: ReadonlySet<string>): Place | undefined => {
    const link = labels.find((label) => rels.has(relationOf(label)));
    return link && placeAt(link, link.attributes['href']);
  };
  const page = findAlternate(labels);
  const content = fields.get('content');
  const id = fields.get('id');
  return (
    (page && placeAt(page, page.attributes['href'])) ??
    linked(substitutes) ??
    (content && placeAt(content, content.attributes['src'])) ??
    (id && placeAt(id, isUrl.test(id.text) ? id.text : undefined)) ??
    linked(descriptions)
  );
}

function placeAt(
  { attributes, position }: Omit<Place, 'loc'>,
  loc: string | undefined,
): Place | undefined {
  return loc === undefined ? undefined : { loc, attributes, position };
}

const isUrl = /^\s*https?:\/\//iu;
/** Relations to the subject of the entry; others are to the entry itself or its surroundings. */
const substitutes: ReadonlySet<string> = new Set([
  'canonical',
  'cite-as',
  'enclosure',
  'related',
  'via',
]);
const descriptions: ReadonlySet<string> = new Set(['describedby']);

/** The first alternate that is a page or untyped, since others describe it; else the first. */
function findAlternate(labels: readonly LabelElement[]): LabelElement | undefined {
  const alternates = labels.filter((label) => relationOf(label) === 'alternate');
  const page = alternates.find(({ attributes: { type = '' } }) => {
    const { essence } = parseMediaType(type);
    return essence === '' || isPageType(essence);
  });
  return page ?? alternates[0];
}

/** The relation of a link, by default `alternate` (§4.2.7.2); empty where it has no target. */
function relationOf({ local, attributes: { rel = 'alternate', href } }: LabelElement): string {
  return local === 'link' && href !== undefined ? rel.trim().toLowerCase() : '';
}

/** The `xml:base` attributes, outermost element first (XML Base §4.2). */
function readBases(...elements: readonly Attributes[]): readonly string[] {
  return elements.flatMap(({ 'xml:base': base }) => (base === undefined ? [] : [base]));
}
