import type { Random } from '../../expand/random.ts';
import { chance, type Tree, type TreeNode } from './draft.ts';

/** How the names of a document are spelled, and what stands around its values. */
interface Spelling {
  readonly random: Random;
  readonly context: Tree;
  /** The key or type for one with a prefix. */
  readonly name: (name: string) => string;
  readonly id: string;
  readonly type: string;
  /** `description` is a map from language to text. */
  readonly languageMaps: boolean;
  /** The URL of the document, to which IRIs may be relative. */
  readonly url: string;
}

const namespaces: Readonly<Record<string, string>> = {
  geosparql: 'http://www.opengis.net/ont/geosparql#',
  time: 'http://www.w3.org/2006/time#',
  dcat: 'http://www.w3.org/ns/dcat#',
  dcterms: 'http://purl.org/dc/terms/',
  locn: 'http://www.w3.org/ns/locn#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  cdi: 'http://ddialliance.org/Specification/DDI-CDI/1.0/RDF/',
};

/** Writes a tree as JSON-LD in a random spelling: context, prefixes, arrays, order of keys. */
export function spell(tree: Tree, url: string, random: Random): TreeNode | readonly Tree[] {
  const make = random.pick([prefixed, prefixed, vocabulary, vocabulary, remote, wholeIris]);
  const spelling = make(random, url);
  const { context } = spelling;
  if (Array.isArray(tree)) {
    return tree.map((each: Tree) => ({ '@context': context, ...asNode(write(each, spelling)) }));
  }
  return { '@context': context, ...asNode(write(tree, spelling)) };
}

function asNode(tree: Tree): TreeNode {
  if (typeof tree === 'object' && tree !== null && !Array.isArray(tree)) return tree as TreeNode;
  throw new TypeError('a node was expected');
}

type Make = (random: Random, url: string) => Spelling;

const schemaNamespace = (random: Random): string =>
  random.pick(['http://schema.org/', 'https://schema.org/']);

const slashless = ['https://schema.org', 'http://schema.org'];

/** Declarations of other prefixes than that of schema.org, some renamed, and names with them. */
function others(random: Random): {
  declared: Record<string, Tree>;
  name: (name: string) => string;
} {
  const aliases: Record<string, string> = { geosparql: 'gsp', dcterms: 'dct' };
  const declared: Record<string, Tree> = {};
  const prefixes = new Map<string, string>();
  for (const [prefix, iri] of Object.entries(namespaces)) {
    const as = chance(random, 30) ? (aliases[prefix] ?? prefix) : prefix;
    prefixes.set(prefix, as);
    declared[as] = iri;
  }
  const name = (text: string): string => {
    const [prefix = '', local = ''] = text.split(':', 2);
    return text.includes('://') ? text : `${prefixes.get(prefix) ?? prefix}:${local}`;
  };
  return { declared, name };
}

const plainNames = { id: '@id', type: '@type' };

const isSchema = (name: string): boolean => name.startsWith('schema:');

const prefixed: Make = (random, url) => {
  const prefix = random.pick(['schema', 'schema', 'sdo', 's']);
  const { declared, name } = others(random);
  const languageMaps = chance(random, 20);
  const context: Record<string, Tree> = { [prefix]: schemaNamespace(random), ...declared };
  if (languageMaps) context[`${prefix}:description`] = { '@container': '@language' };
  return {
    ...plainNames,
    random,
    url,
    context,
    languageMaps,
    name: (text) => (isSchema(text) ? `${prefix}:${text.slice(7)}` : name(text)),
  };
};

const vocabulary: Make = (random, url) => {
  const { declared, name } = others(random);
  const languageMaps = chance(random, 20);
  // Publishers forget the slash (row 3).
  const namespace = chance(random, 8) ? random.pick(slashless) : schemaNamespace(random);
  const context: Record<string, Tree> = { '@vocab': namespace, ...declared };
  if (languageMaps) context['description'] = { '@container': '@language' };
  return {
    ...plainNames,
    random,
    url,
    context,
    languageMaps,
    name: (text) => (isSchema(text) ? text.slice(7) : name(text)),
  };
};

const remote: Make = (random, url) => {
  const { declared, name } = others(random);
  const where = random.pick([
    'https://schema.org/',
    'http://schema.org',
    'http://schema.org/docs/jsonldcontext.jsonld',
  ]);
  const aliased = chance(random, 30);
  return {
    ...(aliased ? { id: 'id', type: 'type' } : plainNames),
    random,
    url,
    context: [where, chance(random, 50) ? declared : withoutBundled(declared)],
    languageMaps: false,
    name: (text) => (isSchema(text) ? text.slice(7) : name(text)),
  };
};

/** Without the prefixes that the context of schema.org declares itself. */
const withoutBundled = (declared: TreeNode): TreeNode =>
  Object.fromEntries(
    Object.entries(declared).filter(
      ([prefix]) => !['dcat', 'dct', 'dcterms', 'time', 'xsd'].includes(prefix),
    ),
  );

/** No prefix for schema.org at all. */
const wholeIris: Make = (random, url) => {
  const { declared, name } = others(random);
  const namespace = schemaNamespace(random);
  return {
    ...plainNames,
    random,
    url,
    context: declared,
    languageMaps: false,
    name: (text) => (isSchema(text) ? namespace + text.slice(7) : name(text)),
  };
};

function write(tree: Tree, spelling: Spelling): Tree {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) return tree.map((each: Tree) => write(each, spelling));
  return writeNode(tree as TreeNode, spelling);
}

function writeNode(node: TreeNode, spelling: Spelling): TreeNode {
  const { random } = spelling;
  const isValue = '@value' in node;
  const entries = Object.entries(node).map(([key, value]): [string, Tree] => {
    if (key === '@id') return [spelling.id, relative(value, spelling.url)];
    if (key === '@type') return [isValue ? '@type' : spelling.type, types(value, spelling)];
    if (key.startsWith('@')) return [key, write(value, spelling)];
    return [spelling.name(key), property(key, value, spelling)];
  });
  return Object.fromEntries(chance(random, 30) ? shuffled(random, entries) : entries);
}

function relative(iri: Tree, url: string): Tree {
  const [only] = [iri].flat();
  if (typeof only !== 'string') return iri;
  return only.startsWith(`${url}#`) ? only.slice(url.length) : only;
}

function types(value: Tree, { name, random }: Spelling): Tree {
  const named = [value].flat().map((each) => (typeof each === 'string' ? name(each) : each));
  const [only] = named;
  return named.length === 1 && only !== undefined && chance(random, 60) ? only : named;
}

function property(key: string, value: Tree, spelling: Spelling): Tree {
  const { random } = spelling;
  if (key === 'schema:description' && spelling.languageMaps) return languageMap(value);
  const written = [value].flat().map((each) => around(write(each, spelling), spelling));
  if (key === 'schema:creator' && chance(random, 30)) return { '@list': written };
  const [only] = written;
  return written.length === 1 && only !== undefined && chance(random, 70) ? only : written;
}

/** A text may be a string or an object; an empty one stays, since an object would hide it. */
function around(value: Tree, { random, languageMaps }: Spelling): Tree {
  if (typeof value !== 'string' || languageMaps) return value;
  return chance(random, 4) ? { '@value': value } : value;
}

/** Texts without language stand as they are, under `@none`. */
function languageMap(value: Tree): Tree {
  const map: Record<string, Tree[]> = {};
  for (const each of [value].flat()) {
    const tagged = typeof each === 'object' && each !== null ? (each as TreeNode) : undefined;
    const language = tagged?.['@language'];
    // A map has texts only.
    const text = tagged === undefined ? each : (tagged['@value'] ?? 'missing');
    (map[typeof language === 'string' ? language : '@none'] ??= []).push(text);
  }
  return Object.fromEntries(
    Object.entries(map).map(([tag, texts]) => [
      tag,
      texts.length === 1 ? (texts[0] ?? null) : texts,
    ]),
  );
}

export function shuffled<T>(random: Random, values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: random.below(1e9) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
