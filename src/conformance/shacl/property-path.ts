import { iriTerm } from '../../rdf/n-quads.ts';
import { sh } from '../../rdf/vocabularies.ts';
import type { GraphTerm, TermGraph } from './term-graph.ts';

/** A property path of SHACL (§2.3.1). */
export type PropertyPath =
  | { readonly kind: 'predicate'; readonly iri: string }
  | { readonly kind: 'sequence' | 'alternative'; readonly paths: readonly PropertyPath[] }
  | {
      readonly kind: 'inverse' | 'zeroOrMore' | 'oneOrMore' | 'zeroOrOne';
      readonly path: PropertyPath;
    };

const unaryKinds = {
  inverse: sh.inversePath,
  zeroOrMore: sh.zeroOrMorePath,
  oneOrMore: sh.oneOrMorePath,
  zeroOrOne: sh.zeroOrOnePath,
} as const;

/** The deepest nesting of a path; a path that holds itself has no end. */
const maxDepth = 50;

/** Reads the path of a property shape. @returns undefined if it is ill-formed */
export function readPath(graph: TermGraph, node: GraphTerm, depth = 0): PropertyPath | undefined {
  if (node.termType === 'NamedNode') return { kind: 'predicate', iri: node.value };
  if (node.termType === 'Literal' || depth > maxDepth) return undefined;
  const members = graph.list(node);
  if (members !== undefined) return readPaths('sequence', graph, members, depth);
  const alternatives = graph.object(node, sh.alternativePath);
  if (alternatives !== undefined) {
    return readPaths('alternative', graph, graph.list(alternatives) ?? [], depth);
  }
  for (const kind of ['inverse', 'zeroOrMore', 'oneOrMore', 'zeroOrOne'] as const) {
    const inner = graph.object(node, unaryKinds[kind]);
    if (inner === undefined) continue;
    const path = readPath(graph, inner, depth + 1);
    return path && { kind, path };
  }
  return undefined;
}

/** Sequences and alternatives have two members at least. */
function readPaths(
  kind: 'sequence' | 'alternative',
  graph: TermGraph,
  members: readonly GraphTerm[],
  depth: number,
): PropertyPath | undefined {
  const paths = members.flatMap((member) => readPath(graph, member, depth + 1) ?? []);
  return members.length < 2 || paths.length < members.length ? undefined : { kind, paths };
}

const suffixes = { zeroOrMore: '*', oneOrMore: '+', zeroOrOne: '?' } as const;

/** A path as SPARQL writes it (SPARQL 1.1 §9.1), with whole IRIs. */
export function pathText(path: PropertyPath): string {
  switch (path.kind) {
    case 'predicate':
      return iriTerm(path.iri);
    case 'sequence':
      return path.paths.map(innerText).join('/');
    case 'alternative':
      return path.paths.map(innerText).join('|');
    case 'inverse':
      return `^${innerText(path.path)}`;
    case 'zeroOrMore':
    case 'oneOrMore':
    case 'zeroOrOne':
      return innerText(path.path) + suffixes[path.kind];
  }
}

function innerText(path: PropertyPath): string {
  return path.kind === 'predicate' ? iriTerm(path.iri) : `(${pathText(path)})`;
}

/** The nodes that a path leads to, each once. */
export function evaluatePath(
  path: PropertyPath,
  graph: TermGraph,
  from: GraphTerm,
): readonly GraphTerm[] {
  return distinct(step(path, graph, from, false));
}

/** @param isInverse whether the path is followed from its end */
function step(
  path: PropertyPath,
  graph: TermGraph,
  from: GraphTerm,
  isInverse: boolean,
): readonly GraphTerm[] {
  switch (path.kind) {
    case 'predicate':
      return isInverse ? graph.subjects(path.iri, from) : graph.objects(from, path.iri);
    case 'inverse':
      return step(path.path, graph, from, !isInverse);
    case 'alternative':
      return path.paths.flatMap((each) => step(each, graph, from, isInverse));
    case 'sequence':
      return (isInverse ? path.paths.toReversed() : path.paths).reduce(
        (nodes: readonly GraphTerm[], each) =>
          distinct(nodes.flatMap((node) => step(each, graph, node, isInverse))),
        [from],
      );
    case 'zeroOrOne':
      return [from, ...step(path.path, graph, from, isInverse)];
    case 'zeroOrMore':
      return closure(path.path, graph, [from], isInverse);
    case 'oneOrMore':
      return closure(path.path, graph, step(path.path, graph, from, isInverse), isInverse);
  }
}

/** The nodes, and all nodes that repeated steps lead to. */
function closure(
  path: PropertyPath,
  graph: TermGraph,
  from: readonly GraphTerm[],
  isInverse: boolean,
): readonly GraphTerm[] {
  const found = new Map(from.map((node) => [node.id, node]));
  // A map that grows while it is iterated yields what is added.
  for (const node of found.values()) {
    for (const next of step(path, graph, node, isInverse)) {
      if (!found.has(next.id)) found.set(next.id, next);
    }
  }
  return [...found.values()];
}

function distinct(nodes: readonly GraphTerm[]): readonly GraphTerm[] {
  return nodes.length < 2 ? nodes : [...new Map(nodes.map((node) => [node.id, node])).values()];
}
