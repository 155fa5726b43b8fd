import { sourceFigures } from '../../../pipeline/report/run-report.ts';
import type { SourceRun } from '../../../catalogue/run-rows.ts';
import { formatCount, groupDigits, formatSeconds } from '../../../text/amounts.ts';
import type { Site } from '../../site.ts';
import { runHref } from '../../parts/addresses.ts';
import { minuteText, TimeElement } from '../../parts/layout.tsx';
import {
  figureColumns,
  FiguresTable,
  runFigures,
  RunNumbers,
  type SourceLists,
} from './run-numbers.tsx';

/** The figures of each run that are drawn. */
interface Series {
  readonly name: string;
  readonly valueOf: (run: SourceRun) => number;
  readonly text: (value: number) => string;
}

const series: readonly Series[] = [
  { name: 'Records', valueOf: ({ source }) => sourceFigures(source).records, text: groupDigits },
  {
    name: 'Errors and warnings',
    valueOf: ({ source }) => sourceFigures(source).errors + sourceFigures(source).warnings,
    text: groupDigits,
  },
  { name: 'Time', valueOf: ({ source }) => source.seconds, text: formatSeconds },
];

interface RunPlotsProps {
  readonly site: Site;
  /** The latest run first. */
  readonly runs: readonly SourceRun[];
  readonly lists: SourceLists;
}

/** The history of a source: a small plot per figure, and a table of all runs. */
export function RunPlots({ site, runs, lists }: RunPlotsProps) {
  const inOrder = runs.toReversed();
  return (
    <>
      <div class="plots">
        {series.map((each) => (
          <RunPlot series={each} runs={inOrder} />
        ))}
      </div>
      <p class="soft">
        {formatCount(runs.length, 'run')}
        <RunSpan runs={inOrder} />
      </p>
      <details>
        <summary>As a table</summary>
        <RunTable {...{ site, runs, lists }} />
      </details>
    </>
  );
}

/** From the first to the last of several runs. */
function RunSpan({ runs }: { readonly runs: readonly SourceRun[] }) {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  return (
    <>
      , <TimeElement at={first.run.endedAt} /> to <TimeElement at={last.run.endedAt} />
    </>
  );
}

const height = 48;
const width = 240;
const margin = 4;

function RunPlot({
  series: { name, valueOf, text },
  runs,
}: {
  readonly series: Series;
  readonly runs: readonly SourceRun[];
}) {
  const values = runs.map(valueOf);
  const most = Math.max(...values, 1e-9);
  const points = values.map((value, index) => ({
    x: margin + (index / (runs.length - 1)) * (width - 2 * margin),
    y: height - margin - (value / most) * (height - 2 * margin),
    value,
    at: runs[index]?.run.endedAt ?? '',
  }));
  const latest = values.at(-1) ?? 0;
  const range = rangeText(values, text);
  return (
    <figure>
      <figcaption>
        {name} <b>{text(latest)}</b> <span class="soft">{range}</span>
      </figcaption>
      {runs.length === 1 ? null : (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`${name} of ${runs.length} runs, the latest on the right: ${text(latest)} ${range}`}
        >
          <path class="base" d={`M0 ${height - margin}H${width}`} />
          <path
            class="line"
            d={`M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`}
          />
          {points.map(({ x, y, value, at }) => (
            <circle cx={x.toFixed(1)} cy={y.toFixed(1)} r="3">
              <title>{`${minuteText(at)}: ${text(value)}`}</title>
            </circle>
          ))}
        </svg>
      )}
    </figure>
  );
}

/** Empty for a single run. */
function rangeText(values: readonly number[], text: Series['text']): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (values.length < 2) return '';
  return least === most ? '(always the same)' : `(${text(least)} to ${text(most)})`;
}

function RunTable({ site, runs, lists }: RunPlotsProps) {
  const rows = runs.map(({ run, source }) => ({
    heading: (
      <a href={runHref(site, run.run)}>
        <TimeElement at={run.endedAt} />
      </a>
    ),
    numbers: runFigures(source, new RunNumbers(site, source.source, run.run, lists)),
    seconds: source.seconds,
  }));
  return <FiguresTable label="Runs as a table" subject="Run" columns={figureColumns} rows={rows} />;
}
