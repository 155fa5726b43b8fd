import { isPageType, parseMediaType } from '../model/media-type.ts';
import type { Attributes, LabelElement, SitemapDialect } from './sitemap-dialect.ts';
import { lastmodOf, linksOf } from './sitemap-labels.ts';

/** Atom (RFC 4287). The page of an entry is its `alternate` link; a link without relation is one (§4.2.7.2). */
export const atom: SitemapDialect = {
  isEntry: (local, depth) => local === 'entry' && depth === 2,
  fields: new Map([
    ['updated', 'own'],
    ['published', 'own'],
  ]),
  entryOf(element) {
    const link = pageOf(element.labels);
    const links = linksOf(element);
    const { href = '', type } = link?.attributes ?? {};
    return {
      kind: 'url',
      loc: href,
      bases: basesOf(element.rootAttributes, element.attributes, link?.attributes ?? {}),
      ...lastmodOf(element, 'updated', 'published'),
      ...(type === undefined ? {} : { type }),
      ...(links.length === 0 ? {} : { links }),
      position: link?.position ?? element.position,
    };
  },
};

/** The first alternate that is a page or has no type, since that is what others describe; else the first. */
function pageOf(labels: readonly LabelElement[]): LabelElement | undefined {
  const alternates = labels.filter(({ local, attributes: { rel = 'alternate', href } }) => {
    return local === 'link' && href !== undefined && rel.trim().toLowerCase() === 'alternate';
  });
  const page = alternates.find(({ attributes: { type = '' } }) => {
    const { essence } = parseMediaType(type);
    return essence === '' || isPageType(essence);
  });
  return page ?? alternates[0];
}

/** `xml:base` from the outermost element to the innermost (XML Base §4.2). */
function basesOf(...elements: readonly Attributes[]): readonly string[] {
  return elements.flatMap(({ 'xml:base': base }) => (base === undefined ? [] : [base]));
}
