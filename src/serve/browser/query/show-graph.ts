import { formatCount } from '../../../text/amounts.ts';
import { type PrefixTable, statementsTurtle } from './answer-texts.ts';
import { filledElement, scrollingRegion, svgElement } from './elements.ts';
import {
  diagramNodeCount,
  type DiagramNode,
  diagramSizes,
  graphDiagram,
  maxDiagramNodes,
  type MeasureText,
} from './graph-diagram.ts';
import type { GraphAnswer } from './read-answer.ts';

/** A drawing of a graph; undefined if it has more nodes than can be read. */
export function graphView({ statements }: GraphAnswer, prefixes: PrefixTable): Node | undefined {
  const count = diagramNodeCount(statements);
  if (count > maxDiagramNodes) return undefined;
  const { nodes, lines, width, height } = graphDiagram(statements, {
    prefixes,
    measure: measureText(),
  });
  const label = `Graph of ${formatCount(count, 'node')}; the Turtle has the same statements`;
  const svg = svgElement(
    'svg',
    {
      class: 'diagram',
      role: 'img',
      'aria-label': label,
      viewBox: `0 0 ${width} ${height}`,
      width: String(width),
      height: String(height),
    },
    [
      ...lines.flatMap(({ path, head }) => [
        svgElement('path', { class: 'line', d: path }),
        svgElement('path', { class: 'head', d: head }),
      ]),
      ...nodes.map(nodeElement),
    ],
  );
  return scrollingRegion(label, svg);
}

/** Measures texts in the fonts of the style sheet: `.diagram text` and `.diagram .name`. */
function measureText(): MeasureText {
  const context = document.createElement('canvas').getContext('2d');
  const { fontFamily } = getComputedStyle(document.body);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const fonts = {
    title: `600 ${0.875 * rem}px ${fontFamily}`,
    row: `${0.8125 * rem}px ${fontFamily}`,
  };
  return (text, isTitle) => {
    // Browsers without a canvas have the width of wide letters.
    if (context === null) return text.length * 8;
    context.font = isTitle ? fonts.title : fonts.row;
    return context.measureText(text).width;
  };
}

function stringValues(numbers: Readonly<Record<string, number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, String(value)]));
}

function nodeElement({ x, y, height, title, iri, types, rows }: DiagramNode): SVGSVGElement {
  const { nodeWidth, titleHeight, typesHeight, rowHeight, padding, textMargin } = diagramSizes;
  const left = String(textMargin);
  const head = titleHeight + (types === '' ? 0 : typesHeight);
  const texts = rows.map(({ property, value, suffix }, row) =>
    svgElement('text', { x: left, y: String(head + padding / 2 + row * rowHeight + 15) }, [
      svgElement('tspan', { class: 'property' }, [`${property} `]),
      suffix === '' ? value : `${value} ${suffix}`,
    ]),
  );
  // An SVG in an SVG cuts what a font has wider than it was measured.
  const place = { x, y, width: nodeWidth, height };
  return svgElement('svg', stringValues(place), [
    ...(iri === undefined ? [] : [svgElement('title', {}, [iri])]),
    svgElement('rect', {
      class: 'node',
      width: String(nodeWidth),
      height: String(height),
      rx: '4',
    }),
    svgElement('text', { class: 'name', x: left, y: '19' }, [title]),
    ...(types === ''
      ? []
      : [svgElement('text', { class: 'property', x: left, y: String(titleHeight + 10) }, [types])]),
    ...(rows.length === 0
      ? []
      : [svgElement('path', { class: 'rule', d: `M0 ${head}H${nodeWidth}` })]),
    ...texts,
  ]);
}

/** The most characters of Turtle that a page shows; a file has all. */
const maxCharacters = 500_000;

/** Statements as Turtle, with the complete text for a file. */
export function turtleView(
  { statements }: GraphAnswer,
  prefixes: PrefixTable,
): { readonly text: string; readonly make: () => Node } {
  const text = statementsTurtle(statements, prefixes);
  const isCut = text.length > maxCharacters;
  return {
    text,
    make: () =>
      filledElement('div', [
        filledElement('pre', text.slice(0, maxCharacters), {
          class: 'turtle',
          tabindex: '0',
          'aria-label': 'Turtle',
        }),
        ...(isCut ? [filledElement('p', 'The rest is in the file.', { class: 'soft' })] : []),
      ]),
  };
}
