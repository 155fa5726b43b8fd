import type { Random } from '../../expand/random.ts';
import { chance, type Tree, type TreeNode } from './draft.ts';
import { shuffled } from './spelling.ts';
import { byphrase, phrase } from './words.ts';

/** What a document holds, before it is decided how it stands there. */
export interface Content {
  readonly kind: 'catalogue' | 'one' | 'several' | 'station';
  readonly nodes: readonly TreeNode[];
  readonly url: string;
}

/** The tree of a document: an array where its root is one. */
export function frame(content: Content, random: Random): Tree {
  const [first, ...others] = content.nodes;
  if (content.kind === 'catalogue' && first !== undefined) return catalogue(first, others);
  if (content.kind === 'station' && first !== undefined) return first;
  if (content.kind === 'several') return several(content.nodes, random);
  return first === undefined
    ? { '@type': 'schema:ItemList', 'schema:itemListElement': [] }
    : one(first, content, random);
}

function one(node: TreeNode, { url }: Content, random: Random): Tree {
  const described = chance(random, 20) ? [node, ...furniture(random)] : [node];
  const [only] = described;
  switch (random.below(6)) {
    case 0:
      return underRecord(node, url, random);
    case 1:
      return { ...node, 'schema:subjectOf': catalogRecord(node, url, random) };
    case 2:
      return { '@graph': shuffled(random, [...described.slice(1), ...flat(node, random)]) };
    case 3:
      return { '@graph': shuffled(random, withFreeRecord(node, url, random)) };
    case 4:
      return [node];
    default:
      return only ?? node;
  }
}

/** The metadata record as the root, the resource under `about` (the draft of 2023). */
function underRecord(node: TreeNode, url: string, random: Random): TreeNode {
  return {
    '@type': 'schema:DigitalDocument',
    ...(chance(random, 50) ? { '@id': `${url}#metadata` } : {}),
    'schema:name': phrase(random, 1, 3),
    'schema:dateModified': '2024-05-06',
    'schema:maintainer': { '@type': 'schema:Person', 'schema:name': phrase(random, 1, 2) },
    'schema:about': node,
  };
}

/** The four spellings of what makes a node a metadata record. */
const recordMarks: readonly TreeNode[] = [
  { '@type': 'schema:Dataset', 'schema:additionalType': 'dcat:CatalogRecord' },
  {
    '@type': 'schema:Dataset',
    'schema:additionalType': { '@id': 'http://www.w3.org/ns/dcat#CatalogRecord' },
  },
  { '@type': 'dcat:CatalogRecord' },
  { '@type': ['schema:Dataset', 'dcat:CatalogRecord'] },
];

function catalogRecord(node: TreeNode, url: string, random: Random): TreeNode {
  const [id] = [node['@id'] ?? null].flat();
  return {
    '@id': `${url}#metadata`,
    ...random.pick(recordMarks),
    ...(typeof id === 'string' ? { 'schema:about': { '@id': id } } : {}),
    'schema:name': phrase(random, 1, 3),
    'schema:description': phrase(random, 3, 6),
    'dcterms:conformsTo': { '@id': 'https://w3id.org/cdif/core/1.1' },
    'schema:sdDatePublished': '2025-01-02',
    'schema:maintainer': { '@type': 'schema:Organization', 'schema:name': phrase(random, 1, 2) },
  };
}

/** A record that stands beside the resource; a resource without IRI has a label for it. */
function withFreeRecord(node: TreeNode, url: string, random: Random): TreeNode[] {
  const labelled = '@id' in node ? node : { ...node, '@id': '_:resource' };
  return [...flat(labelled, random), catalogRecord(labelled, url, random)];
}

/** What stands on a page beside its resource. */
function furniture(random: Random): TreeNode[] {
  return [
    {
      '@type': 'schema:WebSite',
      'schema:name': phrase(random, 1, 3),
      'schema:url': 'https://site.example/',
    },
    { '@type': 'schema:BreadcrumbList', 'schema:name': phrase(random, 1, 2) },
    {
      '@type': 'schema:Organization',
      'schema:name': phrase(random, 1, 2),
      'schema:url': 'https://site.example/about',
    },
  ];
}

/** A node, and behind it what stood within it and now stands beside it. */
export function flat(node: TreeNode, random: Random): TreeNode[] {
  const moved: TreeNode[] = [];
  const move = (tree: Tree): Tree => {
    if (typeof tree !== 'object' || tree === null) return tree;
    if (Array.isArray(tree)) return tree.map(move);
    const own = tree as TreeNode;
    const inner = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, move(value)]));
    const isReference = Object.keys(own).length === 1 && '@id' in own;
    if ('@value' in own || isReference || !chance(random, '@id' in own ? 60 : 15)) return inner;
    const id = own['@id'] ?? `_:n${moved.length}`;
    moved.push({ ...inner, '@id': id });
    return { '@id': id };
  };
  const rest = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, move(value)]));
  return [rest, ...moved];
}

function several(nodes: readonly TreeNode[], random: Random): Tree {
  switch (random.below(5)) {
    case 0:
      return { '@graph': shuffled(random, nodes) };
    case 1:
      return shuffled(random, nodes);
    case 2:
      return itemList(nodes);
    default:
      return itemList(
        nodes.map((item, index) => ({
          '@type': 'schema:ListItem',
          'schema:position': index + 1,
          'schema:item': item,
        })),
      );
  }
}

const itemList = (items: readonly TreeNode[]): TreeNode => ({
  '@type': 'schema:ItemList',
  'schema:numberOfItems': items.length,
  'schema:itemListElement': items,
});

/** A catalogue that says something of itself is a resource beside those that it lists. */
const catalogue = (node: TreeNode, datasets: readonly TreeNode[]): TreeNode => ({
  ...node,
  'schema:dataset': datasets,
});

/** A document that says nothing that can be found. */
export function emptyContent(random: Random): Tree {
  return random.pick<Tree>([
    { '@type': 'schema:ItemList', 'schema:itemListElement': [] },
    { '@graph': [] },
    { '@type': 'schema:ItemList', 'schema:name': byphrase(random) },
  ]);
}
