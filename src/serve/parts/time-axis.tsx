import type { Child } from 'hono/jsx';
import { type Era, findEra } from '../../facts/time/eras.ts';
import { groupDigits } from '../../text/amounts.ts';

/** Maps moments to positions on an axis. */
export interface TimeAxis {
  /** From 0 at the left end to 1 at the right end; also for moments beyond the ends. */
  readonly at: (moment: number) => number;
  readonly ticks: readonly AxisTick[];
}

interface AxisTick {
  readonly at: number;
  readonly text: string;
}

/** The steps between labelled years, or these times a power of ten. */
const distances = [1, 2, 5, 10, 20, 25, 50];
const maxTicks = 5;

/**
 * An axis of years (ISO 8601) with equal distances between consecutive edges: bins of equal width,
 * with possibly wider bins before and after them.
 */
export function yearAxis(edges: readonly number[]): TimeAxis {
  const at = (year: number): number => {
    const bin = Math.max(
      edges.slice(0, -1).findLastIndex((edge) => edge <= year),
      0,
    );
    const [begin = 0, end = 0] = [edges[bin], edges[bin + 1]];
    return within((bin + Math.min((year - begin) / (end - begin), 1)) / (edges.length - 1));
  };
  const [begin, end] = evenPart(edges);
  let distance = 1;
  for (let power = 1; (end - begin) / distance > maxTicks; power *= 10) {
    const enough = distances.find((each) => (end - begin) / (each * power) <= maxTicks);
    distance = enough === undefined ? 50 * power : enough * power;
  }
  const ticks: AxisTick[] = [];
  for (let year = Math.ceil(begin / distance) * distance; year < end; year += distance) {
    ticks.push({ at: at(year), text: yearText(year) });
  }
  return { at, ticks };
}

/** The part of an axis whose bins have equal widths. */
function evenPart(edges: readonly number[]): readonly [begin: number, end: number] {
  const widths = edges.slice(1).map((edge, bin) => edge - (edges[bin] ?? 0));
  const usual = Math.min(...widths);
  const begin = edges[widths[0] === usual ? 0 : 1] ?? 0;
  return [begin, edges.at(widths.at(-1) === usual ? -1 : -2) ?? 0];
}

/** `2017`, `−500`: ISO 8601 years, as search conditions have them. */
export function yearText(year: number): string {
  return year < 0 ? `−${-year}` : String(year);
}

/**
 * An axis of ages in millions of years, the oldest at the left, with equal distances between
 * consecutive edges and a logarithmic scale between two edges.
 * @param edges the last one may be 0
 */
export function ageAxis(edges: readonly number[]): TimeAxis {
  const at = (age: number): number => {
    const bin = Math.max(
      edges.findLastIndex((edge) => edge >= age),
      0,
    );
    const [older = 0, younger = 0] = [edges[bin], edges[bin + 1]];
    const part =
      younger > 0 ? Math.log(older / age) / Math.log(older / younger) : 1 - age / (older || 1);
    return within((bin + part) / (edges.length - 1));
  };
  return {
    at,
    ticks: apart(edges.filter(isLabelled).map((age) => ({ at: at(age), text: ageTickText(age) }))),
  };
}

/** Powers of ten and today. */
function isLabelled(age: number): boolean {
  return age === 0 || Math.abs(Math.log10(age) - Math.round(Math.log10(age))) < 1e-6;
}

/** The maximum width of a label, as a fraction of the axis. */
const textWidth = 0.19;

/** As many labels as fit, from the right end. */
function apart(ticks: readonly AxisTick[]): readonly AxisTick[] {
  const kept: AxisTick[] = [];
  for (const tick of ticks.toReversed()) {
    if (tick.at <= (kept.at(-1)?.at ?? Infinity) - textWidth) kept.push(tick);
  }
  return kept.toReversed();
}

/** `100 Ma`, `10 ka`, `today`. */
export function ageTickText(age: number): string {
  if (age === 0) return 'today';
  return age >= 1 ? `${groupDigits(age)} Ma` : `${Math.round(age * 1e3 * 1e3) / 1e3} ka`;
}

function within(part: number): number {
  return Math.min(Math.max(Number.isNaN(part) ? 0 : part, 0), 1);
}

/**
 * Units of the chronostratigraphic chart, the oldest first, with the symbols that geologists use.
 */
const chartUnits = [
  ['Hadean', 'HA'],
  ['Archean', 'AR'],
  ['Proterozoic', 'PR'],
  ['Cambrian', 'Ꞓ'],
  ['Ordovician', 'O'],
  ['Silurian', 'S'],
  ['Devonian', 'D'],
  ['Carboniferous', 'C'],
  ['Permian', 'P'],
  ['Triassic', 'T'],
  ['Jurassic', 'J'],
  ['Cretaceous', 'K'],
  ['Paleogene', 'Pg'],
  ['Neogene', 'N'],
  ['Quaternary', 'Q'],
] as const;

/** A unit of the chart on an axis. */
interface ChartBand extends Era {
  readonly letters: string;
}

/** Eons before the Cambrian, then periods; the oldest first. */
export const chartBands: readonly ChartBand[] = chartUnits.flatMap(([name, letters]) => {
  const era = findEra(name);
  return era === undefined ? [] : [{ ...era, letters }];
});

/** Drawing units; the drawing is stretched to the size of its container. */
const plotWidth = 1000;
/** The height of a time plot, in drawing units. */
export const plotHeight = 100;

interface TimePlotProps {
  readonly axis: TimeAxis;
  /** Whether to show the units of the chronostratigraphic chart in the background. */
  readonly hasBands: boolean;
  /** The text alternative of the drawing. */
  readonly label: string;
  readonly class?: string;
  readonly children?: Child;
}

/** A drawing above a time axis with labels. */
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

/** Labels at the ends stay inside the axis. */
function anchorAt(at: number): 'end' | 'middle' | 'start' {
  if (at < 0.06) return 'start';
  return at > 0.94 ? 'end' : 'middle';
}

/** From the left to the right end of the drawing, in drawing units. */
export function extentOnAxis(
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
        const { x, width } = extentOnAxis(axis, older, younger);
        return width === 0 ? null : (
          <rect class={at % 2 === 0 ? 'band' : 'band other'} x={x} width={width} height="100" />
        );
      })}
    </>
  );
}

/** The narrowest plot, in pixels, and the maximum width of a letter of its labels. */
const narrowest = 260;
const letterWidth = 8;

/** The names of the chart units that fit, otherwise their symbols. */
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
