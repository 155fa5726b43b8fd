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
  /** Where lines lead to the values their number, if there are several. */
  readonly value: string;
  /** Datatype or language of a literal; empty without. */
  readonly suffix: string;
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
  nodeWidth: 280,
  columnGap: 52,
  nodeGap: 18,
  titleHeight: 28,
  typesHeight: 18,
  rowHeight: 20,
  padding: 8,
  textMargin: 12,
} as const;

/** A drawing of more nodes cannot be read. */
export const maxDiagramNodes = 100;
/** The most values of a node. */
const maxValues = 10;
/** Longer texts are not measured. */
const maxCharacters = 100;

/** The width of a text in drawing units. */
export type MeasureText = (text: string, isTitle: boolean) => number;

const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** A node before it has a place. */
interface Unplaced {
  readonly term: AnswerTerm;
  readonly types: string[];
  /** The first literal that names it. */
  name?: string;
  readonly values: DiagramRow[];
  /** The keys of the nodes that lines lead to, by property. */
  readonly links: Map<string, string[]>;
}

/**
 * The number of nodes that a diagram of statements draws: their subjects, and objects that several
 * subjects have.
 */
export function diagramNodeCount(statements: readonly AnswerStatement[]): number {
  return nodeTerms(statements).size;
}

/** What diagrams are made with. */
export interface DiagramTools {
  readonly prefixes: PrefixTable;
  readonly measure: MeasureText;
}

/**
 * Lays out a graph: nodes in columns by their distance from nodes to which no line leads. Texts
 * wider than a node are cut, and end in `…`.
 */
export function graphDiagram(
  statements: readonly AnswerStatement[],
  { prefixes, measure }: DiagramTools,
): GraphDiagram {
  const nodes = collectNodes(statements, prefixes);
  const places = placeNodes(nodes);
  const placed = Array.from(nodes, ([key, node]) => ({ node, ...(places.get(key) ?? nowhere) }));
  const lines = placed.flatMap(({ node, x, y }) =>
    linesOf(node).flatMap(({ row, to }) => {
      const target = places.get(to);
      return target === undefined ? [] : [lineBetween({ x, y: y + rowMiddle(node, row) }, target)];
    }),
  );
  return {
    nodes: placed.map(({ node, x, y }) => ({
      x,
      y,
      height: heightOf(node),
      title: cut(titleOf(node, prefixes), (text) => measure(text, true)),
      ...(node.term.kind === 'iri' && { iri: node.term.value }),
      types: cut(node.types.join(', '), (text) => measure(text, false)),
      rows: rowsOf(node).map((row) => cutRow(row, measure)),
    })),
    lines,
    width: Math.max(0, ...placed.map(({ x }) => x + diagramSizes.nodeWidth)) + 1,
    height: Math.max(0, ...placed.map(({ node, y }) => y + heightOf(node))) + 1,
  };
}

/** The name of a node, or else its IRI; labels of blank nodes are arbitrary. */
function titleOf({ term, name, types }: Unplaced, prefixes: PrefixTable): string {
  if (name !== undefined) return name;
  if (term.kind !== 'blank') return termText(term, prefixes).replace(/^https?:\/\//iu, '');
  return types.length > 0 ? 'Without a name' : 'Blank node';
}

function keyOf(term: AnswerTerm): string {
  return `${term.kind} ${term.value}`;
}

const naming = /[/#](?:name|label|prefLabel|title)$/u;

/** A name becomes the title of its node. */
function isName(predicate: string, { kind, value }: AnswerTerm): boolean {
  return kind === 'literal' && value.trim() !== '' && naming.test(predicate);
}

function collectNodes(
  statements: readonly AnswerStatement[],
  prefixes: PrefixTable,
): ReadonlyMap<string, Unplaced> {
  const nodes = new Map<string, Unplaced>();
  for (const [key, term] of nodeTerms(statements)) {
    nodes.set(key, { term, types: [], values: [], links: new Map() });
  }
  for (const statement of statements) {
    const node = nodes.get(keyOf(statement.subject));
    if (node === undefined) continue;
    const to = keyOf(statement.object);
    addStatement(node, statement, { prefixes, to: nodes.has(to) ? to : undefined });
  }
  return nodes;
}

interface StatementTools {
  readonly prefixes: PrefixTable;
  /** The key of the object where it is a node. */
  readonly to: string | undefined;
}

function addStatement(
  node: Unplaced,
  { predicate, object }: AnswerStatement,
  { prefixes, to }: StatementTools,
): void {
  const property = prefixes.prefixedName(predicate) ?? lastPartOf(predicate);
  if (to !== undefined) {
    const known = node.links.get(property) ?? [];
    known.push(to);
    node.links.set(property, known);
  } else if (predicate === rdfType) node.types.push(termText(object, prefixes));
  else if (isName(predicate, object) && node.name === undefined) node.name = object.value;
  else {
    const suffix = literalSuffix(object, prefixes);
    node.values.push({ property, value: termText(object, prefixes), suffix });
  }
}

/** Values, of which the last row counts those that are left out; then a row a kind of line. */
function rowsOf({ values, links }: Unplaced): readonly DiagramRow[] {
  const most = values.length > maxValues ? maxValues - 1 : maxValues;
  const more = values.length - most;
  return [
    ...values.slice(0, most),
    ...(more > 0 ? [{ property: `${more} more`, value: '', suffix: '' }] : []),
    ...Array.from(links, ([property, to]) => ({
      property,
      value: to.length > 1 ? `× ${to.length}` : '',
      suffix: '',
    })),
  ];
}

/** The lines of a node, each with the row where it begins. */
function linesOf({
  values,
  links,
}: Unplaced): readonly { readonly row: number; readonly to: string }[] {
  const first = Math.min(values.length, maxValues);
  return [...links.values()].flatMap((keys, at) => keys.map((to) => ({ row: first + at, to })));
}

function nodeTerms(statements: readonly AnswerStatement[]): ReadonlyMap<string, AnswerTerm> {
  const terms = new Map(statements.map(({ subject }) => [keyOf(subject), subject]));
  const subjectOf = new Map<string, string>();
  for (const { subject, predicate, object } of statements) {
    if (object.kind === 'literal' || predicate === rdfType) continue;
    const [key, by] = [keyOf(object), keyOf(subject)];
    if ((subjectOf.get(key) ?? by) !== by) terms.set(key, object);
    subjectOf.set(key, by);
  }
  return terms;
}

function lastPartOf(iri: string): string {
  return iri.slice(Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1) || iri;
}

/** Leaves two fifths of a row to its value, if it needs them. */
function cutRow({ property, value, suffix }: DiagramRow, measure: MeasureText): DiagramRow {
  const width = (text: string): number => measure(text, false);
  const end = suffix === '' ? '' : ` ${cut(suffix, width, textWidth / 4)}`;
  const free = textWidth - width(` ${value}${end}`.slice(0, maxCharacters));
  const first = cut(property, width, Math.max(textWidth * 0.6, free));
  return {
    property: first,
    value: cut(value, width, textWidth - width(`${first} ${end}`)),
    suffix: end.trim(),
  };
}

const textWidth = diagramSizes.nodeWidth - 2 * diagramSizes.textMargin;

/** The longest beginning of a text that is not wider than `most`, in whole characters. */
function cut(text: string, width: (text: string) => number, most: number = textWidth): string {
  const all = Array.from(text.replaceAll(/\s+/gu, ' ').trim());
  const characters = all.slice(0, maxCharacters);
  if (all.length === characters.length && width(all.join('')) <= most) return all.join('');
  while (characters.length > 0 && width(`${characters.join('')}…`) > most) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const nowhere: Place = { x: 0, y: 0 };

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
      // The last one pushed is placed first.
      const children = linesOf(node).map(({ to }) => ({ key: to, column: column + 1, top: y }));
      while (children.length > 0) pending.push(...children.splice(-1));
    }
  }
  return places;
}

function rootsFirst(nodes: ReadonlyMap<string, Unplaced>): readonly string[] {
  const targets = new Set(
    Array.from(nodes, ([key, { links }]) =>
      [...links.values()].flat().filter((to) => to !== key),
    ).flat(),
  );
  const keys = [...nodes.keys()];
  return [...keys.filter((key) => !targets.has(key)), ...keys.filter((key) => targets.has(key))];
}

function headHeight({ types }: Pick<Unplaced, 'types'>): number {
  return diagramSizes.titleHeight + (types.length > 0 ? diagramSizes.typesHeight : 0);
}

function heightOf(node: Unplaced): number {
  const { rowHeight, padding } = diagramSizes;
  const rows = rowsOf(node).length;
  return headHeight(node) + (rows > 0 ? rows * rowHeight + padding : 0);
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
