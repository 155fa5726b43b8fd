import { formatCount } from '../../../text/amounts.ts';
import { requireElement } from '../result-links.ts';
import {
  type GeometryColumn,
  type MapPart,
  middleOfMap,
  partAround,
  type ShapePaths,
  shapePaths,
  wholeMap,
} from './answer-geometry.ts';
import { type PrefixTable, termText } from './answer-texts.ts';
import { actionButton, filledElement, svgElement } from './elements.ts';
import type { TableAnswer } from './read-answer.ts';

/** More shapes cannot be told apart, and make the page slow. */
const maxRows = 2000;

/**
 * A world map with the geometries of a table, and a choice where several columns have some.
 * @param mapOf a copy of the empty map of the page with this longitude in its middle
 */
export function mapView(
  table: TableAnswer,
  columns: readonly GeometryColumn[],
  { prefixes, mapOf }: MapTools,
): Node {
  const shown = requireElement('figure', { class: 'answer-map' });
  const show = (at: number): void => {
    const column = columns[at];
    if (column !== undefined)
      shown.replaceChildren(...mapOfColumn(table, column, { prefixes, mapOf }));
  };
  show(0);
  if (columns.length < 2) return shown;
  const select = filledElement(
    'select',
    columns.map(({ label }, at) => filledElement('option', label, { value: String(at) })),
  );
  select.addEventListener('change', () => show(Number(select.value)));
  return filledElement('div', [filledElement('label', ['Geometry ', select]), shown]);
}

/** What maps are made with. */
export interface MapTools {
  readonly prefixes: PrefixTable;
  readonly mapOf: (middle: 0 | 180) => SVGSVGElement;
}

function mapOfColumn(
  { rows }: TableAnswer,
  { label, shapes }: GeometryColumn,
  { prefixes, mapOf }: MapTools,
): readonly Node[] {
  const found = shapes.map((own, row) => ({ own, row })).filter(({ own }) => own.length > 0);
  const places = found.slice(0, maxRows).map(({ own, row }) => {
    const name = (rows[row] ?? []).find((term) => term !== undefined);
    return { own, name: name === undefined ? '' : termText(name, prefixes) };
  });
  const all = places.flatMap(({ own }) => own);
  const middle = middleOfMap(all);
  const map = mapOf(middle);
  const words = sentence(label, { drawn: places.length, found: found.length, rows: rows.length });
  map.setAttribute('aria-label', `Map: ${words}`);
  const draw = (part: MapPart): void => {
    const { x, y, width } = part;
    map.setAttribute('viewBox', `${x} ${y} ${width} ${width / 2}`);
    const drawn = places.map(({ own, name }) => placeElement(name, shapePaths(own, middle, part)));
    map.querySelector('.place')?.replaceChildren(...drawn);
  };
  draw(wholeMap);
  const caption = filledElement('figcaption', [words], { class: 'soft' });
  const close = partAround(all, middle);
  if (close.width < wholeMap.width * closeShare) caption.append(' ', zoomButton(close, draw));
  return [map, caption];
}

/** A part of the map that is wider than this share of it is not offered. */
const closeShare = 0.8;

/** Goes to a part of the map, and back. */
function zoomButton(part: MapPart, draw: (part: MapPart) => void): HTMLButtonElement {
  let isClose = false;
  const button = actionButton('Closer', () => {
    isClose = !isClose;
    draw(isClose ? part : wholeMap);
    button.textContent = isClose ? 'Whole world' : 'Closer';
  });
  return button;
}

function placeElement(name: string, { outline, dots }: ShapePaths): SVGGElement {
  return svgElement('g', {}, [
    svgElement('title', {}, [name]),
    ...(outline === '' ? [] : [svgElement('path', { class: 'outline', d: outline })]),
    ...(dots === '' ? [] : [svgElement('path', { class: 'dot', d: dots })]),
  ]);
}

interface Counts {
  readonly drawn: number;
  readonly found: number;
  readonly rows: number;
}

function sentence(label: string, { drawn, found, rows }: Counts): string {
  const without = rows - found;
  const parts = [
    `${label} of ${formatCount(drawn, 'row')}`,
    ...(found > drawn ? [`the first of ${formatCount(found, 'row')}`] : []),
    ...(without > 0 ? [`${formatCount(without, 'row')} without a place`] : []),
  ];
  return `${parts.join('; ')}.`;
}
