import { hasType, iriOf, nodesOf, valuesOf, type ScannedDocument } from './document.ts';
import { allNodes, isNode, members, writtenId, type RawNode } from './json.ts';

/** A node that is described, and the one whose place it has where it says none itself. */
export interface Described {
  readonly node: RawNode;
  readonly station?: RawNode;
}

const furniture = [
  'BreadcrumbList',
  'WebSite',
  'WebPage',
  'AboutPage',
  'Organization',
  'Person',
  'SearchAction',
  'ListItem',
];
const lists = ['itemListElement', 'dataFeedElement', 'dataset'];

/** The resources that a document describes (`design.md`, "Which nodes are described resources?"). */
export function resourcesOf(document: ScannedDocument): Described[] {
  const candidates = document.top.flatMap((node) => withItems(document, node));
  const referred = namesReferredTo(document);
  const free = candidates.filter(
    ({ node, listed }) =>
      listed || isRecord(document, node) || !referred.has(writtenId(node) ?? ''),
  );
  // Where all refer to each other, datasets come first.
  const inCircle = candidates.filter(({ node }) => hasType(document, node, 'Dataset'));
  const start = free.length > 0 ? free : inCircle.slice(0, 1);
  const found = start.flatMap(({ node }) => describedBy(document, node));
  const main = found.filter(({ node }) => !hasType(document, node, ...furniture));
  return distinct(main.length > 0 ? main : found);
}

interface Candidate {
  readonly node: RawNode;
  readonly listed: boolean;
}

function withItems(document: ScannedDocument, node: RawNode): Candidate[] {
  const own = { node, listed: false };
  if (hasType(document, node, 'Dataset')) return [own];
  const entries = nodesOf(document, node, ...lists);
  if (entries.length === 0) return hasType(document, node, 'ItemList') ? [] : [own];
  const items = entries.flatMap((entry) =>
    hasType(document, entry, 'ListItem', 'DataFeedItem')
      ? nodesOf(document, entry, 'item')
      : [entry],
  );
  const candidates = items
    .filter((item) => Object.keys(item).some((key) => key !== '@id' && key !== '@type'))
    .map((item) => ({ node: item, listed: true }));
  return saysMore(document, node) ? [own, ...candidates] : candidates;
}

/** A list is a resource if a record describes it, or if it has another type and a name. */
function saysMore(document: ScannedDocument, node: RawNode): boolean {
  const records = nodesOf(document, node, 'subjectOf').filter((each) => isRecord(document, each));
  const isMore =
    !hasType(document, node, 'ItemList') && valuesOf(document, node, 'name', 'title').length > 0;
  return records.length > 0 || isMore;
}

/** Names to which something points that is no metadata record; their nodes are parts of others. */
function namesReferredTo(document: ScannedDocument): Set<string> {
  const names = new Set<string>();
  for (const node of allNodes(document.root)) {
    if (isRecord(document, node)) continue;
    const inner = Object.entries(node)
      .filter(([key]) => !key.startsWith('@'))
      .flatMap(([, value]) => members(value).filter(isNode));
    for (const each of inner) {
      const id = writtenId(each);
      if (id !== undefined && id !== writtenId(node)) names.add(id);
    }
  }
  return names;
}

/** A metadata record, in any spelling. */
function isRecord(document: ScannedDocument, node: RawNode): boolean {
  if (hasType(document, node, 'CatalogRecord')) return true;
  const more = valuesOf(document, node, 'additionalType').map((each) =>
    isNode(each) ? (writtenId(each) ?? '') : JSON.stringify(each),
  );
  if (more.some((each) => /CatalogRecord"?$/u.test(each))) return true;
  const claims = JSON.stringify(valuesOf(document, node, 'conformsTo'));
  const isDocument = hasType(document, node, 'DigitalDocument') || /cdif/iu.test(claims);
  return isDocument && valuesOf(document, node, 'about').length > 0;
}

function describedBy(document: ScannedDocument, node: RawNode): Described[] {
  if (isRecord(document, node)) {
    return nodesOf(document, node, 'about').flatMap((about) =>
      describedBy(document, whole(document, about)),
    );
  }
  if (hasType(document, node, 'Dataset')) return [{ node }];
  const datasets = nodesOf(document, node, 'subjectOf').filter(
    (each) => hasType(document, each, 'Dataset') && !isRecord(document, each),
  );
  return datasets.length > 0
    ? datasets.map((each) => ({ node: whole(document, each), station: node }))
    : [{ node }];
}

/** For a reference the node that says something. */
function whole(document: ScannedDocument, node: RawNode): RawNode {
  const others = document.byId.get(writtenId(node) ?? '') ?? [];
  return Object.keys(node).length > 1
    ? node
    : (others.find((each) => Object.keys(each).length > 1) ?? node);
}

function distinct(found: readonly Described[]): Described[] {
  const seen = new Set<unknown>();
  return found.filter(({ node }) => {
    const key = writtenId(node) ?? node;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

/** What a resource is called; undefined where it has no IRI. */
export function nameOf(document: ScannedDocument, node: RawNode): string | undefined {
  if (node['@id'] === '') return document.url;
  const id = writtenId(node);
  return id === undefined ? undefined : iriOf(document, id);
}
