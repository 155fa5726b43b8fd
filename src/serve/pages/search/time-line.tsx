import {
  parseAgeCondition,
  parseTimeCondition,
  yearsOfTimeCondition,
} from '../../../search/condition-values.ts';
import type { FacetCounts } from '../../../search/facets.ts';
import type { Histogram, HistogramBin } from '../../../search/facet-histograms.ts';
import { groupDigits } from '../../../text/amounts.ts';
import { rangeWords } from '../../parts/place-and-time-words.ts';
import {
  ageAxis,
  ageTickText,
  chartBands,
  extentOnAxis,
  plotHeight,
  TimePlot,
  yearAxis,
  yearText,
} from '../../parts/time-axis.tsx';
import { sitePath, type Site } from '../../site.ts';
import { HiddenFields } from './search-form.tsx';
import { searchHref, withCondition, type SearchState } from './search-address.ts';

/** The time of a condition in the unit of the axis; the begin of an age range is its older end. */
interface ConditionSpan {
  readonly begin: number;
  readonly end: number;
}

/** The differences between the two axes of the time line. */
interface TimeScale {
  readonly facet: 'ages' | 'years';
  readonly condition: 'age' | 'time';
  /** The names of the form fields, the older end first, and their labels. */
  readonly fields: readonly [older: TimeField, younger: TimeField];
  /** The range of the condition, for the drawing. */
  readonly spanOf: (text: string) => ConditionSpan | undefined;
  /** The range of the condition, for the two fields. */
  readonly endsOf: (text: string) => readonly [string, string] | undefined;
  /** The range of some bars as text. */
  readonly spanText: (begin: number, end: number) => string;
  readonly nothing: string;
}

interface TimeField {
  readonly name: string;
  readonly label: string;
}

const scales: Record<SearchState['axis'], TimeScale> = {
  calendar: {
    facet: 'years',
    condition: 'time',
    fields: [
      { name: 'from', label: 'From year' },
      { name: 'to', label: 'To year' },
    ],
    spanOf: (text) => {
      const asked = parseTimeCondition(text);
      return 'fault' in asked ? undefined : yearsOfTimeCondition(asked);
    },
    endsOf: (text) => {
      const asked = parseTimeCondition(text);
      if ('fault' in asked) return undefined;
      return [fieldText(asked.begin), fieldText(asked.end)];
    },
    spanText: (begin, end) => rangeWords(yearText(begin), yearText(end - 1)),
    nothing: 'No result states its years.',
  },
  Ma: {
    facet: 'ages',
    condition: 'age',
    fields: [
      { name: 'older', label: 'From Ma' },
      { name: 'younger', label: 'To Ma' },
    ],
    spanOf: (text) => {
      const age = parseAgeCondition(text);
      return age && { begin: age.older, end: age.younger };
    },
    endsOf: (text) => {
      const age = parseAgeCondition(text);
      return age && [String(age.older), String(age.younger)];
    },
    spanText: (begin, end) => rangeWords(ageTickText(begin), ageTickText(end)),
    nothing: 'No result has a geologic age.',
  },
};

/** An open end is an empty field. */
function fieldText(end: string): string {
  return end === '..' ? '' : end;
}

interface PartProps {
  readonly site: Site;
  readonly search: SearchState;
}

interface TimeLineProps extends PartProps {
  /** The counts of the facet of the axis: see `timeFacetOfSearch`. */
  readonly counts: FacetCounts | undefined;
}

/** The facet of the time line of a search. */
export function timeFacetOfSearch({ axis }: SearchState): 'ages' | 'years' {
  return scales[axis].facet;
}

/** The times of the results: bars, and fields for a time condition. */
export function TimeLine({ site, search, counts }: TimeLineProps) {
  if (counts?.kind !== 'histogram') return null;
  const scale = scales[search.axis];
  const bins = search.axis === 'Ma' ? withoutEmptyEnds(counts.bins) : counts.bins;
  return (
    <figure class="time-line">
      {bins.some(hasResults) ? (
        <>
          <Bars search={search} scale={scale} bins={bins} />
          {search.axis === 'calendar' && <WideBars scale={scale} bins={bins} />}
        </>
      ) : (
        <p class="no-bars">{scale.nothing}</p>
      )}
      <PeriodForm site={site} search={search} scale={scale} />
      <AxisLinks site={site} search={search} />
      <Timeless site={site} search={search} histogram={counts} />
      {search.axis === 'Ma' && <ChartLinks site={site} search={search} />}
    </figure>
  );
}

function hasResults({ count }: HistogramBin): boolean {
  return count > 0;
}

/** The axis can span 5,000 Ma until today, of which results seldom need all. */
function withoutEmptyEnds(bins: readonly HistogramBin[]): readonly HistogramBin[] {
  const first = Math.max(bins.findIndex(hasResults) - 1, 0);
  return bins.slice(first, bins.findLastIndex(hasResults) + 2);
}

interface BarsProps {
  readonly search: SearchState;
  readonly scale: TimeScale;
  /** At least one. */
  readonly bins: readonly HistogramBin[];
}

function Bars({ search, scale, bins }: BarsProps) {
  const edges = [...bins.map(({ begin }) => begin), bins.at(-1)?.end ?? 0];
  const isAge = search.axis === 'Ma';
  const axis = isAge ? ageAxis(edges) : yearAxis(edges);
  const asked = (search.conditions[scale.condition] ?? []).flatMap(
    (text) => scale.spanOf(text) ?? [],
  );
  const most = bins.reduce((one, other) => (other.count > one.count ? other : one));
  const paths = { in: '', out: '', bar: '' };
  for (const bin of bins) {
    paths[kindOf(bin, asked)] += barPath(bin, extentOnAxis(axis, bin.begin, bin.end), most.count);
  }
  return (
    <div class="brushing" data-edges={edges.join(',')} data-unit={isAge ? 'Ma' : 'year'}>
      <TimePlot axis={axis} hasBands={isAge} label={labelOf(scale, bins, most)}>
        {asked.map(({ begin, end }) => {
          const { x, width } = extentOnAxis(axis, begin, end);
          return <rect class="window" x={x} width={width} height={plotHeight} />;
        })}
        {Object.entries(paths).map(([kind, path]) =>
          path === '' ? null : <path class={kind} d={path} />,
        )}
      </TimePlot>
    </div>
  );
}

/** Describes a bar wider than its neighbour: long before or after all others. */
function WideBars({ scale, bins }: Pick<BarsProps, 'bins' | 'scale'>) {
  const ends = [
    { name: 'first', bar: bins[0], next: bins[1] },
    { name: 'last', bar: bins.at(-1), next: bins.at(-2) },
  ];
  return (
    <>
      {ends.map(({ name, bar, next }) =>
        bar === undefined || next === undefined || widthOf(bar) <= widthOf(next) ? null : (
          <p class="soft">
            The {name} bar is {scale.spanText(bar.begin, bar.end)}.
          </p>
        ),
      )}
    </>
  );
}

function widthOf({ begin, end }: HistogramBin): number {
  return end - begin;
}

/** Whether a bar is inside the range of the condition; undefined without a condition. */
function kindOf(
  { begin, end }: HistogramBin,
  asked: readonly ConditionSpan[],
): 'bar' | 'in' | 'out' {
  if (asked.length === 0) return 'bar';
  const [first, last] = begin < end ? [begin, end] : [-begin, -end];
  const isIn = asked.some((span) => {
    const [from, to] = begin < end ? [span.begin, span.end] : [-span.begin, -span.end];
    return from < last && to >= first;
  });
  return isIn ? 'in' : 'out';
}

/** The lowest visible bar and the highest bar, in drawing units. */
const lowest = 1.5;
const highest = plotHeight - 6;

function barPath(
  { count }: HistogramBin,
  { x, width }: { readonly x: number; readonly width: number },
  most: number,
): string {
  if (count === 0) return '';
  const height = Math.round(Math.max(lowest, (count / most) * highest) * 10) / 10;
  // Wide bars get a gap between them.
  const right = Math.round((x + width - Math.min(width * 0.15, 3)) * 10) / 10;
  return `M${x} ${plotHeight}V${plotHeight - height}H${right}V${plotHeight}z`;
}

function labelOf(scale: TimeScale, bins: readonly HistogramBin[], most: HistogramBin): string {
  const whole = scale.spanText(bins[0]?.begin ?? 0, bins.at(-1)?.end ?? 0);
  const where = scale.spanText(most.begin, most.end);
  return `Time line: results from ${whole}; most of them, ${groupDigits(most.count)}, in ${where}`;
}

/** A script that selects bars fills in the fields. */
function PeriodForm({ site, search, scale }: PartProps & { readonly scale: TimeScale }) {
  const { condition, fields, endsOf } = scale;
  const [text] = search.conditions[condition] ?? [];
  const ends = text === undefined ? undefined : endsOf(text);
  return (
    <form class="fields" action={sitePath(site, '/')} data-time>
      <HiddenFields search={withCondition(search, condition, [])} />
      <fieldset>
        <legend class="unseen">{condition === 'age' ? 'Geologic age' : 'Period'}</legend>
        {fields.map(({ name, label }, at) => (
          <label>
            {label}
            <input name={name} value={ends?.[at]} size={6} autocomplete="off" />
          </label>
        ))}
        <button class="quiet">Apply</button>
      </fieldset>
    </form>
  );
}

function AxisLinks({ site, search }: PartProps) {
  const names = { calendar: 'Calendar', Ma: 'Age in Ma' } as const;
  return (
    <p class="actions">
      {(['calendar', 'Ma'] as const).map((axis) =>
        axis === search.axis ? (
          <b>{names[axis]}</b>
        ) : (
          <a href={`${searchHref(site, { ...search, axis })}#where`}>{names[axis]}</a>
        ),
      )}
    </p>
  );
}

/** The number of results without a time on the axis, with a link to them. */
function Timeless({ site, search, histogram }: PartProps & { readonly histogram: Histogram }) {
  const { without: count } = histogram;
  const { condition } = scales[search.axis];
  if (count === 0) return null;
  const always = withCondition(search, condition, []);
  const lacking = [...new Set([...(search.conditions.lacking ?? []), condition])];
  const isLeftOut = search.conditions[condition] !== undefined;
  return (
    <p class="soft">
      {groupDigits(count)} without {condition === 'age' ? 'a geologic age' : 'a period'}
      {isLeftOut && ` ${count === 1 ? 'is' : 'are'} left out`}:{' '}
      <a href={searchHref(site, withCondition(always, 'lacking', lacking))}>
        show {count === 1 ? 'it' : 'these'}
      </a>
    </p>
  );
}

/** The units of the chart by name, because narrow units of the axis show only symbols. */
function ChartLinks({ site, search }: PartProps) {
  return (
    <details class="by-numbers">
      <summary>Units of the chart</summary>
      <p class="actions">
        {chartBands.toReversed().map(({ name, older, younger }) => (
          <a
            href={searchHref(site, withCondition(search, 'age', [name]))}
            title={`${older} to ${younger} Ma`}
          >
            {name}
          </a>
        ))}
      </p>
    </details>
  );
}
