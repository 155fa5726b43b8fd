import { formatCount } from '../../../text/amounts.ts';
import { requireElement } from '../result-links.ts';
import { type GeometryColumn, middleOfMap, shapePaths } from './answer-geometry.ts';
import { type PrefixTable, termText } from './answer-texts.ts';
import { filledElement, svgElement } from './elements.ts';
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
  const drawn = shapes.map((own, row) => ({ own, row })).filter(({ own }) => own.length > 0);
  const first = drawn.slice(0, maxRows);
  const middle = middleOfMap(first.flatMap(({ own }) => own));
  const map = mapOf(middle);
  const places = first.map(({ own, row }) => {
    const { outline, dots } = shapePaths(own, middle);
    const name = (rows[row] ?? []).find((term) => term !== undefined);
    const title = svgElement('title', {}, [name === undefined ? '' : termText(name, prefixes)]);
    return svgElement('g', {}, [
      title,
      ...(outline === '' ? [] : [svgElement('path', { class: 'outline', d: outline })]),
      ...(dots === '' ? [] : [svgElement('path', { class: 'dot', d: dots })]),
    ]);
  });
  map.querySelector('.place')?.append(...places);
  const words = sentence(label, { drawn: first.length, found: drawn.length, rows: rows.length });
  map.setAttribute('aria-label', `Map: ${words}`);
  return [map, filledElement('figcaption', words, { class: 'soft' })];
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
