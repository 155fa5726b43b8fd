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

/** A valid JSON-LD document that uses most of what the language has, in ways in which nobody would write it. */
export function randomDocument(random: Random): object {
  const nodes = Array.from({ length: 1 + random.below(3) }, () => randomNode(random, 4));
  return random.below(2) === 0
    ? { '@context': context, '@graph': nodes }
    : nodes.map((node) => ({ '@context': context, ...node }));
}

function randomNode(random: Random, depth: number): Record<string, unknown> {
  const node: Record<string, unknown> = {};
  if (random.below(3) > 0) node['@id'] = random.pick(ids);
  if (random.below(3) === 0) node['@type'] = random.list(2, () => random.pick(types));
  for (let members = random.below(4); members >= 0; members -= 1) {
    const [name, value] = randomMember(random, depth);
    node[name] = value;
  }
  return node;
}

function randomMember(random: Random, depth: number): [string, unknown] {
  const nodes = (): object[] => random.list(2, () => randomNode(random, depth - 1));
  const text = (): string => random.pick(texts);
  if (depth === 0 || random.below(3) > 0) {
    return [random.pick(names), random.list(3, () => randomValue(random, depth))];
  }
  switch (random.below(11)) {
    case 0:
      return ['ref', random.list(2, () => random.pick(ids))];
    case 1:
      return ['word', random.list(2, () => random.pick(types))];
    case 2:
      return ['json', { b: random.pick(scalars), a: [random.pick(scalars), {}] }];
    case 3:
      return ['list', random.list(3, () => randomValue(random, depth))];
    case 4:
      return ['byLanguage', { en: text(), 'fr-CA': [text(), text()] }];
    case 5:
      // Always the same index: jsonld.toRDF refuses two of one node.
      return ['byIndex', { i: nodes() }];
    case 6:
      return ['partOf', nodes()];
    case 7:
      return ['@reverse', { c: nodes() }];
    case 8:
      // What is included must say something.
      return ['@included', nodes().map((node) => ({ ...node, c: 'x' }))];
    case 9:
      return ['@graph', nodes()];
    default:
      return ['date', text()];
  }
}

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
