import type { Random } from './random.ts';

const context = {
  '@vocab': 'http://example.org/',
  s: 'https://schema.org/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  ref: { '@type': '@id' },
  word: { '@type': '@vocab' },
  date: { '@type': 'xsd:date' },
  json: { '@type': '@json' },
  list: { '@container': '@list' },
  byLanguage: { '@container': '@language' },
  byIndex: { '@container': '@index' },
  partOf: { '@reverse': 'part' },
  inner: { '@context': { '@language': 'de', a: 's:name' } },
  Scoped: { '@context': { b: 's:url' } },
  nothing: null,
};

const texts = ['', 'x', 'a "b" \\ \n', 'é\u{1F600}', '2026-11-20', 'https://schema.org/Dataset'];
const scalars = [...texts, 0, 1, -7, 1.5, -0.25, 1e21, 123456789, true, false, null];
const ids = ['http://example.org/1', 'https://schema.org/InStock', '#f', '../x', '_:a', '_:b', ''];
const types = ['T', 'Scoped', 's:Dataset', 'https://schema.org/Place', '_:t'];
const names = ['a', 'b', 'c', 's:name', 'https://www.schema.org/url', 'inner', 'nothing'];

/**
 * A valid JSON-LD document that uses most of what the language has, in ways in which nobody would
 * write it.
 */
export function randomDocument(random: Random): object {
  const nodes = Array.from({ length: 1 + random.below(3) }, () => randomNode(random, 4));
  if (random.below(2) === 0) return { '@context': context, '@graph': nodes };
  for (const node of nodes) node['@context'] = context;
  return nodes;
}

function randomNode(random: Random, depth: number): Record<string, unknown> {
  const node: Record<string, unknown> = {};
  if (random.below(3) > 0) node['@id'] = random.pick(ids);
  if (random.below(3) === 0) node['@type'] = random.list(2, () => random.pick(types));
  for (let members = random.below(4); members >= 0; members -= 1) {
    const isPlain = depth === 0 || random.below(3) > 0;
    const name = random.pick(isPlain ? names : Object.keys(specialMembers));
    const make = specialMembers[name] ?? plainMember;
    node[name] = make(random, depth);
  }
  return node;
}

const contexts = [
  'https://schema.org/',
  'https://schema.org/',
  { '@vocab': 'http://example.org/' },
  { '@vocab': null },
  { '@language': 'fr' },
  { name: 'http://example.org/name', own: 'url' },
  { 'name:x': { '@type': '@id' }, url: { '@id': 'schema:url', '@container': '@list' } },
  { own: { '@id': 'http://example.org/own', '@context': 'https://schema.org/' } },
  { Dataset: { '@id': 'http://example.org/Dataset', '@context': { name: '@id' } } },
  null,
];
const schemaNames = ['name', 'url', 'datePublished', 'name:x', 'own', 'schema:url', 'dct:title'];

/** A node with contexts at every level, schema.org's among them. */
export function randomContexts(random: Random, depth = 2): object {
  const node: Record<string, unknown> = {
    '@context': random.list(3, () => random.pick(contexts)),
    '@type': random.pick(['Dataset', 'https://schema.org/Place', 'Own']),
  };
  for (const name of schemaNames) {
    const isNode = depth > 0 && random.below(3) === 0;
    node[name] = isNode ? randomContexts(random, depth - 1) : random.pick(['x', '2026', 'a/b']);
  }
  return node;
}

type Make = (random: Random, depth: number) => unknown;

const plainMember: Make = (random, depth) => random.list(3, () => randomValue(random, depth));

const randomNodes: Make = (random, depth) => random.list(2, () => randomNode(random, depth - 1));

const specialMembers: Readonly<Record<string, Make>> = {
  ref: (random) => random.list(2, () => random.pick(ids)),
  word: (random) => random.list(2, () => random.pick(types)),
  date: (random) => random.pick(texts),
  json: (random) => ({ b: random.pick(scalars), a: [random.pick(scalars), {}] }),
  list: plainMember,
  byLanguage: (random) => ({ en: random.pick(texts), 'fr-CA': [random.pick(texts), 'x'] }),
  // Always the same index: jsonld.toRDF refuses two of one node.
  byIndex: (random, depth) => ({ i: randomNodes(random, depth) }),
  partOf: randomNodes,
  '@reverse': (random, depth) => ({ c: randomNodes(random, depth) }),
  // What is included must say something.
  '@included': (random, depth) => [{ ...randomNode(random, depth - 1), c: 'x' }],
  '@graph': randomNodes,
};

function randomValue(random: Random, depth: number): unknown {
  const scalar = random.pick(scalars);
  switch (depth === 0 ? random.below(3) : random.below(8)) {
    case 0:
      return scalar;
    case 1:
      return { '@value': scalar, '@type': random.pick(['xsd:string', 'xsd:token', 's:Text']) };
    case 2:
      return { '@value': random.pick(texts), '@language': random.pick(['en', 'DE-at']) };
    case 3:
      return { '@list': random.list(2, () => randomValue(random, depth - 1)) };
    case 4:
      return { '@set': [scalar, random.pick(scalars)] };
    default:
      return randomNode(random, depth - 1);
  }
}
