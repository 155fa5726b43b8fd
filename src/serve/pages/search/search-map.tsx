import type { Box } from '../../../model/search-facts.ts';
import { isTooLargeForMap } from '../../../search/columns/places.ts';
import type { DensityCell, DensityMap } from '../../../search/facet-histograms.ts';
import type { FoundResource } from '../../../search/search-answer.ts';
import type { FoundResources } from '../../../search/search-index.ts';
import { groupDigits } from '../../../text/amounts.ts';
import {
  boxesInFrame,
  boxInRotatedFrame,
  boxPaths,
  joinedBoxes,
  type MapFrame,
  WorldMap,
  xOfLongitude,
  yOfLatitude,
} from '../../parts/map-frame.tsx';
import { boxWords } from '../../parts/place-and-time-words.ts';
import { type Site, sitePath } from '../../site.ts';
import {
  boxesOfSearch,
  closerView,
  type Direction,
  frameText,
  mapFrameOf,
  mapViewOf,
  movedView,
  rotatedView,
  widerView,
} from './map-view.ts';
import { type MapView, searchHref, type SearchState, withCondition } from './search-address.ts';
import { HiddenFields } from './search-form.tsx';

interface SearchMapProps {
  readonly site: Site;
  readonly search: SearchState;
  /** Contains the facet `map`. */
  readonly found: FoundResources;
}

/** The map of the results, with links that move it, and the box of the search. */
export function SearchMap({ site, search, found }: SearchMapProps) {
  const view = mapViewOf(search);
  const frame = mapFrameOf(view);
  const searchBoxes = boxesOfSearch(search);
  const density = found.facets?.map?.kind === 'map' ? found.facets.map : undefined;
  return (
    <figure class="search-map">
      <div class="drawing" data-west={frame.middle - 180}>
        <WorldMap
          site={site}
          frame={frame}
          class={`zoom-${view.zoom}`}
          label={labelOf(frame, density, searchBoxes)}
          below={density && <DensityCells density={density} frame={frame} />}
        >
          <g class="places">
            {found.found.map((each, at) => (
              <ResultOutline frame={frame} found={each} number={at + 1} />
            ))}
          </g>
          <SearchBoxes frame={frame} boxes={searchBoxes} />
        </WorldMap>
      </div>
      {density && <Legend site={site} search={search} density={density} />}
      <MapLinks
        site={site}
        search={search}
        centre={searchBoxes[0] ?? (density && densestCell(density))}
      />
      <BoxForm site={site} search={search} box={searchBoxes[0]} />
    </figure>
  );
}

function labelOf(
  frame: MapFrame,
  density: DensityMap | undefined,
  searchBoxes: readonly Box[],
): string {
  const isWhole = frame.east - frame.west === 360;
  const middle = frame.middle === 0 ? 'Greenwich' : 'the Pacific';
  const shown = isWhole
    ? `of the world with ${middle} in the middle`
    : `of ${boxWords(boxInRotatedFrame(frame))}`;
  const cell = density && densestCell(density);
  const where =
    cell === undefined
      ? 'no result has a place that can be drawn'
      : `places of the results; most of them, ${groupDigits(cell.count)}, about ${boxWords(cell)}`;
  const boxes =
    searchBoxes.length === 0
      ? ''
      : `; selected: ${searchBoxes.map(boxInRotatedFrame).map(boxWords).join('; ')}`;
  return `Map ${shown}: ${where}${boxes}`;
}

interface ResultOutlineProps {
  readonly frame: MapFrame;
  readonly found: FoundResource;
  /** Numbers on this page, from 1. */
  readonly number: number;
}

function ResultOutline({ frame, found, number }: ResultOutlineProps) {
  const drawn = found.result.boxes.filter((box) => !isTooLargeForMap(box));
  const { outlines, dots } = boxPaths(frame, joinedBoxes(drawn));
  if (outlines + dots === '') return null;
  return (
    <g class="place" data-result={number}>
      {outlines === '' ? null : <path class="outline" d={outlines} />}
      {dots === '' ? null : <path class="dot" d={dots} />}
    </g>
  );
}

function SearchBoxes({
  frame,
  boxes,
}: {
  readonly frame: MapFrame;
  readonly boxes: readonly Box[];
}) {
  const { outlines, dots } = boxPaths(frame, boxes);
  return (
    <g class="asked">
      {outlines === '' ? null : <path class="outline" d={outlines} />}
      {dots === '' ? null : <path class="dot" d={dots} />}
    </g>
  );
}

interface LegendProps {
  readonly site: Site;
  readonly search: SearchState;
  readonly density: DensityMap;
}

function Legend({ site, search, density }: LegendProps) {
  const { cells, large } = density;
  const counts = countsInFrame(cells);
  const everywhere = withCondition(withCondition(search, 'bbox', []), 'geometry', []);
  return (
    <figcaption class="legend">
      {counts && (
        <p>
          Results in 5° by 5° <DensityScale /> {rangeText(counts)}
        </p>
      )}
      {large === 0 ? null : (
        <p>
          <a href={searchHref(site, withCondition(everywhere, 'extent', ['wide']))}>
            {groupDigits(large)} wider or higher than 30°
          </a>{' '}
          {large === 1 ? 'is' : 'are'} counted, not drawn
        </p>
      )}
      <Placeless site={site} search={search} density={density} />
    </figcaption>
  );
}

function rangeText({ least, most }: { readonly least: number; readonly most: number }): string {
  return least === most ? groupDigits(most) : `${groupDigits(least)} to ${groupDigits(most)}`;
}

function Placeless({ site, search, density }: LegendProps) {
  const count = density.without;
  if (count === 0) return null;
  const everywhere = withCondition(withCondition(search, 'bbox', []), 'geometry', []);
  const lacking = [...new Set([...(everywhere.conditions.lacking ?? []), 'place'])];
  const isLeftOut =
    search.conditions.bbox !== undefined || search.conditions.geometry !== undefined;
  return (
    <p>
      {groupDigits(count)} without coordinates
      {isLeftOut && ` ${count === 1 ? 'is' : 'are'} left out`}:{' '}
      <a href={searchHref(site, withCondition(everywhere, 'lacking', lacking))}>
        show {count === 1 ? 'it' : 'these'}
      </a>
    </p>
  );
}

const arrows = { west: '←', north: '↑', south: '↓', east: '→' } as const satisfies Record<
  Direction,
  string
>;

interface MapLinksProps {
  readonly site: Site;
  readonly search: SearchState;
  /** The centre of zooming in. */
  readonly centre: Box | undefined;
}

function MapLinks({ site, search, centre }: MapLinksProps) {
  const view = mapViewOf(search);
  const hrefOf = (map: MapView): string => `${searchHref(site, { ...search, map })}#where`;
  const closer = closerView(view, centre);
  const wider = widerView(view);
  const turned = rotatedView(view);
  const seen = withCondition({ ...search, map: view }, 'bbox', [frameText(mapFrameOf(view))]);
  return (
    <p class="actions map-links">
      {closer && <a href={hrefOf(closer)}>Closer</a>}
      {wider && <a href={hrefOf(wider)}>Wider</a>}
      {view.zoom > 0 && (
        <span class="arrows">
          {Object.entries(arrows).map(([direction, sign]) => {
            const moved = movedView(view, direction as Direction); // a key of the object
            return moved === undefined ? (
              <span aria-hidden="true">{sign}</span>
            ) : (
              <a href={hrefOf(moved)} aria-label={`Move ${direction}`} title={`Move ${direction}`}>
                {sign}
              </a>
            );
          })}
        </span>
      )}
      {view.zoom > 0 && <a href={searchHref(site, seen)}>Search what I see</a>}
      {turned && (
        <a href={hrefOf(turned)}>
          {turned.longitude === 0 ? 'Greenwich' : 'Pacific'} in the middle
        </a>
      )}
    </p>
  );
}

interface BoxFormProps {
  readonly site: Site;
  readonly search: SearchState;
  readonly box: Box | undefined;
}

/** The fields of a box. A script fills them in when the user draws a box. */
function BoxForm({ site, search, box }: BoxFormProps) {
  const edges = box && boxInRotatedFrame(box);
  return (
    <details class="by-numbers">
      <summary>Box by numbers</summary>
      <form class="fields" action={sitePath(site, '/')} data-box>
        <HiddenFields search={withCondition(search, 'bbox', [])} />
        <fieldset>
          <legend class="unseen">Box in degrees</legend>
          {(['south', 'west', 'north', 'east'] as const).map((edge) => (
            <label>
              {edge[0]?.toUpperCase()}
              {edge.slice(1)}
              <input name={edge} value={edges?.[edge]} size={6} autocomplete="off" required />
            </label>
          ))}
          <button class="quiet">Apply</button>
        </fieldset>
        <p class="soft">
          In degrees, south and west with a minus. A west greater than the east is right: such a box
          lies across the antimeridian.
        </p>
      </form>
    </details>
  );
}

const steps = 5;

/** The cells of a map as five paths, one for each class of counts. */
function DensityCells({
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

/** The colours of the classes, which the legend explains. */
function DensityScale() {
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

/** Adjacent cells of one class, from west to east. */
interface CellRun extends Omit<Box, 'east'> {
  /** Counted from 0. */
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
  const [left, top] = [xOfLongitude(frame, west), yOfLatitude(north)];
  return `M${left} ${top}H${xOfLongitude(frame, east)}V${yOfLatitude(south)}H${left}z`;
}

/**
 * The class of each distinct count. All classes have equally many distinct counts, so that a map
 * shows differences for similar counts as well as for a few very high ones.
 */
function stepsOf(cells: readonly DensityCell[]): ReadonlyMap<number, number> {
  const counts = [...new Set(cells.map(({ count }) => count))].toSorted(
    (one, other) => one - other,
  );
  const last = counts.length - 1;
  const step = (at: number): number => (last === 0 ? 2 : Math.round((at * (steps - 1)) / last));
  return new Map(counts.map((count, at) => [count, step(at)]));
}

/** The lowest and the highest count of a cell; undefined without cells. */
function countsInFrame(
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

/** The cell with the most results; the first of several. */
function densestCell({ cells, cellSize }: DensityMap): (Box & DensityCell) | undefined {
  const counts = countsInFrame(cells);
  const cell = cells.find(({ count }) => count === counts?.most);
  if (cell === undefined) return undefined;
  return { ...cell, east: cell.west + cellSize, north: cell.south + cellSize };
}
