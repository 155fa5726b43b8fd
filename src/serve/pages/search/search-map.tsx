import type { Box } from '../../../model/search-facts.ts';
import { isLarge } from '../../../search/columns/places.ts';
import type { DensityMap } from '../../../search/density-map.ts';
import type { FoundResources } from '../../../search/search-index.ts';
import type { FoundResource } from '../../../search/search-results.ts';
import { grouped } from '../../../text/amounts.ts';
import { boxPaths, joinedBoxes, turnedBox, type MapFrame } from '../../parts/map-frame.ts';
import { boxWords } from '../../parts/place-and-time-words.ts';
import { WorldMap } from '../../parts/world-map.tsx';
import { sitePath, type Site } from '../../site.ts';
import { Density, countsIn, densestCell, DensityScale } from './density.tsx';
import { HiddenFields } from './hidden-fields.tsx';
import {
  boxesOfSearch,
  closerView,
  frameOf,
  frameText,
  movedView,
  turnedView,
  viewOf,
  widerView,
  type Direction,
} from './map-view.ts';
import { searchHref, withCondition, type MapView, type SearchState } from './search-address.ts';

interface SearchMapProps {
  readonly site: Site;
  readonly search: SearchState;
  /** Has the facet `map`. */
  readonly found: FoundResources;
}

/** Where the results of a search are: a map, links that move it, and the box that is asked for. */
export function SearchMap({ site, search, found }: SearchMapProps) {
  const view = viewOf(search);
  const frame = frameOf(view);
  const asked = boxesOfSearch(search);
  const density = found.facets?.map?.kind === 'map' ? found.facets.map : undefined;
  return (
    <figure class="search-map">
      <div class="drawing" data-west={frame.middle - 180}>
        <WorldMap
          site={site}
          frame={frame}
          class={`zoom-${view.zoom}`}
          label={labelOf(frame, density, asked)}
          below={density && <Density density={density} frame={frame} />}
        >
          <g class="places">
            {found.found.map((each, at) => (
              <ResultOutline frame={frame} found={each} number={at + 1} />
            ))}
          </g>
          <AskedBoxes frame={frame} boxes={asked} />
        </WorldMap>
      </div>
      {density && <Legend site={site} search={search} density={density} />}
      <MapLinks
        site={site}
        search={search}
        centre={asked[0] ?? (density && densestCell(density))}
      />
      <BoxForm site={site} search={search} box={asked[0]} />
    </figure>
  );
}

function labelOf(frame: MapFrame, density: DensityMap | undefined, asked: readonly Box[]): string {
  const isWhole = frame.east - frame.west === 360;
  const middle = frame.middle === 0 ? 'Greenwich' : 'the Pacific';
  const shown = isWhole
    ? `of the world with ${middle} in the middle`
    : `of ${boxWords(turnedBox(frame))}`;
  const cell = density && densestCell(density);
  const where =
    cell === undefined
      ? 'no result has a place that can be drawn'
      : `places of the results; most of them, ${grouped(cell.count)}, about ${boxWords(cell)}`;
  const boxes =
    asked.length === 0 ? '' : `; selected: ${asked.map(turnedBox).map(boxWords).join('; ')}`;
  return `Map ${shown}: ${where}${boxes}`;
}

interface ResultOutlineProps {
  readonly frame: MapFrame;
  readonly found: FoundResource;
  /** On this page, from 1 on. */
  readonly number: number;
}

function ResultOutline({ frame, found, number }: ResultOutlineProps) {
  const drawn = found.result.boxes.filter((box) => !isLarge(box));
  const { outlines, dots } = boxPaths(frame, joinedBoxes(drawn));
  if (outlines + dots === '') return null;
  return (
    <g class="place" data-result={number}>
      {outlines === '' ? null : <path class="outline" d={outlines} />}
      {dots === '' ? null : <path class="dot" d={dots} />}
    </g>
  );
}

function AskedBoxes({
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
  const counts = countsIn(cells);
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
            {grouped(large)} wider or higher than 30°
          </a>{' '}
          {large === 1 ? 'is' : 'are'} counted, not drawn
        </p>
      )}
      <Placeless site={site} search={search} density={density} />
    </figcaption>
  );
}

function rangeText({ least, most }: { readonly least: number; readonly most: number }): string {
  return least === most ? grouped(most) : `${grouped(least)} to ${grouped(most)}`;
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
      {grouped(count)} without coordinates{isLeftOut && ` ${count === 1 ? 'is' : 'are'} left out`}:{' '}
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
  /** What is looked at when the map is brought closer. */
  readonly centre: Box | undefined;
}

function MapLinks({ site, search, centre }: MapLinksProps) {
  const view = viewOf(search);
  const hrefOf = (map: MapView): string => `${searchHref(site, { ...search, map })}#where`;
  const closer = closerView(view, centre);
  const wider = widerView(view);
  const turned = turnedView(view);
  const seen = withCondition({ ...search, map: view }, 'bbox', [frameText(frameOf(view))]);
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

/** The fields of a box. A script that draws one puts its edges into them. */
function BoxForm({ site, search, box }: BoxFormProps) {
  const edges = box && turnedBox(box);
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
