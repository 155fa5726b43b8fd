import { literalSuffix, type PrefixTable, termText } from './answer-texts.ts';
import type { AnswerStatement, AnswerTerm } from './read-answer.ts';

/** A node of a diagram: a box with a row for each of its statements. */
export interface DiagramNode {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly title: string;
  /** The IRI; absent for a blank node. */
  readonly iri?: string;
  /** The types, under the title; empty without. */
  readonly types: string;
  readonly rows: readonly DiagramRow[];
}

/** A row of a node: a property with its value, or with a line to another node. */
interface DiagramRow {
  readonly property: string;
  /** Empty where a line leads to the value. */
  readonly value: string;
}

/** A line from a row of a node to another node, as SVG path data. */
export interface DiagramLine {
  readonly path: string;
  /** The head of the arrow. */
  readonly head: string;
}

/** A graph laid out for a drawing. The same statements give the same drawing. */
export interface GraphDiagram {
  readonly nodes: readonly DiagramNode[];
  readonly lines: readonly DiagramLine[];
  readonly width: number;
  readonly height: number;
}

/** Sizes in drawing units, which are pixels. */
export const diagramSizes = {
  nodeWidth: 300,
  columnGap: 72,
  nodeGap: 18,
  titleHeight: 28,
  typesHeight: 18,
  rowHeight: 20,
  padding: 8,
} as const;

/** A drawing of more nodes cannot be read. */
export const maxDiagramNodes = 100;
/** The most rows of a node; the last one counts the others. */
const maxRows = 14;
/** The most characters of a row, and of a title. */
const maxCharacters = 42;

const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** A node before it has a place. */
interface Unplaced {
  readonly key: string;
  readonly term: AnswerTerm;
  readonly types: string[];
  readonly rows: { readonly property: string; readonly value: string; readonly to?: string }[];
}

/**
 * The nodes of statements that a diagram draws: their subjects, and objects that several subjects
 * have.
 */
export function diagramNodeCount(statements: readonly AnswerStatement[]): number {
  return collectNodes(statements, undefined).size;
}

/** Lays out a graph: nodes in columns by their distance from nodes to which no line leads. */
export function graphDiagram(
  statements: readonly AnswerStatement[],
  prefixes: PrefixTable,
): GraphDiagram {
  const nodes = collectNodes(statements, prefixes);
  const places = placeNodes(nodes);
  const placed = [...nodes.values()].flatMap((node) => {
    const place = places.get(node.key);
    return place === undefined ? [] : [{ node, ...place }];
  });
  const lines = placed.flatMap(({ node, x, y }) =>
    node.rows.flatMap(({ to }, row) => {
      const target = to === undefined ? undefined : places.get(to);
      if (target === undefined) return [];
      return [lineBetween({ x, y: y + rowMiddle(node, row) }, target)];
    }),
  );
  return {
    nodes: placed.map(({ node, x, y }) => ({
      x,
      y,
      height: heightOf(node),
      title: cut(termText(node.term, prefixes)),
      ...(node.term.kind === 'iri' && { iri: node.term.value }),
      types: cut(node.types.join(', ')),
      rows: node.rows.map(({ property, value }) => ({ property, value })),
    })),
    lines,
    width: Math.max(0, ...placed.map(({ x }) => x + diagramSizes.nodeWidth)) + 2,
    height: Math.max(0, ...placed.map(({ node, y }) => y + heightOf(node))) + 2,
  };
}

function keyOf(term: AnswerTerm): string {
  return `${term.kind} ${term.value}`;
}

function collectNodes(
  statements: readonly AnswerStatement[],
  prefixes: PrefixTable | undefined,
): ReadonlyMap<string, Unplaced> {
  const nodes = new Map<string, Unplaced>();
  for (const term of nodeTerms(statements)) {
    nodes.set(keyOf(term), { key: keyOf(term), term, types: [], rows: [] });
  }
  if (prefixes === undefined) return nodes;
  for (const { subject, predicate, object } of statements) {
    const node = nodes.get(keyOf(subject));
    if (node === undefined) continue;
    const property = prefixes.prefixedName(predicate) ?? lastPartOf(predicate);
    const isNode = object.kind !== 'literal' && nodes.has(keyOf(object));
    if (predicate === rdfType && !isNode) node.types.push(termText(object, prefixes));
    else if (isNode) node.rows.push({ property, value: '', to: keyOf(object) });
    else node.rows.push({ property, value: cutValue(property, object, prefixes) });
  }
  for (const { rows } of nodes.values()) {
    const more = rows.length - maxRows;
    if (more > 0) rows.splice(maxRows - 1, more + 1, { property: `${more + 1} more`, value: '' });
  }
  return nodes;
}

function nodeTerms(statements: readonly AnswerStatement[]): Iterable<AnswerTerm> {
  const terms = new Map(statements.map(({ subject }) => [keyOf(subject), subject]));
  const subjectOf = new Map<string, string>();
  for (const { subject, predicate, object } of statements) {
    if (object.kind === 'literal' || predicate === rdfType) continue;
    const [key, by] = [keyOf(object), keyOf(subject)];
    if ((subjectOf.get(key) ?? by) !== by) terms.set(key, object);
    subjectOf.set(key, by);
  }
  return terms.values();
}

function lastPartOf(iri: string): string {
  return iri.slice(Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1) || iri;
}

function cutValue(property: string, object: AnswerTerm, prefixes: PrefixTable): string {
  const most = Math.max(12, maxCharacters - property.length);
  const suffix = literalSuffix(object, prefixes);
  const shown = suffix === '' ? '' : ` ${suffix}`;
  return cut(termText(object, prefixes), Math.max(8, most - shown.length)) + shown;
}

function cut(text: string, most = maxCharacters): string {
  const characters = Array.from(text.replaceAll(/\s+/gu, ' '));
  return characters.length > most
    ? `${characters.slice(0, most - 1).join('')}…`
    : characters.join('');
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** A child is in the column right of its parent, and not above it. */
function placeNodes(nodes: ReadonlyMap<string, Unplaced>): ReadonlyMap<string, Place> {
  const { nodeWidth, columnGap, nodeGap } = diagramSizes;
  const places = new Map<string, Place>();
  const bottoms: number[] = [];
  for (const root of rootsFirst(nodes)) {
    const pending = [{ key: root, column: 0, top: 1 }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { key, column, top } = next;
      const node = nodes.get(key);
      if (node === undefined || places.has(key)) continue;
      const y = Math.max(top, bottoms[column] ?? 1);
      places.set(key, { x: column * (nodeWidth + columnGap) + 1, y });
      bottoms[column] = y + heightOf(node) + nodeGap;
      const children = node.rows.flatMap(({ to }) => to ?? []);
      // The last one pushed is placed first.
      for (const child of children.toReversed()) {
        pending.push({ key: child, column: column + 1, top: y });
      }
    }
  }
  return places;
}

function rootsFirst(nodes: ReadonlyMap<string, Unplaced>): readonly string[] {
  const targets = new Set(
    [...nodes.values()].flatMap(({ key, rows }) =>
      rows.flatMap(({ to }) => (to === undefined || to === key ? [] : [to])),
    ),
  );
  const keys = [...nodes.keys()];
  return [...keys.filter((key) => !targets.has(key)), ...keys.filter((key) => targets.has(key))];
}

function headHeight({ types }: Pick<Unplaced, 'types'>): number {
  return diagramSizes.titleHeight + (types.length > 0 ? diagramSizes.typesHeight : 0);
}

function heightOf(node: Unplaced): number {
  const { rowHeight, padding } = diagramSizes;
  return headHeight(node) + (node.rows.length > 0 ? node.rows.length * rowHeight + padding : 0);
}

function rowMiddle(node: Unplaced, row: number): number {
  const { rowHeight, padding } = diagramSizes;
  return headHeight(node) + padding / 2 + (row + 0.5) * rowHeight;
}

/** To the left edge of a node on the right, otherwise around to its right edge. */
function lineBetween(from: Place, to: Place): DiagramLine {
  const { nodeWidth, columnGap, titleHeight } = diagramSizes;
  const [startX, endY] = [from.x + nodeWidth, to.y + titleHeight / 2];
  const isForward = to.x > from.x;
  const endX = isForward ? to.x : to.x + nodeWidth;
  const bend = columnGap * 0.7;
  const [gap, side] = isForward ? [-6, -1] : [6, 1];
  const control = endX + side * bend;
  return {
    path: `M${startX} ${from.y}C${startX + bend} ${from.y} ${control} ${endY} ${endX + gap} ${endY}`,
    head: `M${endX} ${endY}l${side * 8} -4v8z`,
  };
}
