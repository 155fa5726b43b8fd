import { periodYears } from '../../facts/time/calendar.ts';
import type { AgeRange, Box, PlaceFacts, TimeFacts } from '../../model/search-facts.ts';
import { searchHref } from '../pages/search/search-address.ts';
import type { Site } from '../site.ts';
import { boxInRotatedFrame, boxPaths, joinedBoxes, wholeWorld, WorldMap } from './map-frame.tsx';
import { ageWords, boxWords, periodWords } from './place-and-time-words.ts';
import { ageAxis, extentOnAxis, type TimeAxis, TimePlot, yearAxis } from './time-axis.tsx';

interface PlaceMapProps {
  readonly site: Site;
  readonly places: PlaceFacts;
}

/** The number of places or times that the text names; the drawing has the others, too. */
const maxInWords = 3;

/** The places of a resource on a small world map, with a sentence. */
export function PlaceMap({ site, places }: PlaceMapProps) {
  const boxes = joinedBoxes(places.boxes);
  const [first] = boxes;
  if (first === undefined) return null;
  const frame = wholeWorld(boxes.some(({ east }) => east > 180) ? 180 : 0);
  const { outlines, dots } = boxPaths(frame, boxes);
  const words = wordsOf(boxes.map((box) => boxWords(boxInRotatedFrame(box))));
  return (
    <figure class="place-map">
      <WorldMap site={site} frame={frame} label={`Map: ${words}`} class="small">
        <g class="asked whole">
          {outlines === '' ? null : <path class="outline" d={outlines} />}
          {dots === '' ? null : <path class="dot" d={dots} />}
        </g>
      </WorldMap>
      <figcaption class="soft">
        {words}{' '}
        <a
          href={searchHref(site, {
            conditions: { bbox: boxes.slice(0, maxConditionBoxes).map(edgesText) },
          })}
        >
          Search here
        </a>
      </figcaption>
    </figure>
  );
}

/** The limit of a URL in browsers. */
const maxConditionBoxes = 16;

function edgesText(box: Box): string {
  const { west, south, east, north } = boxInRotatedFrame(box);
  return [west, south, east, north].join(',');
}

function wordsOf(texts: readonly string[]): string {
  const more = texts.length - maxInWords;
  return texts.slice(0, maxInWords).join('; ') + (more > 0 ? `; ${more} more.` : '.');
}

/** The times of a resource on small time axes, for calendar years and geologic ages. */
export function TimeStrip({ times: { periods, ages } }: { readonly times: TimeFacts }) {
  return (
    <>
      {periods.length === 0 ? null : (
        <Strip
          axis={axisOfYears(periods.map(periodYears))}
          hasBands={false}
          words={wordsOf(periods.map(periodWords))}
          spans={periods.map(periodYears)}
        />
      )}
      {ages.length === 0 ? null : (
        <Strip
          axis={ageAxis(edgesOfAges(ages))}
          hasBands
          words={wordsOf(ages.map(ageWords))}
          spans={ages.map(({ older, younger }) => ({ begin: older, end: younger }))}
        />
      )}
    </>
  );
}

interface Span {
  readonly begin: number;
  readonly end: number;
}

interface StripProps {
  readonly axis: TimeAxis;
  readonly hasBands: boolean;
  readonly words: string;
  readonly spans: readonly Span[];
}

/** The minimum width of a time in drawing units, so that one day is visible. */
const narrowest = 8;

function Strip({ axis, hasBands, words, spans }: StripProps) {
  return (
    <figure class="time-strip">
      <TimePlot axis={axis} hasBands={hasBands} label={`Time line: ${words}`} class="small">
        <rect class="track" y="40" width="1000" height="20" />
        {spans.map(({ begin, end }) => {
          const { x, width } = extentOnAxis(axis, begin, end);
          const drawn = Math.max(width, narrowest);
          return (
            <rect class="bar" x={Math.min(x, 1000 - drawn)} y="15" width={drawn} height="70" />
          );
        })}
      </TimePlot>
      <figcaption class="soft">{words}</figcaption>
    </figure>
  );
}

/** The years that most data describe. */
const usualYears: Span = { begin: 1900, end: 2050 };

/** From 1900 to 2050, or a multiple by powers of ten that holds all times. */
function axisOfYears(spans: readonly Span[]): TimeAxis {
  const known = spans.flatMap(({ begin, end }) => [begin, end]).filter(Number.isFinite);
  const [first, last] = [Math.min(usualYears.begin, ...known), Math.max(usualYears.end, ...known)];
  let step = 50;
  while ((last - first) / step > 20) step *= 10;
  return yearAxis([Math.floor(first / step) * step, Math.ceil(last / step) * step]);
}

/** Each axis spans ten times the next, so that one of them holds all times of the resource. */
const ageSteps = [10_000, 1000, 100, 10, 1, 0.1, 0.01, 0];

function edgesOfAges(ages: readonly AgeRange[]): readonly number[] {
  const oldest = Math.max(...ages.map(({ older }) => older));
  const first = ageSteps.findLastIndex((edge) => edge >= oldest);
  return ageSteps.slice(Math.min(Math.max(first, 0), ageSteps.length - 2));
}
