import type { Child } from 'hono/jsx';
import { chartBands, type TimeAxis } from './time-axis.ts';

/** Units of the drawing, which is stretched to the width and height that it is given. */
export const plotWidth = 1000;
export const plotHeight = 100;

interface TimePlotProps {
  readonly axis: TimeAxis;
  /** Whether the units of the chronostratigraphic chart are shown behind. */
  readonly hasBands: boolean;
  /** What is shown, in words. */
  readonly label: string;
  readonly class?: string;
  readonly children?: Child;
}

/** A drawing above an axis of time, with the texts of the axis below. */
export function TimePlot({ axis, hasBands, label, children, ...props }: TimePlotProps) {
  return (
    <>
      {hasBands && <BandNames axis={axis} />}
      <svg
        class={['time', props.class].filter(Boolean).join(' ')}
        viewBox={`0 0 ${plotWidth} ${plotHeight}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {hasBands && <Bands axis={axis} />}
        {children}
      </svg>
      <svg class="axis" aria-hidden="true">
        {axis.ticks.map(({ at, text }) => (
          <>
            <line x1={percent(at)} x2={percent(at)} y2="4" />
            <text x={percent(at)} y="18" text-anchor={anchorAt(at)}>
              {text}
            </text>
          </>
        ))}
      </svg>
    </>
  );
}

function percent(part: number): string {
  return `${Math.round(part * 1e4) / 100}%`;
}

/** Texts at the ends of the axis stay within. */
function anchorAt(at: number): 'end' | 'middle' | 'start' {
  if (at < 0.06) return 'start';
  return at > 0.94 ? 'end' : 'middle';
}

/** From the left to the right end of what is drawn, in units of the drawing. */
export function extentOn(
  axis: TimeAxis,
  begin: number,
  end: number,
): { readonly x: number; readonly width: number } {
  const [left, right] = [axis.at(begin) * plotWidth, axis.at(end) * plotWidth];
  return { x: rounded(left), width: rounded(right - left) };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function Bands({ axis }: { readonly axis: TimeAxis }) {
  return (
    <>
      {chartBands.map(({ older, younger }, at) => {
        const { x, width } = extentOn(axis, older, younger);
        return width === 0 ? null : (
          <rect class={at % 2 === 0 ? 'band' : 'band other'} x={x} width={width} height="100" />
        );
      })}
    </>
  );
}

/** The narrowest plot, in pixels, and what a letter of its texts takes at most. */
const narrowest = 260;
const letterWidth = 8;

/** The names of the units of the chart that there is room for, or else their letters. */
function BandNames({ axis }: { readonly axis: TimeAxis }) {
  return (
    <svg class="axis bands" aria-hidden="true">
      {chartBands.map(({ name, letters, older, younger }) => {
        const [left, right] = [axis.at(older), axis.at(younger)];
        const room = ((right - left) * narrowest) / letterWidth;
        const text = [name, letters].find((each) => each.length <= room);
        return text === undefined ? null : (
          <text x={percent((left + right) / 2)} y="14" text-anchor="middle">
            {text}
          </text>
        );
      })}
    </svg>
  );
}
