import type { DensityCell, DensityMap } from '../../../search/density-map.ts';
import type { Box } from '../../../model/search-facts.ts';
import { boxesInFrame, xOf, yOf, type MapFrame } from '../../parts/map-frame.ts';

const steps = 5;

/** The cells of a map as five paths, one for each step of how many results are there. */
export function Density({
  density,
  frame,
}: {
  readonly density: DensityMap;
  readonly frame: MapFrame;
}) {
  return (
    <g class="density">
      {stepPaths(density, frame).map((path, step) =>
        path === '' ? null : <path class={`step-${step + 1}`} d={path} />,
      )}
    </g>
  );
}

/** The colours of the steps, which the map has a legend of. */
export function DensityScale() {
  return (
    <svg class="density scale" viewBox="0 0 100 10" aria-hidden="true">
      {Array.from({ length: steps }, (_, step) => (
        <rect class={`step-${step + 1}`} x={step * 20} width="20" height="10" />
      ))}
    </svg>
  );
}

function stepPaths(density: DensityMap, frame: MapFrame): readonly string[] {
  const paths = Array.from({ length: steps }, () => '');
  for (const { step, ...run } of runsOf(density)) {
    for (const box of boxesInFrame(frame, run)) paths[step] += rectangle(frame, box);
  }
  return paths;
}

/** Cells of one step that follow each other from west to east. */
interface CellRun extends Omit<Box, 'east'> {
  /** From 0 on. */
  readonly step: number;
  east: number;
}

function runsOf({ cells, cellSize }: DensityMap): readonly CellRun[] {
  const stepOf = stepsOf(cells);
  const runs: CellRun[] = [];
  let last: CellRun | undefined;
  for (const { west, south, count } of cells) {
    const step = stepOf.get(count) ?? 0;
    const east = west + cellSize;
    if (last?.step === step && last.south === south && last.east === west) last.east = east;
    else runs.push((last = { step, west, south, east, north: south + cellSize }));
  }
  return runs;
}

function rectangle(frame: MapFrame, { west, south, east, north }: Box): string {
  const [left, top] = [xOf(frame, west), yOf(north)];
  return `M${left} ${top}H${xOf(frame, east)}V${yOf(south)}H${left}z`;
}

/**
 * The step of each count that there is. All steps have as many different counts, so that a map shows
 * differences whether its counts are much alike or a few are very high.
 */
function stepsOf(cells: readonly DensityCell[]): ReadonlyMap<number, number> {
  const counts = [...new Set(cells.map(({ count }) => count))].toSorted(
    (one, other) => one - other,
  );
  const last = counts.length - 1;
  const step = (at: number): number => (last === 0 ? 2 : Math.round((at * (steps - 1)) / last));
  return new Map(counts.map((count, at) => [count, step(at)]));
}

/** The least and the highest count of a cell; undefined without cells. */
export function countsIn(
  cells: readonly DensityCell[],
): { readonly least: number; readonly most: number } | undefined {
  const [first, ...more] = cells;
  if (first === undefined) return undefined;
  let [least, most] = [first.count, first.count];
  for (const { count } of more) {
    least = Math.min(least, count);
    most = Math.max(most, count);
  }
  return { least, most };
}

/** The cell with the most results, the first of several. */
export function densestCell({ cells, cellSize }: DensityMap): (Box & DensityCell) | undefined {
  const counts = countsIn(cells);
  const cell = cells.find(({ count }) => count === counts?.most);
  if (cell === undefined) return undefined;
  return { ...cell, east: cell.west + cellSize, north: cell.south + cellSize };
}
